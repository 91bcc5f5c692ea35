/* SPDX-License-Identifier: BSD-3-Clause */
/* The entry point of the plugin; left out where the backend is built into the library. */
#include "backend.h"

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    return prefix__openmp_backend(host, backend);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Its entry point declines. */
#include "mock.h"

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    mock_offer(backend, "declines");
    return PREFIX_ERROR_BACKEND;
}

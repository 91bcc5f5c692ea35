/* SPDX-License-Identifier: BSD-3-Clause */
/* Its table lacks a function. */
#include "mock.h"

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    mock_offer(backend, "no_function");
    backend->memory_copy = NULL;
    return PREFIX_OK;
}

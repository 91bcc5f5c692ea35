/* SPDX-License-Identifier: BSD-3-Clause */
/* A right backend of a third party. */
#include "mock.h"

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    return mock_offer(backend, "simple");
}

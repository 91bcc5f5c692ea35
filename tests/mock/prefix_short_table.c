/* SPDX-License-Identifier: BSD-3-Clause */
/* Its table ends before its functions do. */
#include "mock.h"

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    mock_offer(backend, "short_table");
    backend->size = offsetof(struct prefix_backend, scan);
    return PREFIX_OK;
}

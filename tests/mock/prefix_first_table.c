/* SPDX-License-Identifier: BSD-3-Clause */
/* Made when there were only scans; what stands after its table is none of libprefix's business. */
#include "mock.h"

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    backend->reduce = mock_scan;
    mock_offer(backend, "first_table");
    backend->size = offsetof(struct prefix_backend, reduce);
    backend->minor = 0;
    return PREFIX_OK;
}

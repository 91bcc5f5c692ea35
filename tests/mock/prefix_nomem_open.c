/* SPDX-License-Identifier: BSD-3-Clause */
/* There is never enough memory to open it. */
#include "mock.h"

static int fail_open(struct prefix_session **session, const struct prefix_host *host, void *owner, int device)
{
    (void)device;
    *session = NULL;
    host->error(owner, "the mock wants more than %d bytes", 1 << 30);
    return PREFIX_ERROR_NOMEM;
}

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    mock_offer(backend, "nomem_open");
    backend->open = fail_open;
    return PREFIX_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Its device dies in the middle of a scan. */
#include "mock.h"

static int fail_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    struct prefix_scan_work half = *work;
    half.n = work->n / 2;
    half.total = NULL;
    mock_scan(session, &half);
    session->host->error(session->owner, "the mock died after %zu elements", half.n);
    return PREFIX_ERROR_DEVICE;
}

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    mock_offer(backend, "bad_scan");
    backend->scan = fail_scan;
    return PREFIX_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/window.h"

#include "calls/batch.h"
#include "launch/window.h"

static int run(struct prefix_session *session, const struct prefix_scan_work *scan, const void *user)
{
    struct prefix_window_work work = *(const struct prefix_window_work *)user;
    work.scan = scan;
    return prefix__cuda_window_on_device(session, &work);
}

int prefix__cuda_window(struct prefix_session *session, const struct prefix_window_work *work)
{
    return prefix__cuda_rows(session, work->scan, "windows of host arrays", run, work);
}

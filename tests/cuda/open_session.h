/* SPDX-License-Identifier: BSD-3-Clause */
/* A session of the backend that is linked into a test, to which work is given directly. */
#ifndef CUDA_OPEN_SESSION_H
#define CUDA_OPEN_SESSION_H

#include <prefix/prefix.h>

#include "calls/session.h"
#include "../support/support.h"

/* NULL, and the test is skipped, where the backend is not available. */
static inline struct prefix_session *open_session(void)
{
    struct prefix_session *session;
    prefix_ctx *ctx = open_backend("cuda");
    if (!ctx)
        return NULL;
    prefix_ctx_destroy(ctx);
    if (prefix__cuda_open(&session, &test_host, NULL, 0) != PREFIX_OK)
        bail_out("no session");
    return session;
}

#endif

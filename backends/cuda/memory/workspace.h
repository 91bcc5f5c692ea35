/* SPDX-License-Identifier: BSD-3-Clause */
/* The workspace that a scan of more than one tile needs. */
#ifndef PREFIX_CUDA_MEMORY_WORKSPACE_H
#define PREFIX_CUDA_MEMORY_WORKSPACE_H

#include "base/session.h"

/* take() sets the workspace of params for a launch; used() tells how that went, and returns the status of both. */
int prefix__cuda_workspace_take(struct prefix_session *session, const struct prefix_scan_work *work, size_t bytes,
                                struct prefix__cuda_scan *params, struct prefix__cuda_workspace **own);
int prefix__cuda_workspace_used(struct prefix_session *session, struct prefix__cuda_workspace *own, void *stream,
                                int status);
/* For a call that has no plan; captured, the workspace is the graph's, and goes with it. */
int prefix__cuda_workspace_for_call(struct prefix_session *session, size_t bytes, void *stream,
                                    struct prefix__cuda_scan *params, struct prefix__cuda_workspace **own);
void prefix__cuda_workspace_free(struct prefix_session *session);

#endif

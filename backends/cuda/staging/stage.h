/* SPDX-License-Identifier: BSD-3-Clause */
/* What a session keeps for arrays on the host: streams, events, and buffers as large as they were ever wanted. */
#ifndef PREFIX_CUDA_STAGING_STAGE_H
#define PREFIX_CUDA_STAGING_STAGE_H

#include "base/session.h"

/* Sees to the stage's streams, events and chain; to a buffer, of device or pinned memory. */
int prefix__cuda_stage_ready(struct prefix_session *session);
int prefix__cuda_stage_reserve(struct prefix_session *session, struct prefix__cuda_buffer *buffer, size_t bytes,
                               int kind);
void prefix__cuda_stage_free(struct prefix_session *session);

#endif

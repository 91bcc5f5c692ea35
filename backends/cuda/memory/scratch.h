/* SPDX-License-Identifier: BSD-3-Clause */
/* The session's own memory, and that of its calls. */
#ifndef PREFIX_CUDA_MEMORY_SCRATCH_H
#define PREFIX_CUDA_MEMORY_SCRATCH_H

#include "base/session.h"

int prefix__cuda_on_host(int kind); /* whether a kernel needs its data copied */

/* Device or pinned memory that stays; free() ignores NULL. Neither disturbs a capture. */
int prefix__cuda_scratch_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind);
void prefix__cuda_scratch_free(void *memory, int kind);
/* Clears device memory and waits for that; nothing of it becomes part of a capture. */
int prefix__cuda_clear_now(struct prefix_session *session, void *memory, size_t bytes);

/*
 * A pool of the session's own for the memory of calls. The device's gives freed memory back whenever something is
 * waited for, and how much it keeps is up to the program; to map it again takes longer than most calls. Where none can
 * be made the device's will do.
 */
void prefix__cuda_pool_make(struct prefix_session *session, int device, size_t all);
void prefix__cuda_pool_free(struct prefix_session *session);

/* Memory for one call, as the stream comes to it; captured, it is the graph's. */
int prefix__cuda_allocate(struct prefix_session *session, void **memory, size_t bytes, void *stream);
/* memory: or NULL. Returns the status that there was, if it was not OK. */
int prefix__cuda_release(struct prefix_session *session, void *memory, void *stream, int status);

#endif

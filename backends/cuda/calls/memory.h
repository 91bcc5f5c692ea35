/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory for callers that do not link CUDA themselves. */
#ifndef PREFIX_CUDA_CALLS_MEMORY_H
#define PREFIX_CUDA_CALLS_MEMORY_H

#include "base/session.h"

int prefix__cuda_memory_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind);
int prefix__cuda_memory_free(struct prefix_session *session, void *memory);
int prefix__cuda_memory_copy(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream);

#endif

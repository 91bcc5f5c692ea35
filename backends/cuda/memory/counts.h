/* SPDX-License-Identifier: BSD-3-Clause */
/* Totals and counts that kernels leave, and where they are wanted. */
#ifndef PREFIX_CUDA_MEMORY_COUNTS_H
#define PREFIX_CUDA_MEMORY_COUNTS_H

#include "base/session.h"

/* Sees to the session's total, pinned memory that kernels write to. */
int prefix__cuda_pinned_total(struct prefix_session *session);

struct prefix__cuda_counted {
    uint64_t *count;
    int memory;
    size_t words;
    void *stream;
};

/* where: what kernels may write to. A count for the host is none for a capture. */
int prefix__cuda_count_begin(struct prefix_session *session, const struct prefix__cuda_counted *counted,
                             uint64_t **where);
/* Waits for counts that go to the host, if all is well up to there; returns the status of both. */
int prefix__cuda_count_end(struct prefix_session *session, const struct prefix__cuda_counted *counted, int status);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#include "memory/counts.h"

#include <string.h>

#include "base/context.h"
#include "memory/scratch.h"

#define TOTAL_BYTES 16

int prefix__cuda_pinned_total(struct prefix_session *session)
{
    if (session->total)
        return PREFIX_OK;
    return prefix__cuda_scratch_alloc(session, (void **)&session->total, TOTAL_BYTES, PREFIX_MEMORY_PINNED);
}

int prefix__cuda_count_begin(struct prefix_session *session, const struct prefix__cuda_counted *counted,
                             uint64_t **where)
{
    *where = counted->count;
    if (!prefix__cuda_on_host(counted->memory))
        return PREFIX_OK;
    int status = prefix__cuda_not_captured(session, counted->stream, "a call with its count in host memory");
    if (status == PREFIX_OK)
        status = prefix__cuda_pinned_total(session);
    *where = session->total;
    return status;
}

int prefix__cuda_count_end(struct prefix_session *session, const struct prefix__cuda_counted *counted, int status)
{
    if (status != PREFIX_OK || !prefix__cuda_on_host(counted->memory))
        return status;
    status = prefix__cuda_check(session, cudaStreamSynchronize((cudaStream_t)counted->stream), "waiting for the count");
    if (status == PREFIX_OK)
        memcpy(counted->count, session->total, counted->words * sizeof *counted->count);
    return status;
}

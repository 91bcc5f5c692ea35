/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts that calls leave, and memory that they have to themselves. */
#include <string.h>

#include "call.h"

int prefix__cuda_not_captured(struct prefix_session *session, void *stream, const char *what)
{
    uint64_t number;
    int capturing;
    cudaError_t error = (cudaError_t)prefix__cuda_stream((cudaStream_t)stream, &number, &capturing);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "looking at the stream");
    if (!capturing)
        return PREFIX_OK;
    session->host->error(session->owner, "%s cannot be captured", what);
    return PREFIX_ERROR_UNSUPPORTED;
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

int prefix__cuda_allocate(struct prefix_session *session, void **memory, size_t bytes, void *stream)
{
    cudaError_t error = session->pool ? cudaMallocFromPoolAsync(memory, bytes, session->pool, (cudaStream_t)stream)
                                      : cudaMallocAsync(memory, bytes, (cudaStream_t)stream);
    if (error != cudaSuccess)
        *memory = NULL;
    return prefix__cuda_check(session, error, "allocating scratch memory");
}

int prefix__cuda_release(struct prefix_session *session, void *memory, void *stream, int status)
{
    cudaError_t error = memory ? cudaFreeAsync(memory, (cudaStream_t)stream) : cudaSuccess;
    if (status == PREFIX_OK)
        return prefix__cuda_check(session, error, "freeing scratch memory");
    (void)cudaGetLastError();
    return status;
}

int prefix__cuda_queue(struct prefix_session *session, const void *kernel, const struct prefix__cuda_grid *grid,
                       void *stream, void **arguments, const char *what)
{
    cudaFunction_t function;
    cudaError_t error = prefix__cuda_function(session, kernel, &function);
    if (error == cudaSuccess)
        error = (cudaError_t)prefix__cuda_launch_kernel(function, grid, (cudaStream_t)stream, arguments);
    return prefix__cuda_check(session, error, what);
}

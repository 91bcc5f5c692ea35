/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/driver.h"
#include "base/function.h"
#include "memory/scratch.h"
#include "params/few.h"
#include "plan/runs_kernels.h"

#define ALIGNMENT 256

int prefix__cuda_memory_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind)
{
    struct prefix__cuda_scope scope;
    *memory = NULL;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    switch (kind) {
    case PREFIX_MEMORY_HOST:
        if (posix_memalign(memory, ALIGNMENT, bytes) != 0) {
            *memory = NULL;
            session->host->error(session->owner, "no host memory for %zu bytes", bytes);
            status = PREFIX_ERROR_NOMEM;
        }
        break;
    case PREFIX_MEMORY_PINNED:
        status = prefix__cuda_check(session, cudaHostAlloc(memory, bytes, cudaHostAllocPortable),
                                    "allocating pinned memory");
        break;
    case PREFIX_MEMORY_MANAGED:
        status = prefix__cuda_check(session, cudaMallocManaged(memory, bytes, cudaMemAttachGlobal),
                                    "allocating managed memory");
        break;
    default:
        status = prefix__cuda_check(session, cudaMalloc(memory, bytes), "allocating device memory");
        break;
    }
    prefix__cuda_leave(&scope);
    return status;
}

int prefix__cuda_memory_free(struct prefix_session *session, void *memory)
{
    struct prefix__cuda_scope scope;
    int kind;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    prefix__cuda_memory_kind(memory, &kind);
    if (kind == PREFIX_MEMORY_HOST)
        free(memory);
    else if (kind == PREFIX_MEMORY_PINNED)
        status = prefix__cuda_check(session, cudaFreeHost(memory), "freeing pinned memory");
    else
        status = prefix__cuda_check(session, cudaFree(memory), "freeing device memory");
    prefix__cuda_leave(&scope);
    return status;
}

static int kind_of(const void *memory)
{
    int kind;
    prefix__cuda_memory_kind(memory, &kind);
    return kind;
}

/*
 * A value of the caller's, such as the count of nothing: of no more use when the call returns, but read at once.
 * Pinned memory, which the stream may still have to write to, cannot be.
 */
static int write_few(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream)
{
    struct prefix__cuda_few few = {.count = (uint32_t)bytes};
    struct prefix__cuda_grid grid = {1, 0, 0, 0, 0};
    const void *kernel = prefix__cuda_few_kernel(&grid.threads);
    memcpy(few.bytes, from, bytes);
    return prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){&few, &to}, "writing a value");
}

static int copy(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream)
{
    int status = prefix__cuda_check(session, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, (cudaStream_t)stream),
                                    "copying");
    if (status == PREFIX_OK && (prefix__cuda_on_host(kind_of(to)) || prefix__cuda_on_host(kind_of(from))))
        status = prefix__cuda_check(session, cudaStreamSynchronize((cudaStream_t)stream), "copying");
    return status;
}

int prefix__cuda_memory_copy(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    if (kind_of(from) == PREFIX_MEMORY_HOST && !prefix__cuda_on_host(kind_of(to)) && bytes <= PREFIX__CUDA_FEW)
        status = write_few(session, to, from, bytes, stream);
    else
        status = copy(session, to, from, bytes, stream);
    prefix__cuda_leave(&scope);
    return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Values that kernels do not take along are fetched when their places are known. */
#include "launch/sort.h"

#include <stdint.h>

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "launch/sort_passes.h"
#include "memory/scratch.h"
#include "plan/sort_kernels.h"
#include "shared/types.h"

#define GATHER_BLOCKS 8 /* on a multiprocessor */

static int gather(struct prefix_session *session, const struct prefix_sort_work *work, const void *values,
                  const void *indices, size_t index_size)
{
    uint32_t threads;
    const void *kernel = prefix__cuda_gather_kernel(&threads);
    const size_t units = work->value_size / work->value_alignment;
    const uint64_t blocks = (work->n * units - 1) / threads + 1;
    struct prefix__cuda_gather g = {
        .in = values,
        .indices = indices,
        .out = work->values_out,
        .n = work->n,
        .index_size = (uint32_t)index_size,
        .unit = (uint32_t)work->value_alignment,
        .units = (uint32_t)units,
    };
    int status = prefix__cuda_look_at_device(session);
    if (status != PREFIX_OK)
        return status;
    const uint64_t most = (uint64_t)session->multiprocessors * GATHER_BLOCKS;
    const struct prefix__cuda_grid grid = {(unsigned)(blocks < most ? blocks : most), threads, 0, 0, 0};
    return prefix__cuda_queue(session, kernel, &grid, work->stream, (void *[]){&g}, "values of a sort");
}

/* In place, values are copied first. */
static int sort_by_indices(struct prefix_session *session, const struct prefix_sort_work *work)
{
    const size_t index_size = work->n - 1 <= UINT32_MAX ? 4 : 8;
    const size_t indices = (work->n * index_size + 255) / 256 * 256, bytes = work->n * work->value_size;
    const int copied = work->values == work->values_out;
    const void *values = work->values;
    char *memory;
    int status = prefix__cuda_allocate(session, (void **)&memory, indices + (copied ? bytes : 0), work->stream);
    if (status != PREFIX_OK)
        return status;
    const struct prefix__cuda_sort_arrays arrays = {work->keys, NULL, work->out, memory, index_size};
    if (copied) {
        values = memory + indices;
        status = prefix__cuda_check(session,
                                    cudaMemcpyAsync(memory + indices, work->values, bytes, cudaMemcpyDeviceToDevice,
                                                    (cudaStream_t)work->stream),
                                    "copying values that are sorted in place");
    }
    if (status == PREFIX_OK)
        status = prefix__cuda_sort_passes(session, work, &arrays);
    if (status == PREFIX_OK)
        status = gather(session, work, values, memory, index_size);
    return prefix__cuda_release(session, memory, work->stream, status);
}

static int is_taken_along(const struct prefix_sort_work *work)
{
    return (work->value_size == 4 || work->value_size == 8) && work->value_alignment >= work->value_size;
}

int prefix__cuda_sort_on_device(struct prefix_session *session, const struct prefix_sort_work *work)
{
    if (work->segments) {
        session->host->error(session->owner, "the cuda backend sorts no segments");
        return PREFIX_ERROR_UNSUPPORTED;
    }
    if (work->values && !is_taken_along(work))
        return sort_by_indices(session, work);
    const struct prefix__cuda_sort_arrays arrays = {
        .keys = work->keys,
        .values = work->values,
        .out = work->out,
        .values_out = work->values ? work->values_out : work->indices,
        .value_size = work->values    ? work->value_size
                      : work->indices ? prefix__size_of(work->index_type)
                                      : 0,
    };
    return prefix__cuda_sort_passes(session, work, &arrays);
}

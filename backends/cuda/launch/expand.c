/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs written out: a kernel adds up the lengths of chunks, a scan of these sums tells where each chunk ends, and a
 * second kernel writes. Sums of lengths of 8 bytes may not fit: then a kernel between looks where.
 */
#include "launch/expand.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "launch/sums.h"
#include "memory/counts.h"
#include "memory/scratch.h"
#include "plan/runs_kernels.h"

/* Tiles that follow each other and are a block's by one turn, at most. */
#define GROUP 8

static uint64_t chunks_of(const struct prefix_expand_work *work)
{
    return (work->runs - 1) / PREFIX__CUDA_EXPAND_CHUNK + 1;
}

static int sum_chunks(struct prefix_session *session, const struct prefix_expand_work *work,
                      struct prefix__cuda_expand *params, uint64_t *sums)
{
    struct prefix__cuda_grid grid = {session->multiprocessors * PREFIX__CUDA_RUNS_BLOCKS, 0, 0, 0, 0};
    const void *kernel = prefix__cuda_expand_sums_kernel(work->index_size, &grid.threads);
    return prefix__cuda_queue(session, kernel, &grid, work->stream, (void *[]){params, &sums}, "adding up lengths");
}

static int look_for_wrap(struct prefix_session *session, const struct prefix_expand_work *work, const uint64_t *ends,
                         uint64_t *wraps)
{
    struct prefix__cuda_grid grid = {session->multiprocessors * PREFIX__CUDA_RUNS_BLOCKS, 0, 0, 0, 0};
    const void *kernel = prefix__cuda_expand_wraps_kernel(&grid.threads);
    uint64_t chunks = chunks_of(work);
    void *arguments[] = {&ends, &chunks, &wraps};
    /* All bits: more than there are chunks. */
    cudaError_t error = cudaMemsetAsync(wraps, 0xff, sizeof *wraps, (cudaStream_t)work->stream);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "clearing scratch memory");
    return prefix__cuda_queue(session, kernel, &grid, work->stream, arguments, "adding up lengths");
}

static int write_out(struct prefix_session *session, const struct prefix_expand_work *work,
                     struct prefix__cuda_expand *params)
{
    struct prefix__cuda_grid grid = {session->multiprocessors * PREFIX__CUDA_EXPAND_BLOCKS, 0, 0, 0, 0};
    uint32_t tile;
    const void *kernel = prefix__cuda_expand_kernel(work->value_size, &grid.threads, &tile);
    const uint64_t turns = work->capacity / tile / grid.blocks;
    params->group = (uint32_t)(turns < 1 ? 1 : turns > GROUP ? GROUP : turns);
    return prefix__cuda_queue(session, kernel, &grid, work->stream, (void *[]){params}, "writing runs out");
}

int prefix__cuda_expand_on_device(struct prefix_session *session, const struct prefix_expand_work *work)
{
    const struct prefix__cuda_counted counted = {work->count, work->count_memory, 1, work->stream};
    const uint64_t chunks = chunks_of(work);
    struct prefix__cuda_expand params = {
        .values = work->values,
        .lengths = work->lengths,
        .out = work->out,
        .runs = work->runs,
        .capacity = work->capacity,
        .index_size = (uint32_t)work->index_size,
    };
    uint64_t *ends;
    void *scratch = NULL;
    int status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK)
        status = prefix__cuda_count_begin(session, &counted, &params.count);
    if (status == PREFIX_OK)
        status = prefix__cuda_allocate(session, &scratch, (chunks + 1) * sizeof *ends, work->stream);
    params.ends = ends = scratch;
    if (status == PREFIX_OK)
        status = sum_chunks(session, work, &params, ends);
    if (status == PREFIX_OK)
        status = prefix__cuda_sum_up(session, ends, chunks, work->stream);
    if (status == PREFIX_OK && work->index_size == 8) {
        params.wraps = ends + chunks;
        status = look_for_wrap(session, work, ends, ends + chunks);
    }
    if (status == PREFIX_OK)
        status = write_out(session, work, &params);
    status = prefix__cuda_release(session, scratch, work->stream, status);
    return prefix__cuda_count_end(session, &counted, status);
}

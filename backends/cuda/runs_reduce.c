/* SPDX-License-Identifier: BSD-3-Clause */
/* Reduction by key: the launch. Keys that are written in place are read from a copy; see device/runs_reduce.cuh. */
#include "runs.h"
#include "runs_reduce_params.h"
#include "segmented.h"

/* Lists take more shared memory than a kernel gets unasked. */
static int make_room(struct prefix_session *session, const struct prefix__cuda_segmented_kernel *kernel)
{
    return prefix__cuda_check(
        session,
        cudaFuncSetAttribute(kernel->runs, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)kernel->runs_shared),
        "reserving shared memory");
}

/* One workspace behind the other: of aggregates, and of counts, which take a word each, and two with a group's. */
static size_t lay_out(const struct prefix__cuda_segmented_kernel *kernel, const struct prefix__cuda_scan *scan,
                      size_t *counts)
{
    const uint64_t groups = (scan->tiles - 1) / PREFIX__CUDA_GROUP + 1, even = (scan->tiles + 1) / 2 * 2;
    *counts = (size_t)(PREFIX__CUDA_HEADER_WORDS + even * kernel->aggregate_words + groups * kernel->prefix_words);
    *counts = (*counts + 1) / 2 * 2;
    return (*counts + (size_t)(PREFIX__CUDA_HEADER_WORDS + even + 2 * groups)) * sizeof(uint64_t);
}

static int launch(struct prefix_session *session, const struct prefix_runs_work *work, const void *keys,
                  uint64_t *count)
{
    struct prefix_segmented_work segmented = {.size = sizeof segmented, .scan = work->scan, .heads = work->keys};
    struct prefix__cuda_runs_reduce params;
    struct prefix__cuda_scan *scan = &params.segmented.scan;
    struct prefix__cuda_workspace *own = NULL;
    size_t counts;
    segmented.heads.data = keys;
    const struct prefix__cuda_segmented_kernel *kernel = prefix__cuda_segmented_lower(&segmented, &params.segmented);
    scan->in = work->scan->in;
    scan->out = work->scan->out;
    scan->n = work->n;
    scan->tiles = (scan->n - 1) / kernel->tile + 1;
    params.unique = work->unique;
    params.count = count;
    params.capacity = work->capacity;
    int status = make_room(session, kernel);
    if (status == PREFIX_OK)
        status = prefix__cuda_workspace_for_call(session, lay_out(kernel, scan, &counts), work->stream, scan, &own);
    if (status != PREFIX_OK)
        return status;
    params.counts = scan->workspace + counts;
    struct prefix__cuda_grid grid = {session->multiprocessors * kernel->runs_blocks, kernel->runs_threads,
                                     kernel->runs_shared, 0, 0};
    if (grid.blocks > scan->tiles)
        grid.blocks = (unsigned int)scan->tiles;
    status =
        prefix__cuda_queue(session, kernel->runs, &grid, work->stream, (void *[]){&params}, "launching a reduction");
    return prefix__cuda_workspace_used(session, own, work->stream, status);
}

int prefix__cuda_runs_reduce(struct prefix_session *session, const struct prefix_runs_work *work, uint64_t *counts)
{
    const size_t bytes = work->n * work->keys.size;
    const void *keys = work->keys.data;
    void *copy = NULL;
    int status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK && work->unique == keys) {
        status = prefix__cuda_allocate(session, &copy, bytes, work->stream);
        if (status == PREFIX_OK)
            status = prefix__cuda_check(
                session, cudaMemcpyAsync(copy, keys, bytes, cudaMemcpyDeviceToDevice, (cudaStream_t)work->stream),
                "copying keys that are written in place");
        keys = copy;
    }
    if (status == PREFIX_OK)
        status = launch(session, work, keys, counts);
    return prefix__cuda_release(session, copy, work->stream, status);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs written out: a kernel adds up the lengths of chunks, a scan of these sums tells where each chunk ends, and a
 * second kernel writes. Sums of lengths of 8 bytes may not fit: then a kernel between looks where.
 */
#include "runs.h"

enum { ARRAYS = 3 };

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

/* From what chunks come to to where each ends, in place. */
static int scan_sums(struct prefix_session *session, const struct prefix_expand_work *work, uint64_t *sums)
{
    struct prefix_scan_work scan = {
        .size = sizeof scan,
        .kind = PREFIX_INCLUSIVE,
        .op = PREFIX_SUM,
        .type = PREFIX_U64,
        .output_type = PREFIX_U64,
        .carry_type = PREFIX_U64,
        .in = sums,
        .out = sums,
        .n = chunks_of(work),
        .in_memory = PREFIX_MEMORY_DEVICE,
        .out_memory = PREFIX_MEMORY_DEVICE,
        .total_memory = PREFIX_MEMORY_HOST,
        .stream = work->stream,
    };
    struct prefix__cuda_scan params;
    uint64_t number;
    int capturing;
    size_t bytes;
    const struct prefix__cuda_kernel *kernel = prefix__cuda_lower(&scan, &params);
    int status =
        prefix__cuda_check(session, (cudaError_t)prefix__cuda_stream((cudaStream_t)work->stream, &number, &capturing),
                           "looking at the stream");
    if (status == PREFIX_OK && capturing) { /* the graph's own, as a plan's would be */
        status = prefix__cuda_workspace_bytes(session, &scan, kernel, params.kernel, scan.n, &bytes);
        if (status == PREFIX_OK && bytes > 0)
            status = prefix__cuda_workspace_keep(session, bytes, &params);
        scan.workspace = params.workspace;
        scan.workspace_bytes = (size_t)params.workspace_words * sizeof(uint64_t);
    }
    params.in = scan.in;
    params.out = scan.out;
    params.n = scan.n;
    return status == PREFIX_OK ? prefix__cuda_launch(session, &scan, kernel, &params) : status;
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

static int on_device(struct prefix_session *session, const struct prefix_expand_work *work)
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
        status = scan_sums(session, work, ends);
    if (status == PREFIX_OK && work->index_size == 8) {
        params.wraps = ends + chunks;
        status = look_for_wrap(session, work, ends, ends + chunks);
    }
    if (status == PREFIX_OK)
        status = write_out(session, work, &params);
    status = prefix__cuda_release(session, scratch, work->stream, status);
    return prefix__cuda_count_end(session, &counted, status);
}

static int run_copied(struct prefix_session *session, const struct prefix_expand_work *work,
                      const struct prefix__cuda_array *arrays)
{
    struct prefix_expand_work copied = *work;
    uint64_t count = 0;
    copied.values = prefix__cuda_array_there(&arrays[0], work->values);
    copied.lengths = prefix__cuda_array_there(&arrays[1], work->lengths);
    copied.out = prefix__cuda_array_there(&arrays[2], work->out);
    copied.count = &count;
    copied.count_memory = PREFIX_MEMORY_HOST;
    int status = on_device(session, &copied);
    if (status == PREFIX_OK)
        status = prefix__cuda_array_back(session, &arrays[2],
                                         count < work->capacity ? (size_t)count * work->value_size : arrays[2].bytes,
                                         work->threads, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(
            session, cudaMemcpyAsync(work->count, &count, sizeof count, cudaMemcpyDefault, (cudaStream_t)work->stream),
            "copying the count");
    return status;
}

static int run(struct prefix_session *session, const struct prefix_expand_work *work)
{
    struct prefix__cuda_array arrays[ARRAYS] = {
        {work->values, NULL, work->runs * work->value_size, work->values_memory, NULL},
        {work->lengths, NULL, work->runs * work->index_size, work->lengths_memory, NULL},
        {NULL, work->out, work->capacity * work->value_size, work->out_memory, NULL},
    };
    if (!prefix__cuda_arrays_staged(arrays, ARRAYS))
        return on_device(session, work);
    int status = prefix__cuda_not_captured(session, work->stream, "an expansion of host arrays");
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_arrays_in(session, arrays, ARRAYS, work->threads, work->stream);
    if (status == PREFIX_OK)
        status = run_copied(session, work, arrays);
    return prefix__cuda_arrays_end(session, arrays, ARRAYS, work->stream, status);
}

int prefix__cuda_expand(struct prefix_session *session, const struct prefix_expand_work *work)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = run(session, work);
    prefix__cuda_leave(&scope);
    return status;
}

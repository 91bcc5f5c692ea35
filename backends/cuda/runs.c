/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys: found and measured in one pass, as a selection of the elements that begin one. Its
 * kernels count in 32 bits, so that longer arrays are taken piece by piece.
 */
#include <string.h>

#include "runs.h"

enum { ARRAYS = 6 };

/* Elements that are encoded at once. Lowered, in a build to test it. */
#ifndef PREFIX__CUDA_RUNS_PIECE
#define PREFIX__CUDA_RUNS_PIECE ((uint64_t)1 << 31)
#endif

static int type_of(size_t size)
{
    return size == 1 ? PREFIX_U8 : size == 2 ? PREFIX_U16 : size == 4 ? PREFIX_U32 : PREFIX_U64;
}

static struct prefix_select_work selection_of(const struct prefix_runs_work *work)
{
    return (struct prefix_select_work){
        .size = sizeof(struct prefix_select_work),
        .type = type_of(work->keys.size),
        .selector = PREFIX_SELECTOR_HEADS,
        .test = prefix__cuda_heads_test(&work->keys),
        .in = work->keys.data,
        .out = work->unique,
        .n = work->n,
        .capacity = work->capacity,
        .stream = work->stream,
    };
}

/* One pass, or one for each piece, which learns from the one before what stands before it. */
static int encode(struct prefix_session *session, const struct prefix_runs_work *work, uint64_t *counts)
{
    const struct prefix_select_work selection = selection_of(work);
    struct prefix__cuda_select params;
    void *chain = NULL;
    int status = PREFIX_OK;
    prefix__cuda_select_lower(&selection, &params);
    params.lengths = work->lengths;
    params.index_size = (uint8_t)work->index_size;
    if (!work->lengths) { /* which alone would need that */
        params.scan.total = counts;
        return prefix__cuda_select_launch(session, &params, work->stream);
    }
    if (work->n > PREFIX__CUDA_RUNS_PIECE)
        status = prefix__cuda_allocate(session, &chain, 4 * sizeof(uint64_t), work->stream);
    for (uint64_t at = 0, piece = 0; at < work->n && status == PREFIX_OK; at += PREFIX__CUDA_RUNS_PIECE, piece++) {
        params.scan.in = (const char *)work->keys.data + at * work->keys.size;
        params.scan.n = work->n - at < PREFIX__CUDA_RUNS_PIECE ? work->n - at : PREFIX__CUDA_RUNS_PIECE;
        params.head_first = at == 0;
        params.place = at;
        params.ends = at + params.scan.n == work->n;
        params.runs_before = at > 0 ? (uint64_t *)chain + 2 * (piece % 2) : NULL;
        params.scan.total = params.ends ? counts : (uint64_t *)chain + 2 * ((piece + 1) % 2);
        status = prefix__cuda_select_launch(session, &params, work->stream);
    }
    return prefix__cuda_release(session, chain, work->stream, status);
}

static int on_device(struct prefix_session *session, const struct prefix_runs_work *work)
{
    const struct prefix__cuda_counted counted = {work->count, work->count_memory, 1, work->stream};
    uint64_t *counts;
    int status = prefix__cuda_count_begin(session, &counted, &counts);
    if (status == PREFIX_OK)
        status = work->scan                                  ? prefix__cuda_runs_reduce(session, work, counts)
                 : work->nontrivial || work->keys.size == 16 ? prefix__cuda_runs_by_bits(session, work, counts)
                                                             : encode(session, work, counts);
    return prefix__cuda_count_end(session, &counted, status);
}

/* Every array's copy is another one, so that in place on the host is not in place on the device. */
static int run_copied(struct prefix_session *session, const struct prefix_runs_work *work,
                      const struct prefix__cuda_array *arrays)
{
    struct prefix_runs_work copied = *work;
    struct prefix_scan_work scan = {0};
    uint64_t count = 0;
    if (work->scan) {
        scan = *work->scan;
        scan.in = prefix__cuda_array_there(&arrays[4], scan.in);
        scan.out = prefix__cuda_array_there(&arrays[5], scan.out);
        copied.scan = &scan;
    }
    copied.keys.data = prefix__cuda_array_there(&arrays[0], work->keys.data);
    copied.unique = prefix__cuda_array_there(&arrays[1], work->unique);
    copied.offsets = prefix__cuda_array_there(&arrays[2], work->offsets);
    copied.lengths = prefix__cuda_array_there(&arrays[3], work->lengths);
    copied.count = &count;
    copied.count_memory = PREFIX_MEMORY_HOST;
    int status = on_device(session, &copied);
    const size_t size = work->scan ? prefix__size_of(scan.type) : 0;
    const size_t sizes[ARRAYS] = {0, work->keys.size, work->index_size, work->index_size, 0, size};
    for (int i = 1; i < ARRAYS && status == PREFIX_OK; i++)
        status = prefix__cuda_array_back(session, &arrays[i], (size_t)count * sizes[i], work->threads, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(
            session, cudaMemcpyAsync(work->count, &count, sizeof count, cudaMemcpyDefault, (cudaStream_t)work->stream),
            "copying the count");
    return status;
}

static int run(struct prefix_session *session, const struct prefix_runs_work *work)
{
    const struct prefix_scan_work *scan = work->scan;
    const size_t index_bytes = work->capacity * work->index_size, size = scan ? prefix__size_of(scan->type) : 0;
    struct prefix__cuda_array arrays[ARRAYS] = {
        {work->keys.data, NULL, work->n * work->keys.size, work->keys.memory, NULL},
        {NULL, work->unique, work->capacity * work->keys.size, work->unique_memory, NULL},
        {NULL, work->offsets, index_bytes, work->offsets_memory, NULL},
        {NULL, work->lengths, index_bytes, work->lengths_memory, NULL},
        {scan ? scan->in : NULL, NULL, work->n * size, scan ? scan->in_memory : PREFIX_MEMORY_HOST, NULL},
        {NULL, scan ? scan->out : NULL, work->capacity * size, scan ? scan->out_memory : PREFIX_MEMORY_HOST, NULL},
    };
    if (!prefix__cuda_arrays_staged(arrays, ARRAYS))
        return on_device(session, work);
    int status = prefix__cuda_not_captured(session, work->stream, "a search for runs in host arrays");
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_arrays_in(session, arrays, ARRAYS, work->threads, work->stream);
    if (status == PREFIX_OK)
        status = run_copied(session, work, arrays);
    return prefix__cuda_arrays_end(session, arrays, ARRAYS, work->stream, status);
}

int prefix__cuda_runs(struct prefix_session *session, const struct prefix_runs_work *work)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = run(session, work);
    prefix__cuda_leave(&scope);
    return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys: found and measured in one pass, as a selection of the elements that begin one. Its
 * kernels count in 32 bits, so that longer arrays are taken piece by piece.
 */
#include "launch/runs.h"

#include <string.h>

#include "launch/operator_runs.h"
#include "launch/reduce_by_key.h"
#include "launch/runs_by_bits.h"
#include "launch/runs_selection.h"
#include "launch/select.h"
#include "launch/select_pass.h"
#include "memory/counts.h"
#include "memory/scratch.h"
#include "params/runs_params.h"

/* Elements that are encoded at once. Lowered, in a build to test it. */
#ifndef PREFIX__CUDA_RUNS_PIECE
#define PREFIX__CUDA_RUNS_PIECE ((uint64_t)1 << 31)
#endif

/* One pass, or one for each piece, which learns from the one before what stands before it. */
static int encode(struct prefix_session *session, const struct prefix_runs_work *work, uint64_t *counts)
{
    const struct prefix_select_work selection = prefix__cuda_runs_selection(work);
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

int prefix__cuda_runs_on_device(struct prefix_session *session, const struct prefix_runs_work *work)
{
    const struct prefix__cuda_counted counted = {work->count, work->count_memory, 1, work->stream};
    uint64_t *counts;
    int status = prefix__cuda_count_begin(session, &counted, &counts);
    if (status == PREFIX_OK)
        status = work->scan                                  ? prefix__cuda_runs_reduce(session, work, counts)
                 : work->combined                            ? prefix__cuda_operator_reduce_runs(session, work, counts)
                 : work->nontrivial || work->keys.size == 16 ? prefix__cuda_runs_by_bits(session, work, counts)
                                                             : encode(session, work, counts);
    return prefix__cuda_count_end(session, &counted, status);
}

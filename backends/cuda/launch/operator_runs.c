/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of equal keys, each reduced by an operator of the caller's own: a scan by key, of which the ends are picked. */
#include "launch/operator_runs.h"

#include "launch/operator.h"
#include "launch/runs_by_bits.h"
#include "launch/runs_selection.h"
#include "launch/select.h"
#include "launch/select_pass.h"
#include "memory/scratch.h"

/* Where runs begin, and their keys; either may be NULL. */
static int find(struct prefix_session *session, const struct prefix_runs_work *runs, uint64_t *begins, uint64_t *counts)
{
    struct prefix_runs_work by_bits = *runs;
    struct prefix_select_work selection = prefix__cuda_runs_selection(runs);
    struct prefix__cuda_select params;
    if (runs->keys.size == 16) {
        by_bits.offsets = begins;
        by_bits.index_size = sizeof *begins;
        return prefix__cuda_runs_by_bits(session, &by_bits, counts);
    }
    selection.indices = begins;
    selection.index_type = PREFIX_U64;
    prefix__cuda_select_lower(&selection, &params);
    params.scan.total = counts;
    return prefix__cuda_select_launch(session, &params, runs->stream);
}

/* The last run that there is room for ends where the next begins: then keys are for a pass of their own. */
static int find_runs(struct prefix_session *session, const struct prefix_runs_work *work, uint64_t *begins,
                     uint64_t *counts)
{
    const int is_whole = work->capacity == work->n;
    struct prefix_runs_work runs = *work;
    runs.capacity += !is_whole;
    runs.unique = is_whole ? work->unique : NULL;
    int status = find(session, &runs, begins, counts);
    if (status == PREFIX_OK && !is_whole && work->unique)
        status = find(session, work, NULL, counts);
    return status;
}

/* All is read before anything is written: keys and elements may lie where unique keys and reductions go. */
int prefix__cuda_operator_reduce_runs(struct prefix_session *session, const struct prefix_runs_work *work,
                                      uint64_t *counts)
{
    struct prefix_operator_work by_key = *work->combined;
    const size_t scan_bytes = (work->n * by_key.out_size + 7) / 8 * 8;
    char *scratch = NULL;
    by_key.heads = &work->keys;
    int status = prefix__cuda_allocate(session, (void **)&scratch, scan_bytes + (work->capacity + 1) * sizeof(uint64_t),
                                       work->stream);
    uint64_t *const begins = scratch ? (uint64_t *)(scratch + scan_bytes) : NULL;
    if (status == PREFIX_OK)
        status = prefix__cuda_operator_scan_into(session, &by_key, scratch, NULL);
    if (status == PREFIX_OK)
        status = find_runs(session, work, begins, counts);
    struct prefix__cuda_pick params = {
        .from = scratch,
        .to = by_key.out,
        .begins = begins,
        .segments = work->capacity,
        .count = counts,
        .index_size = sizeof(uint64_t),
    };
    if (status == PREFIX_OK && work->capacity > 0)
        status = prefix__cuda_operator_pick(session, &by_key, &params);
    return prefix__cuda_release(session, scratch, work->stream, status);
}

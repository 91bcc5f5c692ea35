/* SPDX-License-Identifier: BSD-3-Clause */
/* Filters: packs of strands, shared out among threads. */
#include "scan/scan.h"

#include "threads/pool.h"
#include "threads/team.h"

#define SLOW 4 /* times as long as a scan of the library's own takes a byte, at least */

int prefix__openmp_filter(struct prefix_session *session, const struct prefix_filter_work *work)
{
    struct prefix__filter f = prefix__filter_of(work, session->isa->filters);
    const size_t bytes = SLOW * work->rows * work->n * sizeof(double);
    const int threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(work->threads, f.packs) : 1;
    const int wakes = threads > 1 && prefix__openmp_wakes(session, bytes, threads);
    const int status = prefix__openmp_reserve(session, prefix__filter_bytes(&f));
    if (status != PREFIX_OK)
        return status;
    f.states = session->scratch;
    if (f.blocks > 1)
        prefix__openmp_each(f.packs, 1, threads, wakes, prefix__filter_ends, &f);
    prefix__openmp_each(work->rows, 1, threads, wakes, prefix__filter_chain, &f);
    prefix__openmp_each(f.packs, 1, threads, wakes, prefix__filter_results, &f);
    if (threads > 1)
        prefix__openmp_work_ended(session);
    return PREFIX_OK;
}

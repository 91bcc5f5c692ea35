/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions of segments: on the calling thread alone, or by a team. */
#include "segments/segmented_scan.h"
#include "chain/chain.h"
#include "segments/check_offsets.h"
#include "serial/segmented.h"
#include "threads/team.h"
#include "tile/segmented_tile.h"

int prefix__openmp_segmented(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    const struct prefix_scan_work *scan = work->scan;
    if (scan->n == 0) /* a reduction */
        return prefix__serial_segmented(session, work);
    int status = prefix__openmp_check_offsets(session, work);
    if (status != PREFIX_OK)
        return status;
    if (!scan->out)
        return prefix__openmp_reduce_offsets(session, work);
    struct prefix__openmp_pipeline p = *prefix__openmp_pipeline_for(session, scan);
    p.heads = &work->heads;
    const size_t tiles = (p.n - 1) / p.tile + 1, bytes = p.n * (p.in_size + p.out_size);
    int threads = 1;
    if (scan->algorithm == PREFIX_ALGORITHM_AUTO && prefix__openmp_is_for_team(bytes))
        threads = prefix__openmp_team_size(scan->threads, tiles / 2);
    if (threads == 1) {
        prefix__openmp_scan_segments(&p, 0, p.n, p.carry, p.n, NULL);
        return PREFIX_OK;
    }
    const size_t group = prefix__openmp_chain_group(&p, threads);
    status = prefix__openmp_reserve(session, prefix__openmp_chain_bytes(&p, group, threads));
    if (status != PREFIX_OK)
        return status;
    prefix__openmp_chain_run(&p, session->scratch, group, threads, prefix__openmp_wakes(session, bytes, threads));
    prefix__openmp_work_ended(session);
    return PREFIX_OK;
}

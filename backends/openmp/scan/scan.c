/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan: on the calling thread alone, or by a team. */
#include "scan/scan.h"

#include "catalogue/by_name.h"
#include "chain/chain.h"
#include "threads/team.h"
#include "threads/tuning.h"
#include "tile/tile.h"

int prefix__openmp_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    const struct prefix__openmp_pipeline *p = prefix__openmp_pipeline_for(session, work);
    if (work->algorithm > PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK)
        return prefix__openmp_scan_by_name(session, work, p);
    const size_t tiles = (p->n + p->tile - 1) / p->tile, bytes = p->n * (p->in_size + p->out_size);
    const size_t team_bytes =
        p->kernel.size == 8 ? prefix__openmp_tuning.team_bytes_of_8 : prefix__openmp_tuning.team_bytes;
    const int named = work->algorithm == PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK;
    int threads = 1;
    uint64_t carry;
    if (named || (work->algorithm == PREFIX_ALGORITHM_AUTO && bytes >= team_bytes))
        threads = prefix__openmp_team_size(work->threads, named ? tiles : tiles / 2);
    if (threads == 1 && !named) {
        carry = prefix__openmp_scan_range(p, 0, p->n, p->carry, NULL);
    } else {
        /* What the caches hold is soon read twice; small teams need not, who seldom wait for each other. */
        const int in_two_passes = !named && !p->large && threads > prefix__openmp_tuning.small_team;
        const int wakes = named || prefix__openmp_wakes(session, bytes, threads);
        const size_t group = prefix__openmp_chain_group(p, threads);
        int status = prefix__openmp_reserve(session, prefix__openmp_chain_bytes(p, group, threads));
        if (status != PREFIX_OK)
            return status;
        carry = in_two_passes ? prefix__openmp_reduce_then_scan(p, session->scratch, threads, wakes)
                              : prefix__openmp_chain_run(p, session->scratch, group, threads, wakes);
    }
    if (named || prefix__openmp_is_for_team(bytes))
        prefix__openmp_work_ended(session);
    if (work->total)
        prefix__openmp_total(work, p, carry, work->total);
    return PREFIX_OK;
}

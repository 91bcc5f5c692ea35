/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan: on the calling thread alone, or by a team. */
#include "scan/scan.h"

#include "catalogue/by_name.h"
#include "chain/chain.h"
#include "threads/team.h"
#include "tile/tile.h"

/* Accumulators of 8 bytes take less time for the same bytes: a team pays from more of them on. */
#define TEAM_BYTES_OF_8 ((size_t)1 << 20)

int prefix__openmp_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    const struct prefix__openmp_pipeline *p = prefix__openmp_pipeline_for(session, work);
    if (work->algorithm > PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK)
        return prefix__openmp_scan_by_name(session, work, p);
    size_t tiles = p->n / p->tile + (p->n % p->tile != 0);
    const int named = work->algorithm == PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK;
    const size_t bytes = p->n * (p->in_size + p->out_size);
    int threads = 1;
    if (named ||
        (work->algorithm == PREFIX_ALGORITHM_AUTO && bytes >= (p->core.size == 8 ? TEAM_BYTES_OF_8 : PREFIX__OPENMP_TEAM_BYTES)))
        threads = prefix__openmp_team_size(work->threads, named ? tiles : tiles / 2);
    uint64_t carry;
    if (threads == 1 && !named) {
        carry = prefix__openmp_scan_range(p, 0, p->n, p->carry, NULL);
    } else {
        const size_t group = prefix__openmp_chain_group(p, threads);
        int status = prefix__openmp_reserve(session, prefix__openmp_chain_bytes(p, group, threads));
        if (status != PREFIX_OK)
            return status;
        int wake = named || prefix__openmp_wakes(session, bytes, threads);
        carry = prefix__openmp_chain_run(p, session->scratch, group, threads, wake);
    }
    if (named || bytes >= PREFIX__OPENMP_TEAM_BYTES)
        prefix__openmp_work_ended(session);
    if (work->total)
        prefix__openmp_total(work, p, carry);
    return PREFIX_OK;
}

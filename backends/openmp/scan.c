/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan: on the calling thread alone, or by a team. */
#include "session.h"

/*
 * Input and output together below which AUTO stays on one thread. Measured with f32 sums on two
 * cores with AVX-512: a team is 7 us faster at 1 MiB (15 against 22), 1 us at 256 KiB, and costs
 * from 40 us to some milliseconds more when its threads have gone to sleep.
 */
#define TEAM_BYTES ((size_t)1 << 20)

static int reserve(struct prefix_session *session, size_t bytes)
{
    if (bytes <= session->scratch_bytes)
        return PREFIX_OK;
    void *scratch = session->host->alloc(session->owner, bytes);
    if (!scratch) {
        session->host->error(session->owner, "out of memory: %zu bytes for the descriptors of tiles", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    if (session->scratch)
        session->host->free(session->owner, session->scratch);
    session->scratch = scratch;
    session->scratch_bytes = bytes;
    return PREFIX_OK;
}

int prefix__openmp_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    struct prefix__openmp_pipeline p;
    prefix__openmp_resolve(&p, session->isa, work, session->cache_bytes);
    size_t tiles = p.n / p.tile + (p.n % p.tile != 0);
    int threads = 1;
    if (work->algorithm == PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK ||
        (work->algorithm == PREFIX_ALGORITHM_AUTO && p.n >= TEAM_BYTES / (p.in_size + p.out_size)))
        threads = prefix__openmp_team_size(work->threads, tiles);
    uint64_t carry;
    if (threads == 1 && work->algorithm != PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK) {
        carry = prefix__openmp_scan_range(&p, 0, p.n, p.carry, NULL);
    } else {
        size_t group = tiles / (4 * (size_t)threads);
        group = group < 1 ? 1 : group > PREFIX__OPENMP_GROUP_MAX ? PREFIX__OPENMP_GROUP_MAX : group;
        size_t count = (tiles + group - 1) / group;
        int status = reserve(session, prefix__openmp_chain_bytes(count));
        if (status != PREFIX_OK)
            return status;
        carry = prefix__openmp_chain_run(&p, session->scratch, group, threads);
    }
    if (work->total)
        prefix__openmp_total(work, &p, carry);
    return PREFIX_OK;
}

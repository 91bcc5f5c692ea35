/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs algorithms by name: networks in rounds, whose parts threads share, and tiled scans. */
#include "catalogue/by_name.h"

#include "chain/chain.h"
#include "threads/team.h"

#define ROUND_GRAIN 8192 /* elements: a piece that is worth a ticket */

/* Threads that share the rounds of a network. */
struct crew {
    struct prefix__crew base;
    int threads;
};

static void each(const struct prefix__crew *base, size_t n, void (*part)(void *user, size_t first, size_t last),
                 void *user)
{
    prefix__openmp_each(n, ROUND_GRAIN, ((const struct crew *)base)->threads, 1, part, user);
}

static int scan_by_network(struct prefix_session *session, const struct prefix_scan_work *work,
                           const struct prefix__network *network)
{
    const struct crew crew = {{each},
                              prefix__openmp_team_size(work->threads, (work->n + ROUND_GRAIN - 1) / ROUND_GRAIN)};
    int status = prefix__openmp_reserve(session, prefix__network_bytes(network, work));
    if (status == PREFIX_OK)
        prefix__network_scan(network, work, &crew.base, session->scratch);
    return status;
}

int prefix__openmp_scan_by_name(struct prefix_session *session, const struct prefix_scan_work *work,
                                const struct prefix__openmp_pipeline *p)
{
    const struct prefix__network *network = prefix__network_of(work->algorithm);
    if (network)
        return scan_by_network(session, work, network);
    const int threads = prefix__openmp_team_size(work->threads, (p->n - 1) / p->tile + 1);
    int status = prefix__openmp_reserve(session, prefix__openmp_chain_bytes(p, 1, threads)); /* the most of them */
    if (status != PREFIX_OK)
        return status;
    uint64_t carry;
    if (work->algorithm == PREFIX_ALGORITHM_REDUCE_THEN_SCAN)
        carry = prefix__openmp_reduce_then_scan(p, session->scratch, threads, 1);
    else if (work->algorithm == PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE)
        carry = prefix__openmp_scan_then_propagate(p, work, session->scratch, threads);
    else
        carry = prefix__openmp_chained_scan(p, session->scratch, threads);
    if (work->total)
        prefix__openmp_total(work, p, carry);
    return PREFIX_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs algorithms by name: networks in rounds, whose parts threads share, and tiled scans. */
#include "catalogue/by_name.h"

#include "catalogue/crew.h"
#include "chain/reduce_then_scan.h"
#include "threads/team.h"

#define ROUND_GRAIN 8192 /* elements: a piece that is worth a ticket */

static void each_of_round(const struct prefix__crew *crew, size_t n,
                          void (*part)(void *user, size_t first, size_t last), void *user)
{
    prefix__openmp_each((const struct prefix__openmp_crew *)crew, n, part, user);
}

static int scan_by_network(struct prefix_session *session, const struct prefix_scan_work *work,
                           const struct prefix__network *network)
{
    const struct prefix__openmp_crew crew = {
        .crew = {each_of_round},
        .threads = prefix__openmp_team_size(work->threads, (work->n + ROUND_GRAIN - 1) / ROUND_GRAIN),
        .grain = ROUND_GRAIN,
    };
    int status = prefix__openmp_reserve(session, prefix__network_bytes(network, work));
    if (status == PREFIX_OK)
        prefix__network_scan(network, work, &crew.crew, session->scratch);
    return status;
}

int prefix__openmp_scan_by_name(struct prefix_session *session, const struct prefix_scan_work *work,
                                const struct prefix__openmp_pipeline *p)
{
    const struct prefix__network *network = prefix__network_of(work->algorithm);
    if (network)
        return scan_by_network(session, work, network);
    const size_t tiles = (p->n - 1) / p->tile + 1, chained = prefix__openmp_chained_bytes(tiles);
    const struct prefix__openmp_crew crew = {.threads = prefix__openmp_team_size(work->threads, tiles), .grain = 1};
    const size_t shared = prefix__openmp_reduce_then_scan_bytes(p, crew.threads);
    int status = prefix__openmp_reserve(session, chained > shared ? chained : shared);
    if (status != PREFIX_OK)
        return status;
    uint64_t carry;
    if (work->algorithm == PREFIX_ALGORITHM_REDUCE_THEN_SCAN)
        carry = prefix__openmp_reduce_then_scan(p, session->scratch, crew.threads, 1);
    else if (work->algorithm == PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE)
        carry = prefix__openmp_scan_then_propagate(p, work, &crew, session->scratch);
    else
        carry = prefix__openmp_chained_scan(p, work, &crew, session->scratch);
    if (work->total)
        prefix__openmp_total(work, p, carry);
    return PREFIX_OK;
}

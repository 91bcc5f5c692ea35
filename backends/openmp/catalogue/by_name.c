/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs algorithms by name: networks in rounds, whose parts threads share, and tiled scans. */
#include "catalogue/by_name.h"

#include "chain/chain.h"
#include "chain/ranges.h"
#include "threads/team.h"
#include "threads/tuning.h"

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

/*
 * A chained scan, in one pass: a thread takes the next tile, reduces it, waits for the carry after the one before,
 * publishes its own and scans. It is look-back without aggregates that are published before.
 */
static void work_in_order(void *user)
{
    struct prefix__openmp_ranges *r = user;
    size_t k;
    while ((k = prefix__openmp_take_ticket(&r->l)) < r->l.count) {
        const struct prefix__openmp_ahead tile = prefix__openmp_range(r, k);
        prefix__openmp_reduce(r->p, tile.first, tile.count, prefix__openmp_aggregate_of(&r->l, k));
        prefix__openmp_scan_range(r->p, tile.first, tile.count, prefix__openmp_carry_before(r, k, 0), NULL);
    }
}

static uint64_t chained_scan(const struct prefix__openmp_pipeline *p, size_t tiles, void *memory, int threads)
{
    struct prefix__openmp_ranges r = {.p = p, .elements = p->tile};
    r.l.count = tiles;
    r.l.patience = prefix__openmp_tuning.patience;
    prefix__openmp_ranges_begin(&r, 1, memory);
    r.l.reduce = NULL; /* owners are waited for */
    return prefix__openmp_ranges_run(&r, work_in_order, threads, 1);
}

int prefix__openmp_scan_by_name(struct prefix_session *session, const struct prefix_scan_work *work,
                                const struct prefix__openmp_pipeline *p)
{
    const struct prefix__network *network = prefix__network_of(work->algorithm);
    if (network)
        return scan_by_network(session, work, network);
    const size_t tiles = (p->n - 1) / p->tile + 1, chained = prefix__openmp_ranges_bytes(tiles, 1);
    const size_t shared = prefix__openmp_reduce_then_scan_bytes(p);
    const int threads = prefix__openmp_team_size(work->threads, tiles);
    int status = prefix__openmp_reserve(session, chained > shared ? chained : shared);
    if (status != PREFIX_OK)
        return status;
    uint64_t carry;
    if (work->algorithm == PREFIX_ALGORITHM_REDUCE_THEN_SCAN)
        carry = prefix__openmp_reduce_then_scan(p, session->scratch, threads, 1);
    else if (work->algorithm == PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE)
        carry = prefix__openmp_scan_then_propagate(p, work, session->scratch, threads);
    else
        carry = chained_scan(p, tiles, session->scratch, threads);
    if (work->total)
        prefix__openmp_total(work, p, carry);
    return PREFIX_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One pass, 2n memory traffic: a thread takes the next tile, reduces it, waits for the prefix of the one before,
 * publishes its own and scans. Whoever is waited for has its ticket, so it runs or will run. It is look-back without
 * aggregates that are published. The model in lib/catalogue/ has the sources.
 */
#include "catalogue/crew.h"
#include "chain/look_back.h"
#include "threads/pool.h"
#include "threads/tuning.h"

struct chain {
    struct prefix__openmp_look_back l;
    const struct prefix__openmp_pipeline *p;
};

/* The passes of the other tiled scans need no more. */
size_t prefix__openmp_chained_bytes(size_t tiles)
{
    return prefix__openmp_look_back_bytes(tiles, 0, sizeof(uint64_t));
}

static void work_at(void *user)
{
    struct chain *chain = user;
    const struct prefix__openmp_pipeline *p = chain->p;
    size_t k;
    while ((k = prefix__openmp_take_ticket(&chain->l)) < chain->l.count) {
        const size_t first = k * p->tile, count = prefix__least(p->tile, p->n - first);
        uint64_t aggregate, before, after;
        prefix__openmp_reduce(p, first, count, &aggregate);
        prefix__openmp_look_back(&chain->l, k, NULL, &before);
        after = p->core.combine(before, aggregate);
        prefix__openmp_publish_prefix(&chain->l, k, &after);
        prefix__openmp_scan_range(p, first, count, before, NULL);
    }
}

uint64_t prefix__openmp_chained_scan(const struct prefix__openmp_pipeline *p, const struct prefix_scan_work *work,
                                     const struct prefix__openmp_crew *crew, void *memory)
{
    uint64_t total = p->carry;
    struct chain chain = {.p = p};
    (void)work;
    chain.l = (struct prefix__openmp_look_back){
        .start = &p->carry,
        .count = (p->n - 1) / p->tile + 1,
        .prefix_bytes = sizeof total,
        .patience = prefix__openmp_tuning.patience,
    };
    prefix__openmp_look_back_begin(&chain.l, memory);
    prefix__openmp_pool_run(work_at, &chain, crew->threads, 1);
    prefix__openmp_prefix_of(&chain.l, chain.l.count - 1, &total);
    return total;
}

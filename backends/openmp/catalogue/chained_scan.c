/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One pass, 2n memory traffic: a thread prefetches the next tile, reduces it, waits for the prefix of the one
 * before, publishes its own and scans. Who is waited for has prefetched its ticket, so it runs or will run;
 * who waits gives its processor away. The model in lib/catalogue/ has the sources.
 */
#include <sched.h>
#include <stdatomic.h>

#include "catalogue/crew.h"
#include "threads/pool.h"
#include "threads/wait.h"

#define LINE_BYTES 64
#define PATIENCE 20 /* us between yields */

struct tile {
    _Alignas(LINE_BYTES) atomic_int known;
    uint64_t prefix; /* the carry behind the tile */
};

struct chain {
    const struct prefix__openmp_pipeline *p;
    struct tile *tiles;
    size_t count;
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

/* The passes of the other tiled scans need no more. */
size_t prefix__openmp_chained_bytes(size_t tiles)
{
    return tiles * sizeof(struct tile) + LINE_BYTES - 1;
}

static uint64_t wait_for(struct tile *tile)
{
    struct prefix__openmp_wait wait = {0};
    while (!atomic_load_explicit(&tile->known, memory_order_acquire))
        if (prefix__openmp_waited(&wait, PATIENCE))
            sched_yield();
    return tile->prefix;
}

static void work_at(void *user)
{
    struct chain *chain = user;
    const struct prefix__openmp_pipeline *p = chain->p;
    for (;;) {
        const size_t k = atomic_fetch_add_explicit(&chain->ticket, 1, memory_order_relaxed);
        if (k >= chain->count)
            return;
        const size_t first = k * p->tile, count = prefix__least(p->tile, p->n - first);
        uint64_t aggregate;
        prefix__openmp_reduce(p, first, count, &aggregate);
        const uint64_t before = k == 0 ? p->carry : wait_for(&chain->tiles[k - 1]);
        chain->tiles[k].prefix = p->core.combine(before, aggregate);
        atomic_store_explicit(&chain->tiles[k].known, 1, memory_order_release);
        prefix__openmp_scan_range(p, first, count, before, NULL);
    }
}

uint64_t prefix__openmp_chained_scan(const struct prefix__openmp_pipeline *p, const struct prefix_scan_work *work,
                                     const struct prefix__openmp_crew *crew, void *memory)
{
    struct chain chain = {.p = p, .count = (p->n - 1) / p->tile + 1};
    (void)work;
    chain.tiles = (struct tile *)(((uintptr_t)memory + LINE_BYTES - 1) & -(uintptr_t)LINE_BYTES);
    for (size_t k = 0; k < chain.count; k++)
        atomic_init(&chain.tiles[k].known, 0);
    prefix__openmp_pool_run(work_at, &chain, crew->threads, 1);
    return chain.tiles[chain.count - 1].prefix;
}

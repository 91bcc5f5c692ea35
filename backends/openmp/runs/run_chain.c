/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs in one pass by a team: a scan with decoupled look-back of how many runs are closed, where the open one begins,
 * and what it comes to. The input stays as it is, so that whoever waits for a late tile packs it, and drops that when
 * it knows what the tile adds.
 */
#include "runs/run_types.h"

#include "chain/look_back.h"
#include "threads/pool.h"
#include "threads/tuning.h"

/* Where a test holds threads up (tests/openmp_runs.c). */
#ifndef HOOK
#define HOOK(place, tile) (void)0
#endif

#define SLOTS 2 /* of a thread: of a tile, and of one that it helps with */

struct chain {
    struct prefix__openmp_look_back l;
    const struct prefix__openmp_runs *r;
    char *slots; /* SLOTS for each thread */
};

size_t prefix__openmp_runs_chain_bytes(const struct prefix__openmp_runs *r, int threads)
{
    return prefix__openmp_look_back_bytes(r->tiles, sizeof(struct prefix__openmp_runs_tile),
                                          sizeof(struct prefix__openmp_place)) +
           SLOTS * (size_t)threads * r->slot_bytes;
}

static void combine(const void *user, size_t k, uint64_t note, const void *tile, void *place)
{
    const struct chain *chain = user;
    (void)note;
    prefix__openmp_runs_pass(chain->r, k, tile, place);
}

static uint64_t pack(const void *user, size_t k, void *spare, void *place)
{
    const struct chain *chain = user;
    struct prefix__openmp_runs_tile tile;
    prefix__openmp_runs_pack(chain->r, k, spare, &tile);
    prefix__openmp_runs_pass(chain->r, k, &tile, place);
    return 0;
}

static void work(void *user)
{
    struct chain *chain = user;
    const struct prefix__openmp_runs *r = chain->r;
    char *const slot = chain->slots + SLOTS * prefix__openmp_join(&chain->l) * r->slot_bytes;
    for (size_t k = prefix__openmp_take_ticket(&chain->l), next; k < r->tiles; k = next) {
        struct prefix__openmp_runs_tile *const tile = prefix__openmp_aggregate_of(&chain->l, k);
        struct prefix__openmp_place before, after;
        HOOK(took, k);
        prefix__openmp_runs_pack(r, k, slot, tile);
        HOOK(packed, k);
        prefix__openmp_publish(&chain->l, k, 0);
        prefix__openmp_look_back(&chain->l, k, slot + r->slot_bytes, &before);
        after = before;
        prefix__openmp_runs_pass(r, k, tile, &after);
        prefix__openmp_publish_prefix(&chain->l, k, &after);
        next = prefix__openmp_take_ticket(&chain->l);
        prefix__openmp_write_runs(r, k, slot, tile, &before, next);
    }
}

struct prefix__openmp_place prefix__openmp_runs_chain(const struct prefix__openmp_runs *r, void *memory, int threads,
                                                      int wake_them)
{
    const struct prefix__openmp_place start = {.carry = r->p.carry};
    struct chain chain = {.r = r};
    struct prefix__openmp_place end = start;
    chain.l = (struct prefix__openmp_look_back){
        .combine = combine,
        .reduce = pack,
        .user = &chain,
        .start = &start,
        .count = r->tiles,
        .aggregate_bytes = sizeof(struct prefix__openmp_runs_tile),
        .prefix_bytes = sizeof start,
        .patience = prefix__openmp_tuning.patience_of_runs,
    };
    chain.slots = prefix__openmp_look_back_begin(&chain.l, memory);
    prefix__openmp_pool_run(work, &chain, threads, wake_them);
    prefix__openmp_prefix_of(&chain.l, r->tiles - 1, &end);
    return end;
}

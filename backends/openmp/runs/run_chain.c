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

#define SLOTS 3 /* of a thread: of a tile, of the one before it, if that waits, and of one that it helps with */

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

/* Whether all tiles before one have been packed. */
static int is_place_known(const struct chain *chain, size_t k)
{
    struct prefix__openmp_place place;
    while (k > 0 && !prefix__openmp_prefix_of(&chain->l, k - 1, &place))
        if (!prefix__openmp_is_published(&chain->l, --k))
            return 0;
    return 1;
}

/* Writes a tile that is in a slot. Returns the next ticket, if it takes one. */
static size_t finish(struct chain *chain, size_t k, char *slot, char *spare, int takes_next)
{
    const struct prefix__openmp_runs_tile *tile = prefix__openmp_aggregate_of(&chain->l, k);
    struct prefix__openmp_place before, after;
    prefix__openmp_look_back(&chain->l, k, spare, &before);
    after = before;
    prefix__openmp_runs_pass(chain->r, k, tile, &after);
    prefix__openmp_publish_prefix(&chain->l, k, &after);
    const size_t next = takes_next ? prefix__openmp_take_ticket(&chain->l) : chain->r->tiles;
    prefix__openmp_write_runs(chain->r, k, slot, tile, &before, next);
    return next;
}

/*
 * Who has packed a tile sooner than another thread one before it packs the next one, too, and writes both then: else
 * the threads would wait for each other by turns.
 */
static void work(void *user)
{
    struct chain *chain = user;
    const struct prefix__openmp_runs *r = chain->r;
    char *slot = chain->slots + SLOTS * prefix__openmp_join(&chain->l) * r->slot_bytes, *other = slot + r->slot_bytes;
    char *const spare = other + r->slot_bytes;
    size_t k = prefix__openmp_take_ticket(&chain->l), waits = r->tiles; /* a tile in the other slot; none: r->tiles */
    while (k < r->tiles || waits < r->tiles) {
        if (k < r->tiles) {
            HOOK(took, k);
            prefix__openmp_runs_pack(r, k, slot, prefix__openmp_aggregate_of(&chain->l, k));
            HOOK(packed, k);
            prefix__openmp_publish(&chain->l, k, 0);
        }
        if (waits < r->tiles)
            waits = finish(chain, waits, other, spare, 0);
        if (k < r->tiles && is_place_known(chain, k)) {
            k = finish(chain, k, slot, spare, 1);
        } else if (k < r->tiles) {
            char *const filled = slot;
            slot = other;
            other = filled;
            waits = k;
            k = prefix__openmp_take_ticket(&chain->l);
        }
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

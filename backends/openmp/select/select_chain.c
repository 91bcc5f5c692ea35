/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A selection in one pass by a team: a scan of the tiles' counts with decoupled look-back. A thread packs a tile,
 * publishes its count, looks back for the number of elements that are selected before it, and writes the tile there.
 *
 * In place is safe. A tile is written when the counts of all tiles before it are known, so when they have been read by
 * those who write them; and it goes to places at or before its own. Who reads a tile that others write by then has come
 * too late to publish its count, and drops what it read.
 */
#include "select/selection.h"

#include "chain/look_back.h"
#include "threads/pool.h"
#include "threads/tuning.h"

struct chain {
    struct prefix__openmp_look_back l;
    const struct prefix__openmp_selection *s;
    char *slots; /* two for each thread */
};

/* A tile that a thread has packed. */
struct packed {
    char *slot;
    size_t counts[PREFIX__OPENMP_GROUPS];
};

size_t prefix__openmp_select_chain_bytes(const struct prefix__openmp_selection *s, int threads)
{
    return prefix__openmp_look_back_bytes(s->tiles, 0, sizeof(uint64_t)) + 2 * (size_t)threads * s->slot_bytes;
}

static void combine(const void *user, size_t k, uint64_t count, const void *aggregate, void *before)
{
    (void)user;
    (void)k;
    (void)aggregate;
    *(uint64_t *)before += count;
}

static uint64_t pack(const void *user, size_t k, void *own, void *before)
{
    const struct chain *chain = user;
    struct packed *packed = own;
    prefix__openmp_pack(chain->s, k, packed->slot, packed->counts);
    *(uint64_t *)before += packed->counts[PREFIX__OPENMP_SELECTED];
    return packed->counts[PREFIX__OPENMP_SELECTED];
}

static void write_tile(const struct chain *chain, size_t k, const struct packed *packed, size_t before, size_t next)
{
    const size_t places[PREFIX__OPENMP_GROUPS] = {before, 0, k * chain->s->tile - before};
    prefix__openmp_write_selected(chain->s, k, packed->slot, places, packed->counts, next);
    HOOK(done, k);
}

static void finish(const void *user, size_t k, void *own, const void *before)
{
    write_tile(user, k, own, (size_t) * (const uint64_t *)before, SIZE_MAX);
}

static void work(void *user)
{
    struct chain *chain = user;
    char *slots = chain->slots + 2 * prefix__openmp_join(&chain->l) * chain->s->slot_bytes;
    struct packed packed = {.slot = slots}, spare = {.slot = slots + chain->s->slot_bytes};
    for (size_t k = prefix__openmp_take_ticket(&chain->l), next; k < chain->s->tiles; k = next) {
        uint64_t before, count = 0;
        HOOK(took, k);
        pack(chain, k, &packed, &count);
        HOOK(packed, k);
        if (!prefix__openmp_publish(&chain->l, k, count)) {
            next = prefix__openmp_take_ticket(&chain->l);
            continue;
        }
        prefix__openmp_look_back(&chain->l, k, &spare, &before);
        count += before;
        prefix__openmp_publish_prefix(&chain->l, k, &count);
        next = prefix__openmp_take_ticket(&chain->l);
        write_tile(chain, k, &packed, (size_t)before, next);
    }
}

size_t prefix__openmp_select_chain(const struct prefix__openmp_selection *s, void *memory, int threads, int wake_them)
{
    static const uint64_t nothing;
    struct chain chain = {.s = s};
    uint64_t count = 0;
    chain.l = (struct prefix__openmp_look_back){
        .combine = combine,
        .reduce = pack,
        .finish = finish,
        .user = &chain,
        .start = &nothing,
        .count = s->tiles,
        .prefix_bytes = sizeof nothing,
        .patience = prefix__openmp_tuning.patience,
    };
    chain.slots = prefix__openmp_look_back_begin(&chain.l, memory);
    prefix__openmp_pool_run(work, &chain, threads, wake_them);
    prefix__openmp_prefix_of(&chain.l, s->tiles - 1, &count);
    return (size_t)count;
}

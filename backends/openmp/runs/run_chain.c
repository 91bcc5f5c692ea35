/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs in one pass by a team: a chained scan with decoupled look-back (chain.c) of how many runs are closed,
 * where the open one begins, and what it comes to. The input stays as it is, so that who waits for a tile
 * whose owner is late packs it for himself, and drops it when he knows what it adds.
 */
#include <sched.h>
#include <stdatomic.h>

#include "runs/run_chain.h"
#include "runs/run_output.h"
#include "runs/run_tile.h"
#include "threads/pool.h"
#include "threads/wait.h"

#define LINE_BYTES 64
#define PATIENCE 100 /* us that an unpublished tile is looked at before helping: it takes 50 to pack one */

/* Where a test holds threads up (tests/openmp_runs.c). */
#ifndef HOOK
#define HOOK(place, tile) (void)0
#endif

#define SLOTS 3 /* of a thread: of a tile, of the one before it, if that waits, and of one that it helps with */

/* What its owner has published of a tile. */
enum { NOTHING, ADDS, PLACE };

struct tile {
    _Alignas(LINE_BYTES) atomic_int known;
    struct prefix__openmp_runs_tile tile;
    struct prefix__openmp_place behind;
};

struct chain {
    const struct prefix__openmp_runs *r;
    struct tile *tiles;
    char *slots; /* SLOTS for each thread */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_size_t members; /* that came */
};

size_t prefix__openmp_runs_chain_bytes(const struct prefix__openmp_runs *r, int threads)
{
    return LINE_BYTES - 1 + r->tiles * sizeof(struct tile) + SLOTS * (size_t)threads * r->slot_bytes;
}

static struct prefix__openmp_place look_back(struct chain *chain, size_t k, char *spare)
{
    struct prefix__openmp_place place = {0, 0, chain->r->p.carry};
    size_t at = k;
    while (at > 0 && atomic_load_explicit(&chain->tiles[at - 1].known, memory_order_acquire) != PLACE)
        at--;
    if (at > 0)
        place = chain->tiles[at - 1].behind;
    for (; at < k; at++) {
        struct tile *tile = &chain->tiles[at];
        struct prefix__openmp_runs_tile own;
        int known = atomic_load_explicit(&tile->known, memory_order_acquire);
        struct prefix__openmp_wait wait = {0};
        while (known == NOTHING && !prefix__openmp_waited(&wait, PATIENCE))
            known = atomic_load_explicit(&tile->known, memory_order_acquire);
        if (known == PLACE) {
            place = tile->behind;
            continue;
        }
        if (known == NOTHING) {
            HOOK(helps, at);
            prefix__openmp_runs_pack(chain->r, at, spare, &own);
        }
        prefix__openmp_runs_pass(chain->r, at, known == NOTHING ? &own : &tile->tile, &place);
        if (known == NOTHING)
            sched_yield(); /* the owner may wait for this processor */
    }
    return place;
}

/* Whether all tiles before one have been packed. */
static int is_place_known(const struct chain *chain, size_t k)
{
    int known = ADDS;
    while (k > 0 && known == ADDS)
        known = atomic_load_explicit(&chain->tiles[--k].known, memory_order_acquire);
    return known != NOTHING;
}

static struct prefix__openmp_place publish_place(struct chain *chain, size_t k, char *spare)
{
    struct tile *tile = &chain->tiles[k];
    const struct prefix__openmp_place before = look_back(chain, k, spare);
    tile->behind = before;
    prefix__openmp_runs_pass(chain->r, k, &tile->tile, &tile->behind);
    atomic_store_explicit(&tile->known, PLACE, memory_order_release);
    return before;
}

static size_t take_ticket(struct chain *chain)
{
    return atomic_fetch_add_explicit(&chain->ticket, 1, memory_order_relaxed);
}

/*
 * Who has packed a tile sooner than another thread one before it packs the next one, too, and puts both then: else the
 * threads would wait for each other by turns.
 */
static void work(void *user)
{
    struct chain *chain = user;
    const struct prefix__openmp_runs *r = chain->r;
    const size_t me = atomic_fetch_add_explicit(&chain->members, 1, memory_order_relaxed);
    char *slot = chain->slots + SLOTS * me * r->slot_bytes, *other = slot + r->slot_bytes;
    char *const spare = other + r->slot_bytes;
    size_t k = take_ticket(chain), waits = r->tiles; /* a tile in the other slot; none: r->tiles */
    while (k < r->tiles || waits < r->tiles) {
        if (k < r->tiles) {
            HOOK(drew, k);
            prefix__openmp_runs_pack(r, k, slot, &chain->tiles[k].tile);
            HOOK(packed, k);
            atomic_store_explicit(&chain->tiles[k].known, ADDS, memory_order_release);
        }
        if (waits < r->tiles) {
            const struct prefix__openmp_place before = publish_place(chain, waits, spare);
            prefix__openmp_write_runs(r, waits, other, &chain->tiles[waits].tile, &before, r->tiles);
            waits = r->tiles;
        }
        if (k < r->tiles && is_place_known(chain, k)) {
            const struct prefix__openmp_place before = publish_place(chain, k, spare);
            const size_t next = take_ticket(chain);
            prefix__openmp_write_runs(r, k, slot, &chain->tiles[k].tile, &before, next);
            k = next;
        } else if (k < r->tiles) {
            char *const filled = slot;
            slot = other;
            other = filled;
            waits = k;
            k = take_ticket(chain);
        }
    }
}

struct prefix__openmp_place prefix__openmp_runs_chain(const struct prefix__openmp_runs *r, void *memory, int threads,
                                                      int wake_them)
{
    struct chain chain = {.r = r};
    chain.tiles = (struct tile *)(((uintptr_t)memory + LINE_BYTES - 1) & -(uintptr_t)LINE_BYTES);
    chain.slots = (char *)(chain.tiles + r->tiles);
    for (size_t k = 0; k < r->tiles; k++)
        atomic_init(&chain.tiles[k].known, NOTHING);
    prefix__openmp_pool_run(work, &chain, threads, wake_them);
    return chain.tiles[r->tiles - 1].behind;
}

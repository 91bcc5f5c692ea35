/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A selection in one pass by a team: a chained scan of the tiles' counts with decoupled look-back, on
 * threads that may be late, descheduled or missing (chain.c).
 *
 * A thread takes the ticket of the next tile, packs it, and publishes its count; it looks back for the
 * number of elements that are selected before it, publishes that with its own, and puts the tile. A tile
 * whose owner does not publish in time is packed by whoever waits for it, into a second slot, and the first
 * who publishes its count has it and puts it; the other drops what it has packed. So no step depends on
 * another thread being run.
 *
 * In place is safe. A tile is put when the counts of all tiles before it are known, that is, when they
 * have been packed and so read, by those who have them; and it goes to places at or before its own. Who
 * reads a tile that others write by then has come too late to have it, and drops what it read.
 */
#include <sched.h>
#include <stdatomic.h>

#include "select/select_chain.h"
#include "select/select_tile.h"
#include "threads/pool.h"
#include "threads/wait.h"

#define LINE_BYTES 64
#define PATIENCE 20 /* us that an unpublished tile is looked at before helping */

/* Where a test holds threads up (tests/openmp_select.c). */
#ifndef HOOK
#define HOOK(place, tile) (void)0
#endif

/* What is known of a tile, above the bits of a number: nothing, its count, or that of all up to its end. */
#define COUNT ((uint64_t)1 << 62)
#define PREFIX ((uint64_t)2 << 62)
#define NUMBER (COUNT - 1)

struct tile {
    _Alignas(LINE_BYTES) _Atomic(uint64_t) known;
};

struct chain {
    const struct prefix__openmp_selection *s;
    struct tile *tiles;
    char *slots; /* two for each thread */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_size_t members; /* that came */
};

static size_t tiles_bytes(const struct prefix__openmp_selection *s)
{
    return s->tiles * sizeof(struct tile);
}

size_t prefix__openmp_select_chain_bytes(const struct prefix__openmp_selection *s, int threads)
{
    return LINE_BYTES - 1 + tiles_bytes(s) + 2 * (size_t)threads * s->slot_bytes;
}

static uint64_t look_at(const struct chain *chain, size_t k)
{
    return atomic_load_explicit(&chain->tiles[k].known, memory_order_acquire);
}

/* Whether the caller, who has packed the tile, is the first. */
static int publish_count(struct chain *chain, size_t k, size_t count)
{
    uint64_t nothing = 0;
    return atomic_compare_exchange_strong(&chain->tiles[k].known, &nothing, COUNT | count);
}

/* By the one who has the tile. */
static void finish(struct chain *chain, size_t k, const char *slot, size_t before, const size_t *counts, size_t next)
{
    const size_t selected = counts[PREFIX__OPENMP_SELECTED];
    const size_t places[PREFIX__OPENMP_GROUPS] = {before, 0, k * chain->s->tile - before};
    atomic_store_explicit(&chain->tiles[k].known, PREFIX | (before + selected), memory_order_release);
    prefix__openmp_write_selected(chain->s, k, slot, places, counts, next);
    HOOK(done, k);
}

/* Does tile k, whose owner has not published in time, unless it has come before. */
static int help(struct chain *chain, size_t k, char *spare, size_t *before)
{
    size_t counts[PREFIX__OPENMP_GROUPS];
    HOOK(helps, k);
    prefix__openmp_pack(chain->s, k, spare, counts);
    if (!publish_count(chain, k, counts[PREFIX__OPENMP_SELECTED]))
        return 0;
    HOOK(helped, k);
    finish(chain, k, spare, *before, counts, SIZE_MAX);
    *before += counts[PREFIX__OPENMP_SELECTED];
    return 1;
}

/* How many are selected before tile k. */
static size_t look_back(struct chain *chain, size_t k, char *spare)
{
    size_t at = k, before = 0;
    while (at > 0) {
        const uint64_t known = look_at(chain, at - 1);
        if (known >= PREFIX) {
            before = known & NUMBER;
            break;
        }
        at--;
    }
    for (; at < k; at++)
        for (struct prefix__openmp_wait wait = {0};;) {
            const uint64_t known = look_at(chain, at);
            if (known >= PREFIX) {
                before = known & NUMBER;
                break;
            }
            if (known >= COUNT) {
                before += known & NUMBER;
                break;
            }
            if (prefix__openmp_waited(&wait, PATIENCE)) {
                if (help(chain, at, spare, &before))
                    break;
                sched_yield(); /* the owner may wait for this processor */
            }
        }
    return before;
}

static size_t take_ticket(struct chain *chain)
{
    return atomic_fetch_add_explicit(&chain->ticket, 1, memory_order_relaxed);
}

static void work(void *user)
{
    struct chain *chain = user;
    const struct prefix__openmp_selection *s = chain->s;
    const size_t me = atomic_fetch_add_explicit(&chain->members, 1, memory_order_relaxed);
    char *slot = chain->slots + 2 * me * s->slot_bytes, *spare = slot + s->slot_bytes;
    size_t counts[PREFIX__OPENMP_GROUPS];
    for (size_t k = take_ticket(chain), next; k < s->tiles; k = next) {
        HOOK(drew, k);
        prefix__openmp_pack(s, k, slot, counts);
        HOOK(packed, k);
        const int mine = publish_count(chain, k, counts[PREFIX__OPENMP_SELECTED]);
        const size_t before = mine ? look_back(chain, k, spare) : 0;
        next = take_ticket(chain);
        if (mine)
            finish(chain, k, slot, before, counts, next);
    }
}

size_t prefix__openmp_select_chain(const struct prefix__openmp_selection *s, void *memory, int threads, int wake_them)
{
    struct chain chain = {.s = s};
    chain.tiles = (struct tile *)(((uintptr_t)memory + LINE_BYTES - 1) & -(uintptr_t)LINE_BYTES);
    chain.slots = (char *)chain.tiles + tiles_bytes(s);
    for (size_t k = 0; k < s->tiles; k++)
        atomic_init(&chain.tiles[k].known, 0);
    prefix__openmp_pool_run(work, &chain, threads, wake_them);
    return look_at(&chain, s->tiles - 1) & NUMBER;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The tiles of chain.c: what their owners publish of them, and the carry before one, by looking back. A tile whose
 * owner does not publish in time is reduced by whoever waits for it.
 *
 * Look-back folds aggregates of canonical tiles left to right from a known carry. That is the canonical order, so that
 * the bits are the same whatever it happens to find first.
 */
#ifndef PREFIX_BACKENDS_OPENMP_LOOK_BACK_H
#define PREFIX_BACKENDS_OPENMP_LOOK_BACK_H

#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#include "threads/pool.h"
#include "tile/segmented_tile.h"
#include "threads/wait.h"

#define LINE_BYTES 64
#define MOST 8 /* canonical tiles in a physical one */

#define PATIENCE 20 /* us that an unpublished tile is looked at before helping */
/*
 * The same in place, where input comes from memory. Whoever helps takes lines from the owner, who is slowed down by
 * that and then needs help again: on two Zen 4 cores without a cache in common, with 20 us for a tile's step, there was
 * help for a sixth of the tiles in place. 2^25 f64 then came to .54 of the plain rewriting, with this to .75; f32 .40
 * and .68, f16 .32 and .42. Behind a thread that has lost its processor for 4 ms, it costs 5 %.
 */
#define PATIENCE_IN_PLACE (10 * PATIENCE)

/* Where a test holds threads up (tests/openmp_chain.c). */
#ifndef HOOK
#define HOOK(place, tile) (void)0
#endif

/* Of a tile's aggregates; BEGUN: its owner writes the output without them. */
enum { EMPTY, BEGUN, READY };

struct tile {
    _Alignas(LINE_BYTES) atomic_int aggregates_state; /* set by the tile's owner alone */
    atomic_int is_known;                              /* whether its prefix is */
    _Atomic uint64_t prefix;                          /* the carry behind the tile; the same whoever writes it */
    size_t cut;                                       /* the last in which a segment begins, from 1; 0: in none */
    uint64_t aggregates[];                            /* of its canonical tiles */
};

struct prefix__openmp_chain {
    const struct prefix__openmp_pipeline *p;
    char *tiles;
    size_t stride;   /* between them */
    char *values;    /* of tiles in hand, depth + 1 for each thread; NULL: the core has no step */
    size_t room;     /* for those of one */
    size_t count;    /* of physical tiles */
    size_t elements; /* of a physical tile */
    size_t depth;
    int threads;
    int leads;      /* the first to come does */
    uint64_t total; /* the carry behind the last one; written by its owner */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_int members; /* that came */
    int company;        /* whether more are awake and about to come */
};

static struct tile *tile_of(const struct prefix__openmp_chain *chain, size_t k)
{
    return (struct tile *)(void *)(chain->tiles + k * chain->stride);
}

static int is_in_place(const struct prefix__openmp_pipeline *p)
{
    return p->in == p->out;
}

/* In place, from memory and to it. */
static int is_rewriting(const struct prefix__openmp_pipeline *p)
{
    return p->large && is_in_place(p);
}

static size_t length_of(const struct prefix__openmp_chain *chain, size_t k)
{
    size_t first = k * chain->elements;
    return chain->p->n - first < chain->elements ? chain->p->n - first : chain->elements;
}

/* Returns where the tile is cut. */
static size_t reduce(const struct prefix__openmp_chain *chain, size_t k, uint64_t *aggregates)
{
    if (chain->p->heads)
        return prefix__openmp_reduce_segments(chain->p, k * chain->elements, length_of(chain, k), aggregates);
    prefix__openmp_reduce(chain->p, k * chain->elements, length_of(chain, k), aggregates);
    return 0;
}

/* Folds the aggregates of tile k into the carry before it, or before the last segment that begins in it. */
static uint64_t fold(const struct prefix__openmp_chain *chain, size_t k, uint64_t carry, const uint64_t *aggregates,
                     size_t cut)
{
    size_t count = (length_of(chain, k) + chain->p->tile - 1) / chain->p->tile;
    if (cut)
        carry = chain->p->carry;
    for (size_t i = cut ? cut - 1 : 0; i < count; i++)
        carry = chain->p->core.combine(carry, aggregates[i]);
    return carry;
}

static int knows_prefix(struct tile *tile)
{
    return atomic_load_explicit(&tile->is_known, memory_order_acquire);
}

static uint64_t prefix_of(struct tile *tile)
{
    return atomic_load_explicit(&tile->prefix, memory_order_relaxed);
}

static void publish_prefix(struct tile *tile, uint64_t prefix)
{
    atomic_store_explicit(&tile->prefix, prefix, memory_order_relaxed);
    atomic_store_explicit(&tile->is_known, 1, memory_order_release);
}

/*
 * The owner writes the tile only behind this fence, so that a helper which still finds it EMPTY after reading
 * knows that it read the input. No barrier for stores past the caches is needed: in place there are none.
 */
static void leave_empty(struct tile *tile, int state)
{
    atomic_store_explicit(&tile->aggregates_state, state, memory_order_release);
    atomic_thread_fence(memory_order_release);
}

static void reduce_tile(struct prefix__openmp_chain *chain, size_t k)
{
    HOOK(drew, k);
    struct tile *tile = tile_of(chain, k);
    tile->cut = reduce(chain, k, tile->aggregates);
    if (tile->cut)
        publish_prefix(tile, fold(chain, k, 0, tile->aggregates, tile->cut));
    leave_empty(tile, READY);
    HOOK(reduced, k);
}

/* Reduces tile k, whose owner has not published in time. Fails when the owner has begun to overwrite it. */
static int help(struct prefix__openmp_chain *chain, size_t k, uint64_t *carry)
{
    struct tile *tile = tile_of(chain, k);
    uint64_t aggregates[MOST];
    HOOK(helps, k);
    const size_t cut = reduce(chain, k, aggregates);
    atomic_thread_fence(memory_order_acquire);
    int state = atomic_load_explicit(&tile->aggregates_state, memory_order_acquire);
    if (state == BEGUN && is_in_place(chain->p))
        return 0;
    *carry = fold(chain, k, *carry, state == READY ? tile->aggregates : aggregates, state == READY ? tile->cut : cut);
    publish_prefix(tile, *carry);
    HOOK(helped, k);
    return 1;
}

/* The carry before tile k. */
static uint64_t look_back(struct prefix__openmp_chain *chain, size_t k)
{
    const uint64_t patience = is_rewriting(chain->p) ? PATIENCE_IN_PLACE : PATIENCE;
    size_t known = k;
    while (known > 0 && !knows_prefix(tile_of(chain, known - 1)))
        known--;
    uint64_t carry = known > 0 ? prefix_of(tile_of(chain, known - 1)) : chain->p->carry;
    for (; known < k; known++) {
        struct tile *tile = tile_of(chain, known);
        for (struct prefix__openmp_wait wait = {0};;) {
            if (knows_prefix(tile)) {
                carry = prefix_of(tile);
                break;
            }
            if (atomic_load_explicit(&tile->aggregates_state, memory_order_acquire) == READY) {
                carry = fold(chain, known, carry, tile->aggregates, tile->cut);
                break;
            }
            if (prefix__openmp_waited(&wait, patience)) {
                if (help(chain, known, &carry))
                    break;
                sched_yield(); /* the owner may wait for this processor */
            }
        }
    }
    return carry;
}

static void publish(struct prefix__openmp_chain *chain, size_t k, uint64_t prefix)
{
    publish_prefix(tile_of(chain, k), prefix);
    if (k == chain->count - 1)
        chain->total = prefix;
}

#endif

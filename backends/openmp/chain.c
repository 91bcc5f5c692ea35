/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One pass over the array by a team: the chained scan with decoupled look-back (Merrill and Garland,
 * 2016), on threads that may be late, descheduled or missing.
 *
 * A thread draws the ticket of the next physical tile (a group of canonical ones), reduces the tile,
 * which brings it into the cache, publishes its aggregates, looks back for the carry before it,
 * publishes the carry behind it and scans. A tile whose owner does not publish in time is reduced
 * by whoever waits for it: no step depends on another thread being run.
 *
 * Look-back folds aggregates of canonical tiles left to right from a known carry. That is the
 * canonical order, so that the bits are the same whatever it happens to find first.
 */
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

#include "internal.h"

#define LINE_BYTES 64
#define PATIENCE 1000 /* looks at an unpublished tile before helping: some ten microseconds */
#define YIELDS 100000 /* of the caller before it enters the join, at most */

enum { EMPTY, CLAIMED, READY };

struct tile {
    _Alignas(LINE_BYTES) atomic_int aggregates_state; /* EMPTY or READY; set by the tile's owner alone */
    atomic_int prefix_state;                          /* CLAIMED by the first who knows the prefix */
    uint64_t prefix;                                  /* the carry behind the tile */
    uint64_t aggregates[PREFIX__OPENMP_GROUP_MAX];    /* of its canonical tiles */
};

struct prefix__openmp_chain {
    const struct prefix__openmp_pipeline *p;
    struct tile *tiles;
    size_t count;    /* of physical tiles */
    size_t elements; /* of a physical tile */
    uint64_t total;  /* the carry behind the last one; written by its owner */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    _Alignas(LINE_BYTES) atomic_int done; /* members with nothing left to do */
};

size_t prefix__openmp_chain_bytes(size_t tiles)
{
    return tiles * sizeof(struct tile) + LINE_BYTES - 1;
}

static inline void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static size_t length_of(const struct prefix__openmp_chain *chain, size_t k)
{
    size_t first = k * chain->elements;
    return chain->p->n - first < chain->elements ? chain->p->n - first : chain->elements;
}

/* Folds the aggregates of tile k into the carry before it. */
static uint64_t fold(const struct prefix__openmp_chain *chain, size_t k, uint64_t carry, const uint64_t *aggregates)
{
    size_t count = (length_of(chain, k) + chain->p->tile - 1) / chain->p->tile;
    for (size_t i = 0; i < count; i++)
        carry = chain->p->core.combine(carry, aggregates[i]);
    return carry;
}

static void publish_prefix(struct tile *tile, uint64_t prefix)
{
    int expected = EMPTY;
    if (atomic_compare_exchange_strong_explicit(&tile->prefix_state, &expected, CLAIMED, memory_order_relaxed,
                                                memory_order_relaxed)) {
        tile->prefix = prefix;
        atomic_store_explicit(&tile->prefix_state, READY, memory_order_release);
    }
}

static int is_ready(atomic_int *state)
{
    return atomic_load_explicit(state, memory_order_acquire) == READY;
}

static void reduce_tile(struct prefix__openmp_chain *chain, size_t k)
{
    struct tile *tile = &chain->tiles[k];
    prefix__openmp_reduce(chain->p, k * chain->elements, length_of(chain, k), tile->aggregates);
    /*
     * The owner writes the tile only behind this full barrier (streaming stores included), so that a
     * helper which still finds it EMPTY after reading knows that it read the input.
     */
    atomic_exchange(&tile->aggregates_state, READY);
    atomic_thread_fence(memory_order_seq_cst);
}

/* The carry behind tile k, given the one before it, when its owner has not published in time. */
static uint64_t help(struct prefix__openmp_chain *chain, size_t k, uint64_t carry)
{
    struct tile *tile = &chain->tiles[k];
    uint64_t aggregates[PREFIX__OPENMP_GROUP_MAX];
    prefix__openmp_reduce(chain->p, k * chain->elements, length_of(chain, k), aggregates);
    atomic_thread_fence(memory_order_seq_cst);
    carry = fold(chain, k, carry, is_ready(&tile->aggregates_state) ? tile->aggregates : aggregates);
    publish_prefix(tile, carry);
    return carry;
}

/* The carry before tile k. */
static uint64_t look_back(struct prefix__openmp_chain *chain, size_t k)
{
    size_t known = k;
    while (known > 0 && !is_ready(&chain->tiles[known - 1].prefix_state))
        known--;
    uint64_t carry = known > 0 ? chain->tiles[known - 1].prefix : chain->p->carry;
    for (; known < k; known++) {
        struct tile *tile = &chain->tiles[known];
        int patience = PATIENCE;
        for (;;) {
            if (is_ready(&tile->prefix_state)) {
                carry = tile->prefix;
                break;
            }
            if (is_ready(&tile->aggregates_state)) {
                carry = fold(chain, known, carry, tile->aggregates);
                break;
            }
            if (patience-- == 0) {
                carry = help(chain, known, carry);
                break;
            }
            pause_briefly();
        }
    }
    return carry;
}

static void work(struct prefix__openmp_chain *chain)
{
    size_t k = atomic_fetch_add_explicit(&chain->ticket, 1, memory_order_relaxed);
    if (k < chain->count)
        reduce_tile(chain, k);
    while (k < chain->count) {
        uint64_t carry = look_back(chain, k);
        uint64_t prefix = fold(chain, k, carry, chain->tiles[k].aggregates);
        publish_prefix(&chain->tiles[k], prefix);
        if (k == chain->count - 1)
            chain->total = prefix;
        size_t next = atomic_fetch_add_explicit(&chain->ticket, 1, memory_order_relaxed);
        struct prefix__openmp_ahead ahead = {next * chain->elements, 0};
        if (next < chain->count)
            ahead.count = length_of(chain, next);
        prefix__openmp_scan_range(chain->p, k * chain->elements, length_of(chain, k), carry, &ahead);
        if (next < chain->count)
            reduce_tile(chain, next);
        k = next;
    }
}

/*
 * The join at the end of a region waits for every member, also for one that was woken on the
 * caller's own processor and gets it only when the caller lets go; the runtime would spin there for
 * milliseconds. So the caller lets the others have it.
 */
static void await_others(struct prefix__openmp_chain *chain)
{
    const int members = omp_get_num_threads();
    for (int i = 0; i < PATIENCE; i++) {
        if (atomic_load_explicit(&chain->done, memory_order_relaxed) == members)
            return;
        pause_briefly();
    }
    for (int i = 0; i < YIELDS && atomic_load_explicit(&chain->done, memory_order_relaxed) < members; i++)
        sched_yield();
}

uint64_t prefix__openmp_chain_run(const struct prefix__openmp_pipeline *p, void *memory, size_t group, int threads)
{
    struct prefix__openmp_chain chain = {.p = p};
    chain.tiles = (struct tile *)(((uintptr_t)memory + LINE_BYTES - 1) & -(uintptr_t)LINE_BYTES);
    chain.elements = group * p->tile;
    chain.count = (p->n + chain.elements - 1) / chain.elements;
    for (size_t k = 0; k < chain.count; k++) {
        atomic_init(&chain.tiles[k].aggregates_state, EMPTY);
        atomic_init(&chain.tiles[k].prefix_state, EMPTY);
    }
#pragma omp parallel num_threads(threads) default(none) shared(chain)
    {
        work(&chain);
        atomic_fetch_add_explicit(&chain.done, 1, memory_order_relaxed);
        if (omp_get_thread_num() == 0)
            await_others(&chain);
    }
    return chain.total;
}

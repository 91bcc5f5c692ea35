/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Decoupled look-back (Merrill and Garland, 2016) on threads that may be late, descheduled or missing. A thread takes
 * the ticket of a tile, publishes its aggregate, looks back for the prefix before it, and publishes the inclusive
 * prefix. Whoever waits too long for an aggregate computes it: no step depends on another thread being run.
 * Aggregates are combined from left to right onto a known prefix: the bits are the same whatever is found first.
 */
#ifndef PREFIX_BACKENDS_OPENMP_CHAIN_LOOK_BACK_H
#define PREFIX_BACKENDS_OPENMP_CHAIN_LOOK_BACK_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "threads/tuning.h"

/* Where a test holds threads up. */
#ifndef HOOK
#define HOOK(place, tile) (void)0
#endif

#define PREFIX__OPENMP_PREFIX_BYTES 24 /* at most */

/* An aggregate is a note below 2^62, and what lies in the tile's memory. */
struct prefix__openmp_look_back {
    /* Adds the aggregate that is published of tile k to the prefix before it. */
    void (*combine)(const void *user, size_t k, uint64_t note, const void *aggregate, void *prefix);
    /* The same of a tile whose owner is late, in memory of its own. Returns the note. NULL: owners are waited for. */
    uint64_t (*reduce)(const void *user, size_t k, void *own, void *prefix);
    /* Writes the tile that reduce() left there, if its note was published first. NULL: only owners write. */
    void (*finish)(const void *user, size_t k, void *own, const void *before);
    const void *user;
    const void *start;                    /* the prefix before the first tile */
    size_t count;                         /* of tiles */
    size_t aggregate_bytes, prefix_bytes; /* whole words */
    uint64_t patience;                    /* us that an aggregate is waited for before helping */
    /* Set by prefix__openmp_look_back_begin(): */
    char *tiles;
    size_t stride;
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_size_t members; /* that came */
};

/* Memory for so many tiles; it may begin anywhere, and is followed by whole lines. */
size_t prefix__openmp_look_back_bytes(size_t count, size_t aggregate_bytes, size_t prefix_bytes);
/* Returns the end of the memory that it takes. */
char *prefix__openmp_look_back_begin(struct prefix__openmp_look_back *l, void *memory);
/* The inclusive prefix of a tile, if it is known; that of the last one is when all have ended. */
int prefix__openmp_prefix_of(const struct prefix__openmp_look_back *l, size_t k, void *prefix);
/* Where the owner leaves the aggregate before it publishes it. */
void *prefix__openmp_aggregate_of(const struct prefix__openmp_look_back *l, size_t k);
int prefix__openmp_is_published(const struct prefix__openmp_look_back *l, size_t k);
/* Returns whether the caller is the first; it always is but where others may finish the tile. */
int prefix__openmp_publish(const struct prefix__openmp_look_back *l, size_t k, uint64_t note);
void prefix__openmp_publish_prefix(const struct prefix__openmp_look_back *l, size_t k, const void *prefix);
/* The prefix before tile k. own: of the calling thread, for reduce() and finish(). */
void prefix__openmp_look_back(const struct prefix__openmp_look_back *l, size_t k, void *own, void *prefix);

static inline size_t prefix__openmp_take_ticket(struct prefix__openmp_look_back *l)
{
    return atomic_fetch_add_explicit(&l->ticket, 1, memory_order_relaxed);
}

static inline size_t prefix__openmp_join(struct prefix__openmp_look_back *l)
{
    return atomic_fetch_add_explicit(&l->members, 1, memory_order_relaxed);
}

#endif

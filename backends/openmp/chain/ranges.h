/* SPDX-License-Identifier: BSD-3-Clause */
/* A scan in ranges of whole canonical tiles, each of which is reduced and scanned by who takes it, with look-back. */
#ifndef PREFIX_BACKENDS_OPENMP_CHAIN_RANGES_H
#define PREFIX_BACKENDS_OPENMP_CHAIN_RANGES_H

#include "chain/look_back.h"
#include "tile/tile.h"

#define TILES_MOST 8 /* canonical ones in a range with segments */
#define FOLDED 16    /* canonical tiles that are reduced at once */

/* In a scheme's own state it comes first. */
struct prefix__openmp_ranges {
    struct prefix__openmp_look_back l; /* note: the last canonical tile of a range where a segment begins, from 1 */
    const struct prefix__openmp_pipeline *p;
    size_t elements; /* of a range */
    int company;     /* whether more threads are awake and about to come */
};

/* The elements of a range; none where there is no such range. */
static inline struct prefix__openmp_ahead prefix__openmp_range(const struct prefix__openmp_ranges *r, size_t k)
{
    const size_t first = k * r->elements, end = k + 1 < r->l.count ? first + r->elements : r->p->n;
    return k < r->l.count ? (struct prefix__openmp_ahead){first, end - first} : (struct prefix__openmp_ahead){0, 0};
}

/* Aggregates of canonical tiles, folded from left to right into the carry before them: the canonical order. */
static inline uint64_t prefix__openmp_fold(const struct prefix__openmp_pipeline *p, uint64_t carry,
                                           const uint64_t *aggregates, size_t tiles)
{
    for (size_t i = 0; i < tiles; i++)
        carry = p->core.combine(carry, aggregates[i]);
    return carry;
}

/* Reduces a range of whole canonical tiles, or up to the end of the array. */
static inline uint64_t prefix__openmp_fold_range(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                                 uint64_t carry)
{
    uint64_t aggregates[FOLDED];
    for (size_t done = 0, length; done < count; done += length) {
        length = count - done < FOLDED * p->tile ? count - done : FOLDED * p->tile;
        prefix__openmp_reduce(p, first + done, length, aggregates);
        carry = prefix__openmp_fold(p, carry, aggregates, (length - 1) / p->tile + 1);
    }
    return carry;
}

/* Memory for ranges of so many tiles, and its end. The count of ranges, the pipeline and the patience are given. */
size_t prefix__openmp_ranges_bytes(size_t count, size_t tiles);
char *prefix__openmp_ranges_begin(struct prefix__openmp_ranges *r, size_t tiles, void *memory);
/* Runs work(r) on a team; returns the carry after the last element. */
uint64_t prefix__openmp_ranges_run(struct prefix__openmp_ranges *r, void (*work)(void *), int threads, int wake_them);
/* The aggregates of a range that has been reduced are in their memory: publishes them. */
void prefix__openmp_publish_range(const struct prefix__openmp_ranges *r, size_t k, size_t cut);
/* Returns the carry before a range that has been published, and publishes the one after it. */
uint64_t prefix__openmp_carry_before(const struct prefix__openmp_ranges *r, size_t k, size_t cut);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Networks: scans as rounds of combinations over a whole array of accumulators, of any length, the
 * parts of a round in any order or at once. A network is one file, which says what a round does to a
 * part of the array; network.c runs it, counts and traces it, and stands between it and the arrays of
 * a scan.
 */
#ifndef PREFIX_LIB_CATALOGUE_NETWORK_H
#define PREFIX_LIB_CATALOGUE_NETWORK_H

#include <prefix/backend.h>

#include "catalogue/kernel.h"

/* Who does the parts of a round: each() returns when parts that cover 0 to n are done. */
struct prefix__crew {
    void (*each)(const struct prefix__crew *crew, size_t n, void (*part)(void *user, size_t first, size_t last),
                 void *user);
};

/* One worker, which does all as one part. */
extern const struct prefix__crew prefix__alone;

/* One round on its way. */
struct prefix__round {
    const struct prefix__network *network;
    const struct prefix__kernel *kernel;
    char *x, *y; /* n accumulators each; y only for networks with a second array */
    size_t n;
    size_t index;                    /* of the round, from 0 */
    int step;                        /* of the round, from 0 */
    struct prefix_scan_watch *watch; /* or NULL; then one worker does all */
    int type;                        /* of the accumulators, for who watches */
};

struct prefix__network {
    int doubled; /* rounds read x, write every element of y, and then the arrays change their names */
    int steps;   /* of a round, all parts of one before any of the next; more than 1: y is free for use */
    size_t (*rounds)(size_t n);
    /* The targets of a round from first to last; what is not a target in x stays. */
    void (*part)(const struct prefix__round *round, size_t first, size_t last);
    /*
     * NULL: leaves the inclusive scan in x. Else the exclusive one: before round turn(n) the last element,
     * which is then the total, becomes the identity.
     */
    size_t (*turn)(size_t n);
};

extern const struct prefix__network prefix__hillis_steele, prefix__kogge_stone, prefix__sklansky, prefix__brent_kung,
    prefix__blelloch;
/* The network of that name in enum prefix_algorithm, or NULL. */
const struct prefix__network *prefix__network_of(int algorithm);

/* What a part is made of; positions are of elements. */
/* Elements to, to + step, ... become those at from, from + from_step, ... combined with themselves. */
void prefix__round_combine(const struct prefix__round *round, size_t to, size_t from, size_t step, size_t from_step,
                           size_t count);
/* From right to left, in place: count elements that end at end, and those distance before them. */
void prefix__round_combine_down(const struct prefix__round *round, size_t end, size_t distance, size_t count);
/* With what y holds of the elements distance before. */
void prefix__round_combine_saved(const struct prefix__round *round, size_t to, size_t distance, size_t count);
void prefix__round_exchange(const struct prefix__round *round, size_t left, size_t right, size_t step, size_t count);

/* The first position from first on that is offset and a multiple of step. */
static inline size_t prefix__first_at(size_t first, size_t offset, size_t step)
{
    return first <= offset ? offset : offset + (first - offset + step - 1) / step * step;
}

static inline size_t prefix__least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t prefix__most(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The rounds of doubling that it takes to reach n: log2 n, rounded up. */
static inline size_t prefix__doublings(size_t n)
{
    size_t rounds = 0;
    while (rounds < 8 * sizeof n && ((size_t)1 << rounds) < n)
        rounds++;
    return rounds;
}

/*
 * Scans the accumulators in round->x, whose other members are set but for index and step. Returns where
 * the scan lies, x or y. total and identity are single accumulators, used by networks with a turn.
 */
char *prefix__network_run(struct prefix__round *round, const struct prefix__crew *crew, void *total,
                          const void *identity);

/* A whole scan: the bytes of scratch memory that it takes (SIZE_MAX: too many to count), and the scan. */
size_t prefix__network_bytes(const struct prefix__network *network, const struct prefix_scan_work *work);
void prefix__network_scan(const struct prefix__network *network, const struct prefix_scan_work *work,
                          const struct prefix__crew *crew, void *memory);

#endif

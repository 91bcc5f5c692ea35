/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile of a recurrence y = a y + b of f32 or f64, in the canonical order of its steps: what the generic tile of an
 * operator would come to, bit by bit. Neighbouring rows stand in the lanes of vectors, as many at once as these have;
 * such a group of rows has columns, of which element i of each row is one.
 */
#ifndef PREFIX_LIB_SHARED_RECURRENCE_TILE_H
#define PREFIX_LIB_SHARED_RECURRENCE_TILE_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend.h>

#include "shared/operator_tile.h"
#include "shared/order.h"
#include "shared/recurrence_step.h"

#define PREFIX__RECURRENCE_ROW 32 /* as prefix__operator_row() has it */
#define PREFIX__RECURRENCE_TILE (PREFIX__RECURRENCE_ROW * PREFIX__TILE_ROWS)

struct prefix__recurrence_tile {
    /* Of each group its columns, after the rows' networks; with a constant all groups have the factors of the first. */
    _Alignas(PREFIX__TILE_ALIGNMENT) double a[PREFIX__RECURRENCE_TILE];
    _Alignas(PREFIX__TILE_ALIGNMENT) double b[PREFIX__RECURRENCE_TILE];
    /* What stands before each row in the tile; before the first nothing does. */
    _Alignas(PREFIX__TILE_ALIGNMENT) double row_a[PREFIX__TILE_ROWS];
    _Alignas(PREFIX__TILE_ALIGNMENT) double row_b[PREFIX__TILE_ROWS];
    uint64_t plain; /* a bit for each group: the products of its rows are neither 0 nor small, nor infinite */
    size_t at, count;
    struct prefix__step total; /* of all steps of the tile */
};

/* A copy past the caches. */
typedef void prefix__recurrence_copy_fn(const void *in, void *out, size_t bytes);

/* What memory does while a tile is stored: all 0 for nothing. */
struct prefix__recurrence_flow {
    const char *next[2];              /* prefetched, or NULL */
    size_t bytes;                     /* of each */
    prefix__recurrence_copy_fn *copy; /* or NULL */
};

struct prefix__recurrence_strip; /* of recurrence_strip.h */

struct prefix__recurrence_loops {
    /* Of a constant: prepares memory for tiles. */
    void (*begin)(const struct prefix_operator_work *work, struct prefix__recurrence_tile *tile);
    /* Takes the steps from place at of the recurrence on, and combines them without what stands before. */
    void (*scan)(const struct prefix_operator_work *work, size_t at, struct prefix__recurrence_tile *tile);
    /* Writes the results; before is the y that stands before the tile, or NULL: none does. */
    void (*store)(const struct prefix_operator_work *work, const double *before, struct prefix__recurrence_tile *tile,
                  const struct prefix__recurrence_flow *flow);
    /* Takes a row of steps of lines side by side, and makes their results. */
    void (*strip)(const struct prefix_operator_work *work, struct prefix__recurrence_strip *strip);
};

/* Whether all that the work reads and writes of a line are neighbours. */
static inline int prefix__recurrence_is_dense(const struct prefix_operator_work *work)
{
    const struct prefix_batch *const batch = work->batch;
    return !batch || (batch->in_step == 1 && batch->out_step == 1 && (!work->second || batch->second_step == 1));
}

/* The y before the next tile becomes what *y, which stands before this one where has_before, is changed to. */
static inline void prefix__recurrence_pass(const struct prefix__recurrence_tile *tile, int has_before, double *y)
{
    const struct prefix__step before = {1, *y};
    *y = has_before ? prefix__follow(before, tile->total).b : tile->total.b;
}

#endif

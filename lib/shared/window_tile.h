/* SPDX-License-Identifier: BSD-3-Clause */
/* What tiles of moving windows are made by: a panel of rows whose elements side by side are neighbours in memory. */
#ifndef PREFIX_LIB_SHARED_WINDOW_TILE_H
#define PREFIX_LIB_SHARED_WINDOW_TILE_H

#include <prefix/backend.h>

#include "shared/rows.h"

#define PREFIX__WINDOW_VALUES 16384 /* of a tile, with those beyond its results */
#define PREFIX__WINDOW_COLUMNS 16   /* of a panel, at most */

struct prefix__window;

/* How elements become values, of size bytes, and back. Arrays may lie anywhere, aligned to an element or a value. */
struct prefix__window_loops {
    size_t size;
    void (*load)(const struct prefix__window *w, const void *in, void *to, size_t count);
    /* to[i] = earlier[i] ⊕ later[i], upwards; to may be earlier, and later may lie behind it in the same array. */
    void (*combine)(const struct prefix__window *w, const void *earlier, const void *later, void *to, size_t count);
    void (*store)(const struct prefix__window *w, const void *from, void *out, size_t count);
    void (*stream)(const void *from, void *out, size_t bytes); /* a copy past the caches; NULL: results stay in them */
};

struct prefix__window {
    const struct prefix_window_work *work;
    struct prefix__window_loops loops;
    struct prefix__rows rows;
    uint64_t identity; /* a value */
    int is_idempotent; /* windows may overlap: x ⊕ x is x */
    size_t columns;    /* rows of the batch that are done at once */
    size_t tile;       /* results of each */
    const void *own;   /* of the loops */
};

/* Memory of a thread. */
struct prefix__window_memory {
    char *values, *sums, *in, *out;
};

static inline size_t prefix__window_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline int prefix__window_log2(size_t k)
{
    return 63 - __builtin_clzll(k);
}

void prefix__window_fill(const struct prefix__window *w, char *to, size_t count); /* with the identity */
/* count places of windows from place at on: before is there already, so that place 0 may be outside of the row. */
void prefix__window_load(const struct prefix__window *w, const struct prefix__window_memory *memory,
                         const struct prefix__row *row, size_t columns, size_t at, size_t count);
/*
 * Windows of k places from each of count of values on, behind what there is of them in sums already, if begun. Values
 * become trees of 2^bits.
 */
void prefix__window_slide(const struct prefix__window *w, const struct prefix__window_memory *memory, size_t columns,
                          size_t places, size_t count, size_t k, int bits, int begun);
/* The same of one pass: two trees, the second of which ends where the window does. */
void prefix__window_slide_overlapping(const struct prefix__window *w, const struct prefix__window_memory *memory,
                                      size_t columns, size_t places, size_t count, size_t k);
/* Sums of windows, from that of element at on, to results. */
void prefix__window_finish(const struct prefix__window *w, const struct prefix__window_memory *memory, char *sums,
                           const struct prefix__row *row, size_t columns, size_t at, size_t count);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Columns: many rows whose elements lie next to each other, so that a vector has one of each. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_COLUMNS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_COLUMNS_H

#include <stddef.h>

#define PREFIX__OPENMP_COLUMN_BLOCK 8   /* elements of a column that are taken at once */
#define PREFIX__OPENMP_STRIP_BYTES 1024 /* of accumulators next to each other, at most */
#define PREFIX__OPENMP_COLUMNS_AHEAD 32 /* elements of a column that are prefetched ahead of time */

struct prefix__openmp_lowering;

struct prefix__openmp_columns {
    const char *in;              /* accumulators */
    char *out;                   /* or NULL: nothing is written; or in */
    ptrdiff_t in_step, out_step; /* from an element of a row to the next, in bytes */
    size_t columns;              /* whole lines of them */
    size_t n;                    /* elements of a row in all */
    int exclusive, prefetches;
    int past_cache; /* out and its step are multiples of a line */
    const struct prefix__openmp_lowering *lowering;
    /* Of each column: what stands before the tile; of floats also before the row, the last result, and blocks of 8, 16,
     * ... */
    char *carry, *row, *last, *blocks[4];
};

/* What comes after the next blocks. */
static inline void prefix__openmp_prefetch_columns(const struct prefix__openmp_columns *c, const char *in,
                                                   const char *out, size_t bytes)
{
    if (!c->prefetches)
        return;
    for (ptrdiff_t i = PREFIX__OPENMP_COLUMNS_AHEAD; i < PREFIX__OPENMP_COLUMNS_AHEAD + PREFIX__OPENMP_COLUMN_BLOCK;
         i++)
        for (size_t at = 0; at < bytes; at += 64) {
            __builtin_prefetch(in + i * c->in_step + at, 0, 3);
            if (out && c->out != c->in && !c->past_cache)
                __builtin_prefetch(out + i * c->out_step + at, 1, 3);
        }
}

#endif

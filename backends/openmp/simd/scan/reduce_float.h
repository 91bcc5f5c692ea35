/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of rows in the canonical order; included by float_kernel.h. The network's last result is a balanced tree
 * of a row's elements, which is taken here by itself; the totals of rows are chained in order.
 */

/* Combines neighbours: the next level of the tree, in order. */
INLINE VECTOR FN(pairs)(VECTOR a, VECTOR b)
{
    return OP(SHUFFLE(a, b, EVEN_(BYTES)), SHUFFLE(a, b, ODD_(BYTES)));
}

#ifdef EVEN_LANES
#define WORD BYTES
#include "simd/vector/fold_vectors.h"
#undef WORD
#endif

/* Lines that come later are prefetched one by one among those that are read. */
#if defined EVEN_LANES && (VECTOR_BYTES == 32 || BYTES == 8)
#define FOLDS_VECTORS
#define LEAVES LANES
#define BLOCKS (ROW / (LANES * LEAVES))

/* A row folded as many vectors at once as one has lanes, which takes fewer permutations than vector by vector. */
INLINE VECTOR FN(fold_row)(const ELEMENT *in, const char *later)
{
    VECTOR x[LANES], block[BLOCKS];
    _Pragma("GCC unroll 4") for (int i = 0; i < BLOCKS; i++)
    {
        _Pragma("GCC unroll 8") for (int j = 0; j < LANES; j++)
        {
            const int at = (i * LANES + j) * LEAVES;
            if (later && at * sizeof *in % LINE_BYTES == 0)
                prefix__openmp_prefetch_lines_here(later + at * sizeof *in, LEAVES * sizeof *in);
            x[j] = LOAD(in + at);
        }
        block[i] = FN(fold_vectors)(x);
    }
    return BLOCKS == 1 ? block[0] : BLOCKS < LANES ? FN(pairs)(block[0], block[BLOCKS - 1]) : FN(fold_vectors)(block);
}
#undef LEAVES
#undef BLOCKS
#else
/* Depth first, so that few values are live, and read in order. */
INLINE VECTOR FN(fold_2)(const ELEMENT *in, const char *later)
{
    if (later)
        prefix__openmp_prefetch_lines_here(later, 2 * LANES * sizeof *in);
    const VECTOR left = LOAD(in), right = LOAD(in + LANES);
    return FN(pairs)(left, right);
}

#define DEFINE_FOLD(vectors, half)                                                                                     \
    INLINE VECTOR FN(fold_##vectors)(const ELEMENT *in, const char *later)                                              \
    {                                                                                                                  \
        const VECTOR left = FN(fold_##half)(in, later);                                                                \
        const VECTOR right = FN(fold_##half)(in + (half)*LANES, later ? later + (half)*LANES * sizeof *in : NULL);     \
        return FN(pairs)(left, right);                                                                                 \
    }
DEFINE_FOLD(4, 2)
DEFINE_FOLD(8, 4)
#if VECTOR_BYTES < 64
DEFINE_FOLD(16, 8)
DEFINE_FOLD(32, 16)
#endif
#undef DEFINE_FOLD

INLINE VECTOR FN(fold_row)(const ELEMENT *in, const char *later)
{
#if VECTOR_BYTES == 64
    return FN(fold_8)(in, later);
#else
    return FN(fold_32)(in, later);
#endif
}
#endif

#define TOTAL_ROWS (LANES < 8 ? LANES : 8) /* whose totals are taken at once, from a tree that they share */

/*
 * The totals of up to TOTAL_ROWS rows. rows is a constant; next may be NULL, else from is how far the rows are into it.
 * The loop stays one: lines that many instructions read, each of them far apart, are not found by a processor.
 */
INLINE VECTOR FN(total_rows)(const ELEMENT *in, int rows, const struct prefix__openmp_next *next, size_t from)
{
    VECTOR level[LANES];
    _Pragma("GCC unroll 1") for (int j = 0; j < rows; j++)
    {
        struct prefix__openmp_lines lines = {NULL, NULL};
        if (next)
            lines = prefix__openmp_prefetch_but_lines(next, from + (size_t)j * ROW * sizeof *in, ROW * sizeof *in);
        level[j] = FN(fold_row)(in + j * ROW, lines.at);
    }
    _Pragma("GCC unroll 16") for (int j = 1; j < LANES; j++)
    {
        if (j >= rows)
            level[j] = level[0];
    }
#ifdef FOLDS_VECTORS
    level[0] = FN(fold_vectors)(level);
#else
    _Pragma("GCC unroll 4") for (int left = LANES / 2; left > 0; left /= 2)
    {
        _Pragma("GCC unroll 8") for (int j = 0; j < left; j++)
        {
            if (j * (LANES / left) < rows)
                level[j] = FN(pairs)(level[2 * j], level[2 * j + 1]);
        }
    }
#endif
    return level[0];
}

/* They are chained in order. */
INLINE ELEMENT FN(reduce_rows)(const ELEMENT *in, int rows, ELEMENT total, const struct prefix__openmp_next *next,
                               size_t from)
{
    const VECTOR totals = FN(total_rows)(in, rows, next, from);
    _Pragma("GCC unroll 16") for (int j = 0; j < rows; j++) total = total OPERATOR totals[j];
    return total;
}

INLINE void FN(reduce_by)(const ELEMENT *from, size_t n, struct prefix__openmp_state *state,
                          const struct prefix__openmp_next *next)
{
    const ELEMENT *in = from;
    ELEMENT total;
    memcpy(&total, &state->local, sizeof total);
    for (; n >= ROW * TOTAL_ROWS; n -= ROW * TOTAL_ROWS, in += ROW * TOTAL_ROWS)
        total = FN(reduce_rows)(in, TOTAL_ROWS, total, next, (size_t)((const char *)in - (const char *)from));
    _Pragma("GCC unroll 4") for (int rows = TOTAL_ROWS / 2; rows > 0; rows /= 2)
    {
        if (n < (size_t)(ROW * rows))
            continue;
        total = FN(reduce_rows)(in, rows, total, next, (size_t)((const char *)in - (const char *)from));
        n -= (size_t)(ROW * rows);
        in += ROW * rows;
    }
    if (n > 0) {
        ELEMENT rest[ROW];
        FN(fill)(rest, in, n);
        total = FN(reduce_rows)(rest, 1, total, NULL, 0);
    }
    memcpy(&state->local, &total, sizeof total);
}

static void FN(reduce)(const void *in, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next)
{
    if (next)
        FN(reduce_by)(in, n, state, next);
    else
        FN(reduce_by)(in, n, state, NULL);
}

/*
 * Of n elements of a row, those from low to high - 1. In the tree the others count as the identity, which changes
 * nothing: none is -0 behind what stands before the first.
 */
static void FN(reduce_row_part)(const void *from, size_t low, size_t high, size_t n, struct prefix__openmp_state *state)
{
    const ELEMENT *in = from;
    ELEMENT total;
    memcpy(&total, &state->local, sizeof total);
    (void)n;
    ELEMENT some[ROW];
    FN(fill)(some, in, 0);
    memcpy(some + low, in + low, (high - low) * sizeof *in);
    total = FN(reduce_rows)(some, 1, total, NULL, 0);
    memcpy(&state->local, &total, sizeof total);
}

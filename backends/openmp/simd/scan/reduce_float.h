/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of rows in the canonical order; included by float_kernel.h. The network's last result is a balanced tree
 * of a row's elements, which is taken here by itself; the totals of rows are chained in order.
 */
#define ROW_LEVELS __builtin_ctz(ROW / LANES) /* of a row's tree, up to a vector */
#define TOTAL_ROWS (LANES < 8 ? LANES : 8)    /* whose totals are taken at once, from a tree that they share */

/* Combines neighbours: the next level of the tree, in order. */
INLINE VECTOR FN(pairs)(VECTOR a, VECTOR b)
{
    return OP(SHUFFLE(a, b, EVEN_(BYTES)), SHUFFLE(a, b, ODD_(BYTES)));
}

/*
 * The same for a tree from its first level on. AVX2 has no shuffles of two vectors but inside lanes of 16 bytes and of
 * whole lanes: first neighbours inside lanes come together, and then lanes, after which all are in order.
 */
INLINE VECTOR FN(combine_level)(VECTOR a, VECTOR b, int level)
{
#if VECTOR_BYTES == 32
    const int phase = BYTES == 4 ? level % 4 : level % 2 + 1;
    if (phase < 2)
        return OP((VECTOR)JOIN(EVEN_IN_LANES, BYTES)(a, b), (VECTOR)JOIN(ODD_IN_LANES, BYTES)(a, b));
    if (phase == 2)
        return OP((VECTOR)EVEN_LANES(a, b), (VECTOR)ODD_LANES(a, b));
#endif
    (void)level;
    return FN(pairs)(a, b);
}

/* Depth first, so that few values are live. Lines of what comes later, unless it is NULL, are prefetched one by one
 * among those that are read. */
INLINE VECTOR FN(fold_row)(const ELEMENT *in, const char *later)
{
    VECTOR left[ROW_LEVELS + 1], x;
    _Pragma("GCC unroll 32") for (int i = 0; i < ROW / LANES; i++)
    {
        if (later && i * VECTOR_BYTES % LINE_BYTES == 0)
            prefix__openmp_prefetch_here(later + i * VECTOR_BYTES);
        x = LOAD(in + i * LANES);
        int level = 0;
        _Pragma("GCC unroll 6") for (; i >> level & 1; level++) x = FN(combine_level)(left[level], x, level);
        left[level] = x;
    }
    return x;
}

/*
 * The totals of up to TOTAL_ROWS rows. rows is a constant; next may be NULL, else from is how far the rows are into it.
 * The loop stays one: lines that many instructions read, each of them far apart, are not found by a processor.
 */
INLINE VECTOR FN(total_rows)(const ELEMENT *in, int rows, const struct prefix__openmp_next *next, size_t from)
{
    VECTOR level[LANES];
    _Pragma("GCC unroll 1") for (int j = 0; j < rows; j++)
    {
        const size_t at = (size_t)j * ROW;
        if (next)
            level[j] =
                FN(fold_row)(in + at, prefix__openmp_prefetch_but_lines(next, from + at * BYTES, PREFIX__ROW_BYTES).at);
        else
            level[j] = FN(fold_row)(in + at, NULL);
    }
    _Pragma("GCC unroll 16") for (int j = rows; j < LANES; j++) level[j] = level[0];
    _Pragma("GCC unroll 4") for (int left = LANES / 2, at = ROW_LEVELS; left > 0; left /= 2, at++)
    {
        _Pragma("GCC unroll 8") for (int j = 0; j < left; j++)
        {
            if (j * (LANES / left) < rows)
                level[j] = FN(combine_level)(level[2 * j], level[2 * j + 1], at);
        }
    }
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

static void FN(reduce)(const void *from, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next)
{
    const ELEMENT *in = from;
    ELEMENT total;
    memcpy(&total, &state->local, sizeof total);
    size_t i = 0;
    for (; i + ROW * TOTAL_ROWS <= n; i += ROW * TOTAL_ROWS)
        total = FN(reduce_rows)(in + i, TOTAL_ROWS, total, next, i * BYTES);
    for (; i + ROW <= n; i += ROW)
        total = FN(reduce_rows)(in + i, 1, total, next, i * BYTES);
    if (i < n) {
        ELEMENT rest[ROW];
        FN(fill)(rest, in + i, n - i);
        total = FN(reduce_rows)(rest, 1, total, NULL, 0);
    }
    memcpy(&state->local, &total, sizeof total);
}

/*
 * Of n elements of a row, those from low to high - 1. In the tree the others count as the identity, which changes
 * nothing: none is -0 behind what stands before the first.
 */
static void FN(reduce_row_part)(const void *from, size_t low, size_t high, size_t n, struct prefix__openmp_state *state)
{
    const ELEMENT *in = from;
    ELEMENT part[ROW];
    FN(fill)(part, in, 0);
    memcpy(part + low, in + low, (high - low) * sizeof *in);
    (void)n;
    FN(reduce)(part, ROW, state, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernel of one operator on floats, in the canonical order. To be included once for each accumulator ELEMENT
 * (SUFFIX, BYTES) and operator (NAME, OP, OPERATOR, IDENTITY). Where WIDE is 1 (f32 sums, whose carry is f64),
 * scan_local() leaves the tile carry out: it is added when elements are rounded to halves.
 *
 * A row is taken in groups of GROUP vectors, all of a group in step, so that the processor finds independent work.
 * Sklansky's network inside a vector takes log2(LANES) steps; its levels across vectors run inside the group, and then
 * like a binary counter: group g takes the totals of the blocks of 1, 2, 4, ... groups before it that g's bits name, so
 * that few values are live. Combining the identity in lanes that a step leaves alone is exact.
 */
#define ROW ((int)(PREFIX__ROW_BYTES / BYTES))
#define TILE (PREFIX__TILE_BYTES / BYTES)
#define GROUP (VECTOR_BYTES == 64 ? 8 : 4)
#define GROUPS (ROW / LANES / GROUP)

#if WIDE
#define CARRY double
#else
#define CARRY ELEMENT
#endif
/*
 * What the lanes take in step d of the network, the identity where they take nothing; and OP by units that have less to
 * do. Products are in the base set alone.
 */
#if VECTOR_BYTES == 16
#define LEFT(x, d) SHUFFLE(x, SPLAT(IDENTITY), SKLANSKY_(BYTES, d))
#define ASIDE(a, b) OP(a, b)
#else
#define LEFT(x, d) JOIN(LEFT, BYTES)(x, d)
#define ASIDE(a, b) JOIN(ADD, BYTES)(a, b)
#endif

#define EACH(statement)                                                                                                \
    _Pragma("GCC unroll 8") for (int j = 0; j < GROUP; j++)                                                            \
    {                                                                                                                  \
        statement;                                                                                                     \
    }
#define STEP_EACH(d)                                                                                                   \
    if (LANES > (d))                                                                                                   \
    EACH(VECTOR left = (VECTOR)LEFT(x[j], ((d) < LANES ? (d) : 1));                                                    \
         x[j] = (d) == LANES / 2 ? (VECTOR)ASIDE(left, x[j]) : OP(left, x[j]))

/* The carry of the tile in all lanes, and elements behind it. */
#if WIDE
typedef v_f64 FN(carry);
INLINE VECTOR FN(value)(v_f64 carry, VECTOR x)
{
    return narrow_f64((v_f64)ADD_8(carry, widen_low(x)), (v_f64)ADD_8(carry, widen_high(x)));
}
#else
typedef VECTOR FN(carry);
INLINE VECTOR FN(value)(VECTOR carry, VECTOR x)
{
    return OP(carry, x);
}
#endif

INLINE FN(carry) FN(carry_of)(uint64_t bits)
{
    CARRY carry;
    memcpy(&carry, &bits, sizeof carry);
    return carry - (FN(carry)){0};
}

/*
 * How a row is written: LOCAL is without the tile carry; from PAST on it goes past the caches, in aligned vectors,
 * which may be shifted.
 */
enum FN(mode) { FN(LOCAL), FN(PLAIN), FN(PAST), FN(SHIFTED) };

struct FN(sink) {
    FN(carry) carry;
    struct shift shift;
    VECTOR last; /* vector written past the caches */
};

INLINE void FN(store_vector)(struct FN(sink) * sink, ELEMENT *out, VECTOR x, int mode)
{
#if WIDE && defined NARROW_HALF
    if (mode == FN(PLAIN)) {
        NARROW_HALF(out, ADD_8(sink->carry, widen_low(x)));
        NARROW_HALF(out + LANES / 2, ADD_8(sink->carry, widen_high(x)));
        return;
    }
#endif
    if (mode != FN(LOCAL))
        x = FN(value)(sink->carry, x);
    if (mode >= FN(PAST)) {
        raw y = mode == FN(SHIFTED) ? shift_next(&sink->shift, (raw)x) : (raw)x;
        STREAM(out, &y);
    } else {
        STORE(out, x);
    }
    sink->last = x;
}

/* Level d of the network across groups: group g joins the block before it, or ends the left one. */
#define LEVEL(g, d, block)                                                                                             \
    if ((g) & (d))                                                                                                     \
        EACH(x[j] = (VECTOR)ASIDE(block, x[j]))                                                                        \
    else if (((g) & ((d)-1)) == (d)-1)                                                                                 \
    block = LAST(x[GROUP - 1])

struct FN(group) {
    VECTOR x[GROUP];
};

struct FN(blocks) {
    VECTOR row, block1, block2, block4; /* their totals, in all lanes */
};

/*
 * Scans group g of a row. Meanwhile the group before it, held, or one of values that were left without the tile carry,
 * is written: that has the conversions, this the shuffles, and the processor's window is too small to find the one
 * behind the other.
 */
INLINE struct FN(group) FN(group)(const ELEMENT *in, int g, struct FN(blocks) * t, const struct FN(group) * held,
                                  const ELEMENT *values, ELEMENT *out, struct FN(sink) * sink, int mode)
{
    struct FN(group) group;
    VECTOR *x = group.x;
    int next = 0;
#define WRITE_OTHER(until)                                                                                             \
    if (held || values)                                                                                                \
    _Pragma("GCC unroll 8") for (; next < (until); next++)                                                             \
        FN(store_vector)(sink, out + next * LANES, held ? held->x[next] : LOAD(values + next * LANES), mode)
    EACH(x[j] = LOAD(in + j * LANES))
    STEP_EACH(1);
    WRITE_OTHER(GROUP / 4);
    STEP_EACH(2);
    WRITE_OTHER(GROUP / 2);
    STEP_EACH(4);
    WRITE_OTHER(GROUP * 3 / 4);
    STEP_EACH(8);
    _Pragma("GCC unroll 4") for (int d = 1; d < GROUP; d *= 2)
    {
        _Pragma("GCC unroll 4") for (int block = 0; block < GROUP; block += 2 * d)
        {
            VECTOR left = LAST(x[block + d - 1]);
            _Pragma("GCC unroll 4") for (int j = block + d; j < block + 2 * d; j++) x[j] = (VECTOR)ASIDE(left, x[j]);
        }
    }
    WRITE_OTHER(GROUP);
    LEVEL(g, 1, t->block1);
    LEVEL(g, 2, t->block2);
    LEVEL(g, 4, t->block4);
    EACH(x[j] = (VECTOR)ASIDE(t->row, x[j]))
    if (g == GROUPS - 1)
        t->row = LAST(x[GROUP - 1]);
#undef WRITE_OTHER
    return group;
}

/*
 * Whole rows, with a constant for mode; next may be NULL, else from is how far the rows are into it. The row carry is
 * in all lanes of the result.
 */
INLINE VECTOR FN(rows)(const ELEMENT *in, ELEMENT *out, size_t rows, VECTOR row, struct FN(sink) * sink,
                       const struct prefix__openmp_next *next, size_t from, int mode)
{
    struct FN(blocks) t = {row, row, row, row};
    struct FN(group) held = FN(group)(in, 0, &t, NULL, NULL, out, sink, mode);
    const size_t groups = rows * GROUPS;
    for (size_t i = 1;; i += GROUPS) {
        if (next)
            prefix__openmp_prefetch_next(next, from + (i - 1) * (GROUP * LANES) * sizeof *in, ROW * sizeof *in);
        if (mode >= FN(PAST))
            prefix__openmp_prefetch_output(out + (i - 1) * (GROUP * LANES), ROW * BYTES, 0);
        _Pragma("GCC unroll 8") for (int g = 1; g < GROUPS; g++)
        {
            const size_t at = (i + (size_t)g - 1) * (GROUP * LANES);
            held = FN(group)(in + at, g, &t, &held, NULL, out + at - GROUP * LANES, sink, mode);
        }
        const size_t at = (i + GROUPS - 1) * (GROUP * LANES);
        if (i + GROUPS > groups)
            break;
        held = FN(group)(in + at, 0, &t, &held, NULL, out + at - GROUP * LANES, sink, mode);
    }
    EACH(FN(store_vector)(sink, out + (groups - 1) * (GROUP * LANES) + j * LANES, held.x[j], mode))
    return t.row;
}

/* Filled up with the identity: that changes nothing before it, nor the total. */
INLINE void FN(fill)(ELEMENT row[ROW], const ELEMENT *in, size_t n)
{
    for (size_t j = 0; j < (size_t)ROW; j++)
        row[j] = j < n ? in[j] : (ELEMENT)IDENTITY;
}

/* A last row of n elements; out has room for a whole one. */
INLINE VECTOR FN(part)(const ELEMENT *in, ELEMENT out[ROW], size_t n, VECTOR row, struct FN(sink) * sink, int mode)
{
    FN(fill)(out, in, n);
    return FN(rows)(out, out, 1, row, sink, NULL, 0, mode);
}

INLINE struct FN(sink) FN(begin)(uint64_t carry, const struct prefix__openmp_state *state, VECTOR *row)
{
    ELEMENT local = IDENTITY;
    if (state)
        memcpy(&local, &state->local, sizeof local);
    *row = SPLAT(local);
    struct FN(sink) sink = {.carry = FN(carry_of)(carry)};
    sink.last = FN(value)(sink.carry, *row);
    return sink;
}

INLINE void FN(run)(const ELEMENT *in, ELEMENT *out, size_t n, struct prefix__openmp_state *state,
                    const struct prefix__openmp_next *next, int mode)
{
    VECTOR row;
    struct FN(sink) sink = FN(begin)(state->carry, state, &row);
    const size_t rows = n / ROW * ROW;
    if (rows)
        row = FN(rows)(in, out, n / ROW, row, &sink, next, 0, mode);
    if (rows < n) {
        ELEMENT rest[ROW];
        row = FN(part)(in + rows, rest, n - rows, row, &sink, mode);
        memcpy(out + rows, rest, (n - rows) * BYTES);
    }
    memcpy(&state->local, &row, BYTES);
}

#if WIDE
static void FN(scan_local)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                           const struct prefix__openmp_next *next)
{
    FN(run)(in, out, n, state, next, FN(LOCAL));
}
#endif

/* In the first tile, before which nothing stands, values in the tile are the result: none is -0. */
static void FN(scan)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                     const struct prefix__openmp_next *next)
{
#if WIDE
    if (state->carry == 0) {
        FN(scan_local)(in, out, n, state, next);
        return;
    }
#endif
    FN(run)(in, out, n, state, next, FN(PLAIN));
}

static uint64_t FN(combine)(uint64_t carry, uint64_t local)
{
    CARRY a;
    ELEMENT b;
    memcpy(&a, &carry, sizeof a);
    memcpy(&b, &local, sizeof b);
    a = a OPERATOR b;
    carry = 0;
    memcpy(&carry, &a, sizeof a);
    return carry;
}

#include "simd/scan/reduce_float.h"

#include "simd/scan/stream_float.h"

#if WIDE && VECTOR_BYTES > 16
#include "simd/scan/step_float.h"
#endif

#include "simd/scan/columns_float.h"
#include "simd/scan/rows_float.h"
#include "simd/segments/scan_float.h"

#if VECTOR_BYTES > 16 && defined HAS_TOTALS
#include "simd/segments/totals_float.h"
#endif

#undef ROW
#undef ROW_LEVELS
#undef TOTAL_ROWS
#undef TILE
#undef GROUP
#undef GROUPS
#undef EACH
#undef STEP_EACH
#undef LEVEL
#undef BYTES
#undef ELEMENT
#undef SUFFIX
#undef CARRY
#undef WIDE
#undef LEFT
#undef ASIDE

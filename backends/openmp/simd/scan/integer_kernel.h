/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cores of one integer operator: exactly associative, so any order will do. To be included
 * once for each ELEMENT (with its SUFFIX and BYTES) and operator (NAME, OP on vectors, IDENTITY).
 * Elements may stand for others in the arrays: LOAD_SOURCE gives a vector of them from the SOURCE, which may be
 * narrower, and UNMAP what is written. SCAN_FOUR, if it is defined, scans what fills four vectors, and SUM_FOUR
 * gives one whose elements add up to the sum of as much.
 */

/*
 * Scans each of some vectors by itself, in step, so that the processor finds independent work:
 * doubling inside 16-byte lanes, by shifts that bring the identity in, and then across lanes.
 */
INLINE void FN(local)(VECTOR *x, int count)
{
    const VECTOR identity = SPLAT(IDENTITY);
#define EACH(step) _Pragma("GCC unroll 4") for (int j = 0; j < count; j++) x[j] = OP((VECTOR)(step), x[j])
#define SHIFT_EACH(size) EACH(LANE_SHIFT_IN(identity, x[j], size))
#if VECTOR_BYTES == 64 && BYTES >= 4
    if (BYTES <= 4)
        EACH(SHIFT_IN(identity, x[j], 4));
    EACH(SHIFT_IN(identity, x[j], 8));
    EACH(SHIFT_IN(identity, x[j], 16));
    EACH(SHIFT_IN(identity, x[j], 32));
#else
    if (BYTES <= 1)
        SHIFT_EACH(1);
    if (BYTES <= 2)
        SHIFT_EACH(2);
    if (BYTES <= 4)
        SHIFT_EACH(4);
    SHIFT_EACH(8);
#if VECTOR_BYTES > 16
    EACH(odd_lanes((raw)identity, JOIN(lane_last, BYTES)((raw)x[j])));
#endif
#if VECTOR_BYTES > 32
    EACH(upper_lanes((raw)identity, JOIN(lane_last, BYTES)((raw)x[j])));
#endif
#endif
#undef SHIFT_EACH
#undef EACH
}

INLINE VECTOR FN(last)(VECTOR x)
{
#if VECTOR_BYTES == 64 && BYTES >= 4
    return LAST(x);
#else
    return (VECTOR)last_lane(JOIN(lane_last, BYTES)((raw)x));
#endif
}

INLINE VECTOR FN(load)(const SOURCE *in)
{
    return LOAD_SOURCE(in);
}

/* Less than a vector, filled up with the identity: that changes nothing before it, nor its total. */
INLINE VECTOR FN(load_part)(const SOURCE *in, size_t n)
{
    SOURCE part[LANES] = {0};
    memcpy(part, in, n * sizeof *in);
    VECTOR x = FN(load)(part), filled = SPLAT(IDENTITY);
    memcpy(&filled, &x, n * BYTES);
    return filled;
}

/* The last of a vector in the same way; more stand before them. */
INLINE VECTOR FN(load_last)(const SOURCE *in, size_t n)
{
    const VECTOR known = (VECTOR)((VECTOR)IOTA_OF(BYTES) >= (ELEMENT)(LANES - (int)n));
    return (FN(load)(in) & known) | (SPLAT(IDENTITY) & ~known);
}

static __attribute__((noinline)) VECTOR FN(part)(const SOURCE *in, ELEMENT *out, size_t n, VECTOR carry, int exclusive)
{
    VECTOR x = FN(load_part)(in, n);
    FN(local)(&x, 1);
    VECTOR last = FN(last)(x);
    if (exclusive)
        x = (VECTOR)SHIFT_IN(SPLAT(IDENTITY), x, BYTES);
    x = UNMAP(OP(carry, x));
    memcpy(out, &x, n * BYTES);
    return OP(carry, last);
}

/* With a constant for past_cache and exclusive. */
INLINE void FN(run)(const SOURCE *in, ELEMENT *out, size_t n, struct prefix__openmp_state *state,
                    const struct prefix__openmp_next *next, int past_cache, int exclusive)
{
    VECTOR carry = SPLAT((ELEMENT)state->carry);
    size_t i = 0;
    if (past_cache) { /* up to a line */
        i = -(uintptr_t)out % 64 / BYTES;
        i = i < n ? i : n;
        for (size_t j = 0; j < i; j += LANES)
            carry = FN(part)(in + j, out + j, i - j < LANES ? i - j : LANES, carry, exclusive);
    }
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        struct prefix__openmp_lines lines = {NULL, NULL};
        if (next && (past_cache || next->starts))
            prefix__openmp_prefetch_next(next, i * sizeof *in, 4 * LANES * sizeof *in);
        else if (next)
            lines = prefix__openmp_prefetch_but_lines(next, i * sizeof *in, 4 * LANES * sizeof *in);
        if (past_cache)
            prefix__openmp_prefetch_output(out + i, 4 * LANES * BYTES, 0);
#ifdef SCAN_FOUR
        VECTOR x[4], before = SPLAT(IDENTITY);
        prefix__openmp_prefetch_lines(lines.at, (size_t)(lines.end - lines.at));
        SCAN_FOUR(in + i, x);
        const VECTOR last = FN(last)(x[3]);
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
        {
            const VECTOR y = UNMAP(OP(carry, exclusive ? (VECTOR)SHIFT_IN(before, x[j], BYTES) : x[j]));
            before = x[j];
            if (past_cache)
                STREAM(out + i + j * LANES, &y);
            else
                STORE(out + i + j * LANES, y);
        }
        carry = OP(carry, last);
#else
        VECTOR x[4];
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
        {
            prefix__openmp_prefetch_line(&lines);
            x[j] = FN(load)(in + i + j * LANES);
        }
        FN(local)(x, 4);
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
        {
            VECTOR last = FN(last)(x[j]);
            if (exclusive)
                x[j] = (VECTOR)SHIFT_IN(SPLAT(IDENTITY), x[j], BYTES);
            x[j] = UNMAP(OP(carry, x[j]));
            if (past_cache)
                STREAM(out + i + j * LANES, &x[j]);
            else
                STORE(out + i + j * LANES, x[j]);
            carry = OP(carry, last);
        }
#endif
    }
    for (; i < n; i += LANES)
        carry = FN(part)(in + i, out + i, n - i < LANES ? n - i : LANES, carry, exclusive);
    state->carry = (uint64_t)carry[0];
}

static void FN(scan)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                     const struct prefix__openmp_next *next)
{
    FN(run)(in, out, n, state, next, 0, 0);
}

static void FN(stream)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next, int exclusive)
{
    if (exclusive)
        FN(run)(in, out, n, state, next, 1, 1);
    else
        FN(run)(in, out, n, state, next, 1, 0);
}

INLINE void FN(join)(struct prefix__openmp_state *state, VECTOR sum)
{
    FN(local)(&sum, 1);
    sum = OP(SPLAT((ELEMENT)state->local), FN(last)(sum));
    state->local = (uint64_t)sum[0];
}

/*
 * Of few elements, before which something else has been read, whole vectors by one instruction: the processor finds
 * lines sooner so. Two Xeon cores, 2^24 by i32 keys of one run, ms, by four and so: i32 4.3 and 4.0, i64 6.9 and 6.5;
 * where more are read at once it takes 2 to 3 % longer.
 */
static __attribute__((noinline)) void FN(reduce_few)(const SOURCE *in, size_t n, struct prefix__openmp_state *state,
                                                     const struct prefix__openmp_next *next)
{
    VECTOR sum = SPLAT(IDENTITY);
    for (size_t i = 0; i < n; i += LANES) {
        prefix__openmp_prefetch_here(prefix__openmp_prefetch_but_lines(next, i * sizeof *in, LINE_BYTES).at);
        sum = OP(sum, FN(load)(in + i));
    }
    FN(join)(state, sum);
}

static void FN(reduce)(const void *from, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next)
{
    const SOURCE *in = from;
    if (next && !next->also && LANES * sizeof *in == LINE_BYTES && n * sizeof *in <= PAGE_BYTES) {
        const size_t whole = n / LANES * LANES;
        FN(reduce_few)(in, whole, state, next);
        if (whole == n)
            return;
        in += whole;
        n -= whole;
    }
    VECTOR sum[4] = {SPLAT(IDENTITY), SPLAT(IDENTITY), SPLAT(IDENTITY), SPLAT(IDENTITY)};
    size_t i = 0;
#ifdef SUM_FOUR
    for (; i + 8 * LANES <= n; i += 8 * LANES) {
        if (next)
            prefix__openmp_prefetch_next(next, i * sizeof *in, 8 * LANES * sizeof *in);
        sum[0] = OP(sum[0], SUM_FOUR(in + i));
        sum[1] = OP(sum[1], SUM_FOUR(in + i + 4 * LANES));
    }
#endif
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        struct prefix__openmp_lines lines = {NULL, NULL};
        if (next)
            lines = prefix__openmp_prefetch_but_lines(next, i * sizeof *in, 4 * LANES * sizeof *in);
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
        {
            prefix__openmp_prefetch_line(&lines);
            sum[j] = OP(sum[j], FN(load)(in + i + j * LANES));
        }
    }
    for (; i + LANES <= n; i += LANES)
        sum[0] = OP(sum[0], FN(load)(in + i));
    if (i < n)
        sum[1] = OP(sum[1], n < LANES ? FN(load_part)(in, n) : FN(load_last)(in + n - LANES, n - i));
    FN(join)(state, OP(OP(sum[0], sum[1]), OP(sum[2], sum[3])));
}

static uint64_t FN(combine)(uint64_t carry, uint64_t local)
{
    return (uint64_t)OP(SPLAT((ELEMENT)carry), SPLAT((ELEMENT)local))[0];
}

#include "simd/segments/scan_integer.h"
#if defined NODES && defined HAS_TOTALS
/* A total is found in a word, or an element that is longer. */
#if BYTES < 8
#define WORD 4
#define WORDS v_u32
#else
#define WORD 8
#define WORDS v_u64
#endif
#define SOME ((size_t)(VECTOR_BYTES / WORD)) /* segments that are taken at once */
#include "simd/segments/totals_integer.h"
#undef WORD
#undef WORDS
#undef SOME
#endif

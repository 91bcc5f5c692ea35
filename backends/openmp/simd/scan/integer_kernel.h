/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernel of one exactly associative operator on integers of one width: any order will do. To be included once for
 * each ELEMENT (SUFFIX, BYTES) and operator (NAME, OP on vectors, IDENTITY). KEYED says what is done to an element
 * where it is loaded and undone where it is stored: nothing (0), an exclusive or (1), the key of a float (2), or the
 * truth on demand (3). So one kernel serves all operators that differ by no more (tile/pipeline.c).
 */

/* What a load does, in vectors. */
struct FN(key) {
    VECTOR mask, rotation, magnitude, one;
    int is_truth;
};

/* Compilers leave out what is not used. */
INLINE struct FN(key) FN(key_of)(const struct prefix__openmp_state *state)
{
    const struct prefix__openmp_lowering *const l = &state->lowering;
    return (struct FN(key)){SPLAT((ELEMENT)l->mask), SPLAT((ELEMENT)l->rotation), SPLAT((ELEMENT)l->magnitude),
                            SPLAT((ELEMENT)l->one), l->one != 0};
}

/* A negative float's bits but the sign inverted: an integer of the same order. */
INLINE VECTOR FN(flip)(VECTOR x)
{
    return x ^ ((x >> (8 * BYTES - 1)) & (ELEMENT)(((UNSIGNED)1 << (8 * BYTES - 1)) - 1));
}

INLINE VECTOR FN(map)(VECTOR x, const struct FN(key) * key)
{
    if (KEYED == 2)
        x = (VECTOR)((UNSIGNED_VECTOR)FN(flip)(x) + (UNSIGNED_VECTOR)key->rotation);
    if (KEYED == 3 && key->is_truth)
        x = (VECTOR)((x & key->magnitude) != 0) & key->one;
    return KEYED ? x ^ key->mask : x;
}

INLINE VECTOR FN(unmap)(VECTOR x, const struct FN(key) * key)
{
    if (KEYED)
        x ^= key->mask;
    return KEYED == 2 ? FN(flip)((VECTOR)((UNSIGNED_VECTOR)x - (UNSIGNED_VECTOR)key->rotation)) : x;
}
#define MAP(x) FN(map)(x, key)
#define UNMAP(x) FN(unmap)(x, key)

/* Lanes of x whose place in a row is at least from, and the identity in others; no places: all are. */
INLINE VECTOR FN(within)(VECTOR x, const UNSIGNED_VECTOR *place, UNSIGNED_VECTOR from)
{
    if (!place)
        return x;
#ifdef MASKS
    return (VECTOR)JOIN(PICK, BYTES)(JOIN(LE_BITS, BYTES)((raw)from, (raw)*place), (raw)x, (raw)SPLAT(IDENTITY));
#else
    const VECTOR here = (VECTOR)(*place >= from);
    return (x & here) | (SPLAT(IDENTITY) & ~here);
#endif
}

/*
 * Scans each of some vectors by itself, in step, so that the processor finds independent work: doubling inside 16-byte
 * lanes, by shifts that bring the identity in, and then across lanes. With places in rows each row by itself.
 */
INLINE void FN(local)(VECTOR *x, int count, const UNSIGNED_VECTOR *place)
{
    const VECTOR identity = SPLAT(IDENTITY);
#define EACH(step, from)                                                                                               \
    _Pragma("GCC unroll 4") for (int j = 0; j < count; j++) x[j] =                                                     \
        OP(FN(within)((VECTOR)(step), place, (UNSIGNED_VECTOR)(from)), x[j])
#define LANE(bytes) (IOTA_(BYTES) & ((bytes) / BYTES - 1)) /* in a part of so many bytes */
#define SHIFT_EACH(size) EACH(LANE_SHIFT_IN(identity, x[j], size), IOTA_(BYTES) * 0 + (size) / BYTES)
#if VECTOR_BYTES == 64 && BYTES >= 4
#define SHIFT_ALL(size) EACH(SHIFT_IN(identity, x[j], size), IOTA_(BYTES) * 0 + (size) / BYTES)
    if (BYTES <= 4)
        SHIFT_ALL(4);
    SHIFT_ALL(8);
    SHIFT_ALL(16);
    SHIFT_ALL(32);
#undef SHIFT_ALL
#else
    if (BYTES <= 1)
        SHIFT_EACH(1);
    if (BYTES <= 2)
        SHIFT_EACH(2);
    if (BYTES <= 4)
        SHIFT_EACH(4);
    SHIFT_EACH(8);
#if VECTOR_BYTES > 16
    EACH(odd_lanes((raw)identity, JOIN(LANE_LAST, BYTES)((raw)x[j])), LANE(16) + 1);
#endif
#if VECTOR_BYTES > 32
    EACH(upper_lanes((raw)identity, JOIN(LANE_LAST, BYTES)((raw)x[j])), LANE(32) + 1);
#endif
#endif
#undef LANE
#undef SHIFT_EACH
#undef EACH
}

INLINE VECTOR FN(last)(VECTOR x)
{
#if VECTOR_BYTES == 16 || (VECTOR_BYTES == 64 && BYTES >= 4)
    return LAST(x);
#else
    x = (VECTOR)JOIN(LANE_LAST, BYTES)((raw)x);
    return (VECTOR)LAST_LANE((raw)x);
#endif
}

INLINE VECTOR FN(load)(const ELEMENT *in, const struct FN(key) * key)
{
    return MAP(LOAD(in));
}

/* Less than a vector, filled up with the identity: that changes nothing before it, nor its total. */
INLINE VECTOR FN(load_part)(const ELEMENT *in, size_t n, const struct FN(key) * key)
{
    VECTOR x = {0}, filled = SPLAT(IDENTITY);
    memcpy(&x, in, n * BYTES);
    x = MAP(x);
    memcpy(&filled, &x, n * BYTES);
    return filled;
}

static __attribute__((noinline)) VECTOR FN(part)(const ELEMENT *in, ELEMENT *out, size_t n, VECTOR carry, int exclusive,
                                                 const struct FN(key) * key)
{
    VECTOR x = FN(load_part)(in, n, key);
    FN(local)(&x, 1, NULL);
    VECTOR last = FN(last)(x);
    if (exclusive)
        x = (VECTOR)SHIFT_IN(SPLAT(IDENTITY), x, BYTES);
    x = UNMAP(OP(carry, x));
    memcpy(out, &x, n * BYTES);
    return OP(carry, last);
}

/* With a constant for past_cache. */
INLINE void FN(run)(const ELEMENT *in, ELEMENT *out, size_t n, struct prefix__openmp_state *state,
                    const struct prefix__openmp_next *next, int past_cache, int exclusive)
{
    const struct FN(key) keys = FN(key_of)(state), *const key = &keys;
    VECTOR carry = SPLAT((ELEMENT)state->carry);
    size_t i = 0;
    if (past_cache) { /* up to a line */
        i = -(uintptr_t)out % 64 / BYTES;
        i = i < n ? i : n;
        for (size_t j = 0; j < i; j += LANES)
            carry = FN(part)(in + j, out + j, i - j < LANES ? i - j : LANES, carry, exclusive, key);
    }
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        struct prefix__openmp_lines lines = {NULL, NULL};
        if (next && (past_cache || next->starts))
            prefix__openmp_prefetch_next(next, i * sizeof *in, 4 * LANES * sizeof *in);
        else if (next)
            lines = prefix__openmp_prefetch_but_lines(next, i * sizeof *in, 4 * LANES * sizeof *in);
        if (past_cache)
            prefix__openmp_prefetch_output(out + i, 4 * LANES * BYTES, 0);
        VECTOR x[4], before = SPLAT(IDENTITY);
#ifdef SCAN_FOUR /* as one */
        prefix__openmp_prefetch_lines(lines.at, (size_t)(lines.end - lines.at));
        SCAN_FOUR(in + i, x);
#else
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
        {
            prefix__openmp_prefetch_line(&lines);
            x[j] = FN(load)(in + i + j * LANES, key);
        }
        FN(local)(x, 4, NULL);
#endif
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
        {
            const VECTOR result = past_cache && exclusive ? (VECTOR)SHIFT_IN(before, x[j], BYTES) : x[j];
            const VECTOR y = UNMAP(OP(carry, result));
            if (past_cache)
                STREAM(out + i + j * LANES, &y);
            else
                STORE(out + i + j * LANES, y);
#ifdef SCAN_FOUR
            before = x[j];
        }
        carry = OP(carry, FN(last)(before));
#else
            carry = OP(carry, FN(last)(x[j]));
        }
#endif
    }
    for (; i < n; i += LANES)
        carry = FN(part)(in + i, out + i, n - i < LANES ? n - i : LANES, carry, exclusive, key);
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
    FN(run)(in, out, n, state, next, 1, exclusive);
}

static void FN(reduce)(const void *from, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next)
{
    const struct FN(key) keys = FN(key_of)(state), *const key = &keys;
    const ELEMENT *in = from;
    VECTOR sum[4] = {SPLAT(IDENTITY), SPLAT(IDENTITY), SPLAT(IDENTITY), SPLAT(IDENTITY)};
    size_t i = 0;
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        struct prefix__openmp_lines lines = {NULL, NULL};
        if (next)
            lines = prefix__openmp_prefetch_but_lines(next, i * sizeof *in, 4 * LANES * sizeof *in);
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
        {
            prefix__openmp_prefetch_line(&lines);
            sum[j] = OP(sum[j], FN(load)(in + i + j * LANES, key));
        }
    }
    for (; i + LANES <= n; i += LANES)
        sum[0] = OP(sum[0], FN(load)(in + i, key));
    if (i < n)
        sum[1] = OP(sum[1], FN(load_part)(in + i, n - i, key));
    sum[0] = OP(OP(sum[0], sum[1]), OP(sum[2], sum[3]));
    FN(local)(&sum[0], 1, NULL);
    sum[0] = OP(SPLAT((ELEMENT)state->local), FN(last)(sum[0]));
    state->local = (uint64_t)sum[0][0];
}

static uint64_t FN(combine)(uint64_t carry, uint64_t local)
{
    return (uint64_t)OP(SPLAT((ELEMENT)carry), SPLAT((ELEMENT)local))[0];
}

#include "simd/scan/columns_integer.h"
#include "simd/scan/rows_integer.h"
#include "simd/segments/scan_integer.h"
#ifdef HAS_TOTALS
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
#undef MAP
#undef UNMAP
#undef NAME
#undef KEYED
#undef OP
#undef IDENTITY
#undef SCAN_FOUR

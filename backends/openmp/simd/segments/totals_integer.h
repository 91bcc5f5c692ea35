/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments of an exactly associative and commutative operator; included by integer_kernel.h. Of each of some
 * segments a vector of elements is loaded with a mask, with which others are combined where it is longer; the vectors
 * are folded into one, in which each segment has a word. Where segments begin is read from their offsets as they are
 * asked for: by way of vectors, 16 segments of 7 i32 take 82 cycles of Zen 4 instead of 55. Those that do not lie in
 * the piece, or whose offsets decrease, get offsets that do.
 */
#define SHORT_VECTORS (LANES < 8 ? 2 : 1) /* of a short segment */
/*
 * Vectors of a long segment beside which lines are prefetched, or more would be due than are prefetched beside its beginning. 16
 * Xeon cores, 2^26 i32 in segments of 500 and f64 of 200, ms, without and so: 3.4 and 2.4, 6.8 and 4.6.
 */
#define PREFETCHED_VECTORS 8
#include "simd/vector/fold_vectors.h"

/* Up to a vector of elements from a place on, and the identity; without masks a whole one is read where it may be. */
INLINE VECTOR FN(load_first)(const ELEMENT *in, size_t count, const ELEMENT *end, const struct FN(key) * key)
{
    const VECTOR identity = SPLAT(IDENTITY);
#ifdef MASKS
    (void)end;
    const uint64_t known = count < (size_t)LANES ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
    return MAP((VECTOR)JOIN(LOAD_ONTO, BYTES)((raw)UNMAP(identity), known, in));
#else
    VECTOR x = identity;
    if (!end || end - in >= LANES)
        x = LOAD(in);
    else
        memcpy(&x, in, count * BYTES);
    return KEEP(first_bytes(count * BYTES), MAP(x));
#endif
}

/*
 * What the elements of each of some segments come to, in its word. They begin at their offsets less first. are_long:
 * some have more than SHORT_VECTORS. end: of what may be read, or NULL where as many may be from each.
 */
INLINE VECTOR FN(fold_segments)(const ELEMENT *in, const ELEMENT *end, const void *offsets, int is_wide, uint64_t first,
                                int are_long, struct prefix__openmp_lines *lines, const struct FN(key) * key)
{
    VECTOR x[SOME];
    _Pragma("GCC unroll 16") for (size_t j = 0; j < SOME; j++)
    {
        const uint64_t begin = prefix__index_at(offsets, is_wide ? 8 : 4, j);
        const size_t count = (size_t)(prefix__index_at(offsets, is_wide ? 8 : 4, j + 1) - begin);
        const ELEMENT *const from = in + (size_t)(begin - first);
        if (are_long || j % (SOME / 2) == 0)
            prefix__openmp_prefetch_share(lines, (const char *)from + NODES_AHEAD);
        if (!are_long) { /* no branch depends on a length */
            const size_t some = SHORT_VECTORS > 1 && count > (size_t)LANES ? (size_t)LANES : count;
            x[j] = FN(load_first)(from, some, end, key);
            if (SHORT_VECTORS > 1)
                x[j] = OP(x[j], FN(load_first)(from + LANES, count - some, end, key));
            continue;
        }
        const size_t whole = count / LANES * LANES;
        x[j] = FN(load_first)(from + whole, count - whole, end, key);
        for (size_t i = 0; i < whole; i += (size_t)LANES) {
            if (i > 0 && i % (PREFETCHED_VECTORS * (size_t)LANES) == 0)
                prefix__openmp_prefetch_share(lines, (const char *)(from + i) + NODES_AHEAD);
            x[j] = OP(x[j], MAP(LOAD(from + i)));
        }
    }
    x[0] = FN(fold_vectors)(x);
    _Pragma("GCC unroll 2") for (int bits = 4 * WORD; bits >= 8 * BYTES && bits < 32; bits /= 2) x[0] =
        OP(x[0], (VECTOR)((WORDS)x[0] >> bits));
    return x[0];
}

#ifdef SHORT_STEPS
/*
 * The same of short segments that lie in four vectors: their first elements are permuted to a column, the second ones
 * to the next, as many columns at once as a vector has, and so on. x gets the totals side by side. 0: longer ones are
 * among them, or there is less memory.
 *
 * A Zen 4 core, maxima of 2^14 i32, i64 and f32 in segments of 4, us: scanned 5.7, 10.2, 6.7; so 3.3, 6.5, 4.2. Of up
 * to 8, half of them empty, scanned 6.9, 12.2, 8.2; so 8.5, 16.1, 10.6. A Xeon core, i16 in segments of 4 and 7, us, an
 * element of each word at once 5.8, 5.8; so 4.0, 3.8.
 */
INLINE int FN(fold_shorts)(const ELEMENT *in, size_t n, const void *offsets, int is_wide, uint64_t first, VECTOR *x,
                           struct prefix__openmp_lines *lines, const struct FN(key) * key)
{
    enum { COLUMNS = WORD / BYTES, ALL = (1 << SOME) - 1 };
    typedef JOIN(unsigned_lanes, BYTES) lanes;
    const size_t size = is_wide ? 8 : 4;
    const uint64_t begin = prefix__index_at(offsets, size, 0), end = prefix__index_at(offsets, size, SOME);
    if (end - begin > 4 * LANES || begin - first + 4 * LANES > n)
        return 0;
    const WORDS zero = {0}, begins = JOIN(PLACES, WORD)(is_wide, offsets, ALL, begin);
    const WORDS lengths = JOIN(PLACES, WORD)(is_wide, (const char *)offsets + size, ALL, begin) - begins;
    if (JOIN(LE_BITS, WORD)((raw)lengths, (raw)(zero + SHORT_STEPS * COLUMNS)) != ALL)
        return 0;
    const char *const from = (const char *)(in + (size_t)(begin - first));
    const int are_near = end - begin <= 2 * LANES;
    const VECTOR identity = SPLAT(IDENTITY);
    const lanes column = (lanes)(IOTA_OF(BYTES) / (int)SOME), places = (lanes)JOIN(COLUMNS, BYTES)(begins) + column;
    const raw behind = JOIN(COLUMNS, BYTES)(lengths);
    prefix__openmp_prefetch_share(lines, from + NODES_AHEAD);
    *x = identity;
    _Pragma("GCC unroll 8") for (int k = 0; k < SHORT_STEPS; k++)
    {
        const lanes to = (lanes)SPLAT((ELEMENT)(k * COLUMNS));
        const __mmask64 known = JOIN(LE_BITS, BYTES)((raw)(column + to + 1), behind);
        if ((COLUMNS > 1 || k == 1 || k == SHORT_STEPS / 2) && known == 0)
            break;
        const raw found = JOIN(among, BYTES)((raw)(places + to), from, are_near);
        *x = OP(*x, (VECTOR)JOIN(PICK, BYTES)(known, (raw)MAP((VECTOR)found), (raw)identity));
    }
    if (COLUMNS > 1)
        *x = OP(*x, (VECTOR)OTHER_HALF(*x));
    if (COLUMNS > 2)
        *x = OP(*x, (VECTOR)OTHER_LANE(*x));
    return 1;
}
#define FOLD_SHORTS FN(fold_shorts)
#else
#define FOLD_SHORTS(in, n, offsets, is_wide, first, x, lines, key) 0
#endif

/*
 * The same of segments that may begin before a piece, end behind it or not be there. Returns how many of them end in
 * it. local is the total of the one that has begun before, or the identity, and becomes that of the one that is open at
 * the end.
 */
static __attribute__((noinline)) size_t FN(totals_at_ends)(const ELEMENT *in, size_t n,
                                                           const struct prefix__openmp_segments *segments, size_t at,
                                                           ELEMENT *totals, ELEMENT *local,
                                                           struct prefix__openmp_lines *lines, const struct FN(key) * key)
{
    const size_t left = segments->count - at;
    uint32_t places[SOME + 1];
    size_t ended = 0;
    for (size_t j = 0, place = 0; j <= SOME; j++) {
        const uint64_t offset = j <= left ? prefix__index_at(segments->offsets, segments->size, at + j) : UINT64_MAX;
        const uint64_t behind = offset < segments->first ? 0 : offset - segments->first;
        ended += j > 0 && ended == j - 1 && offset >= segments->first && behind < n;
        place = place > behind ? place : behind < n ? (size_t)behind : n;
        places[j] = (uint32_t)place;
    }
    ELEMENT of_lanes[LANES];
    STORE(of_lanes, FN(fold_segments)(in, in + n, places, 0, 0, 1, lines, key));
    of_lanes[0] = (ELEMENT)FN(combine)((uint64_t)*local, (uint64_t)of_lanes[0]);
    JOIN(STORE_WORDS, BYTES)(totals, (raw)UNMAP(LOAD(of_lanes)));
    *local = ended < SOME ? of_lanes[ended * (WORD / BYTES)] : IDENTITY;
    return ended;
}

INLINE size_t FN(totals_of)(const ELEMENT *in, size_t n, const struct prefix__openmp_segments *segments,
                            ELEMENT *totals, struct prefix__openmp_state *state, struct prefix__openmp_aside *aside,
                            int is_wide)
{
    const struct FN(key) keys = FN(key_of)(state), *const key = &keys;
    const size_t size = is_wide ? 8 : 4;
    const uint64_t first = segments->first;
    ELEMENT local = prefix__index_at(segments->offsets, size, 0) < first
                        ? (ELEMENT)FN(combine)(state->carry, state->local)
                        : IDENTITY;
    size_t count = 0;
    for (size_t here = SOME; here == SOME; count += here) {
        const char *const offsets = (const char *)segments->offsets + count * size;
        int longest = 0;
        if (segments->count - count >= VECTOR_BYTES / 4)
            longest = is_wide ? span_64((const uint64_t *)offsets, first, n, SHORT_VECTORS * LANES)
                              : span_32((const uint32_t *)offsets, first, n, SHORT_VECTORS * LANES);
        if (aside->lines.end)
            prefix__openmp_prefetch_near(offsets + OFFSETS_AHEAD, SOME * size);
#ifndef MASKS /* whole vectors are read */
        if (longest > 0 && prefix__index_at(offsets, size, SOME) - first + SHORT_VECTORS * LANES > n)
            longest = 0;
#endif
        VECTOR x;
        if (longest == 0) {
            here = FN(totals_at_ends)(in, n, segments, count, totals + count, &local, &aside->lines, key);
        } else if (longest == 1 && FOLD_SHORTS(in, n, offsets, is_wide, first, &x, &aside->lines, key)) {
            STORE(totals + count, UNMAP(x));
        } else {
            x = longest > 1 ? FN(fold_segments)(in, NULL, offsets, is_wide, first, 1, &aside->lines, key)
                            : FN(fold_segments)(in, NULL, offsets, is_wide, first, 0, &aside->lines, key);
            JOIN(STORE_WORDS, BYTES)(totals + count, (raw)UNMAP(x));
        }
        stream_aside(aside, LINE_BYTES);
    }
    state->carry = (uint64_t)IDENTITY;
    state->local = (uint64_t)local;
    return count;
}

static size_t FN(totals)(const void *in, size_t n,
                                                 const struct prefix__openmp_segments *segments, void *totals,
                                                 struct prefix__openmp_state *state, struct prefix__openmp_aside *aside)
{
    return segments->size == 8 ? FN(totals_of)(in, n, segments, totals, state, aside, 1)
                               : FN(totals_of)(in, n, segments, totals, state, aside, 0);
}
#undef FOLD_SHORTS
#undef SHORT_VECTORS
#undef PREFETCHED_VECTORS

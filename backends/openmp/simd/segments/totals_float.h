/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments in the canonical order; included by float_kernel.h. The total of a segment in a row is that of the
 * row's tree in which all other elements are the identity. So is that of any window of 2^k elements that begins at a
 * multiple of half as many, and a window of a row may have the end of one and the beginning of the next. Each segment
 * is loaded with masks in the least of the windows that has it whole, and folded into one vector; then as many segments
 * as a vector has lanes are folded at once. Of one that goes on in other rows, whole ones are reduced, and what is in
 * the last is folded in the same way.
 */
#define WORD BYTES
#include "simd/vector/fold_vectors.h"
#undef WORD

#define OF(name) JOIN(name, BYTES)

/* Where a window of so many vectors begins that has an element in its first half. */
INLINE uint32_t FN(window_at)(uint32_t begin, int vectors)
{
    return begin & ~(uint32_t)(vectors * LANES / 2 - 1);
}

/* Elements of a window, with a constant for vectors, as a vector of the same tree. */
INLINE VECTOR FN(fold_window)(const ELEMENT *in, uint32_t begin, uint32_t end, int vectors)
{
    const uint32_t at = FN(window_at)(begin, vectors);
    VECTOR x[ROW / LANES];
#if VECTOR_BYTES == 64
    const uint64_t here[] = {mask_of(begin - at, end - at, 0), mask_of(begin - at, end - at, 64)};
    _Pragma("GCC unroll 16") for (int j = 0; j < vectors; j++) x[j] =
        (VECTOR)OF(LOAD_WHERE)(in + at + j * LANES, here[j * LANES / 64] >> j * LANES % 64);
#else
    const OF(places) places = (OF(places))IOTA_(BYTES) - (begin - at), count = (OF(places)){0} + (end - begin);
    _Pragma("GCC unroll 16") for (int j = 0; j < vectors; j++) x[j] =
        (VECTOR)OF(LOAD_BELOW)(in + at + j * LANES, places + (uint32_t)(j * LANES), count);
#endif
    _Pragma("GCC unroll 4") for (int left = vectors / 2; left > 0; left /= 2)
    {
        _Pragma("GCC unroll 8") for (int j = 0; j < left; j++) x[j] = FN(pairs)(x[2 * j], x[2 * j + 1]);
    }
    return x[0];
}
#define FITS(vectors) (end - FN(window_at)(begin, vectors) <= (vectors)*LANES)

/* Whether a segment is in no window, and goes on behind the row in which it begins. */
INLINE uint32_t FN(goes_on)(uint32_t begin, uint32_t end)
{
    return !FITS(8) && (begin | (ROW - 1)) + 1 < end;
}

/* What is in a window, or else what of it is in the row in which it begins. */
INLINE VECTOR FN(fold_in_row)(const ELEMENT *in, uint32_t begin, uint32_t end)
{
    const uint32_t row_end = (begin | (ROW - 1)) + 1;
    if (FITS(1))
        return FN(fold_window)(in, begin, end, 1);
    if (FITS(2))
        return FN(fold_window)(in, begin, end, 2);
    if (FITS(4))
        return FN(fold_window)(in, begin, end, 4);
    if (FITS(8))
        return FN(fold_window)(in, begin, end, 8);
    return FN(fold_window)(in, begin, end < row_end ? end : row_end, ROW / LANES);
}

/* Of segments that go on, as bits, the rows that they have whole, and what is in the last one. */
static void FN(add_rows)(const ELEMENT *in, const uint32_t *places, uint32_t longer,
                         const struct prefix__openmp_state *begun, ELEMENT *out)
{
    ELEMENT last[LANES];
    VECTOR x[LANES];
    _Pragma("GCC unroll 1") for (uint32_t j = 0; j < LANES; j++) x[j] =
        longer >> j & 1 ? FN(fold_in_row)(in, places[j + 1] & -ROW, places[j + 1]) : SPLAT(IDENTITY);
    STORE(last, FN(fold_vectors)(x));
    for (; longer; longer &= longer - 1) {
        const int j = __builtin_ctz(longer);
        const uint32_t row_end = (places[j] | (ROW - 1)) + 1;
        struct prefix__openmp_state state = *begun;
        memcpy(&state.local, out + j, sizeof *out);
        FN(reduce)(in + row_end, (places[j + 1] & -ROW) - row_end, &state, NULL);
        memcpy(out + j, &state.local, sizeof *out);
        out[j] = out[j] OPERATOR last[j];
    }
}

/* A word for each lane. */
typedef uint32_t FN(words) __attribute__((vector_size(LANES * sizeof(uint32_t))));

/* A segment for each lane, all of which are in windows of so many vectors, 1 or 2. */
INLINE VECTOR FN(fold_short)(const ELEMENT *in, FN(words) begin, FN(words) length, int vectors)
{
    FN(words) at = begin & -(uint32_t)(vectors * LANES / 2), shift = begin - at;
    VECTOR x[LANES];
#if VECTOR_BYTES == 64
    FN(words) here = ((1u << length) - 1) << shift;
    __asm__("" : "+m"(at), "+m"(here)); /* scalars come sooner from memory than from lanes */
#define LOAD_SHORT(j, from) (VECTOR) OF(LOAD_WHERE)(in + at[j] + (from), here[j] >> (from))
#else
#define LOAD_SHORT(j, from)                                                                                            \
    (VECTOR)                                                                                                           \
        OF(LOAD_BELOW)(in + at[j] + (from), (OF(places))IOTA_(BYTES) + (from)-shift[j], (OF(places)){0} + length[j])
#endif
    _Pragma("GCC unroll 16") for (int j = 0; j < LANES; j++)
    {
        x[j] = LOAD_SHORT(j, 0);
        if (vectors == 2)
            x[j] = FN(pairs)(x[j], LOAD_SHORT(j, LANES));
    }
#undef LOAD_SHORT
    return FN(fold_vectors)(x);
}

/* Whether all segments are in such windows. */
INLINE int FN(are_short)(FN(words) begin, FN(words) length, int vectors)
{
    return !OF(LANES_BEYOND)((begin & (uint32_t)(vectors * LANES / 2 - 1)) + length, (uint32_t)(vectors * LANES));
}

static void FN(totals)(const void *from, const uint32_t *places, size_t segments, void *to,
                       const struct prefix__openmp_state *begun, struct prefix__openmp_lines *lines)
{
    const ELEMENT *const in = from;
    ELEMENT *const out = to;
    for (size_t i = 0; i < segments; i += LANES) {
        VECTOR x[LANES], folded;
        FN(words) begin, end;
        uint32_t longer = 0;
        memcpy(&begin, places + i, sizeof begin);
        memcpy(&end, places + i + 1, sizeof end);
        const FN(words) length = end - begin;
        prefetch_soon(lines, in + places[i]);
        if (!OF(LANES_BEYOND)(length ^ 1, 0)) { /* of one element each: in half the time */
            folded = LOAD(in + places[i]);
        } else if (FN(are_short)(begin, length, 1)) {
            folded = FN(fold_short)(in, begin, length, 1);
        } else if (FN(are_short)(begin, length, 2)) {
            folded = FN(fold_short)(in, begin, length, 2);
        } else {
            _Pragma("GCC unroll 1") for (uint32_t j = 0; j < LANES; j++)
            {
                prefetch_soon(lines, in + places[i + j]);
                x[j] = FN(fold_in_row)(in, places[i + j], places[i + j + 1]);
                longer |= FN(goes_on)(places[i + j], places[i + j + 1]) << j;
            }
            folded = FN(fold_vectors)(x);
        }
        STORE(out + i, folded + SPLAT(IDENTITY)); /* no -0 */
        if (longer)
            FN(add_rows)(in, places + i, longer, begun, out + i);
    }
}
#undef FITS
#undef OF

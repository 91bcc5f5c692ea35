/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments in the canonical order; included by float_kernel.h. The total of a segment in a row is that of the
 * row's tree in which all other elements are the identity. So is that of any window of 2^k elements that begins at a
 * multiple of half as many, and a window of a row may have the end of one and the beginning of the next. Each segment
 * is loaded with masks in the least of the windows that has it whole, and folded into one vector; then as many segments
 * as a vector has lanes are folded at once. What goes on behind its window is reduced row by row.
 */
#define WORD BYTES
#include "simd/vector/fold_vectors.h"
#undef WORD

#define OF(name) JOIN(name, BYTES)
#define IOTA_(bytes) IOTA(bytes)

/* Where a window of so many vectors begins that has an element in its first half. */
INLINE uint32_t FN(window_at)(uint32_t begin, int vectors)
{
    return begin & ~(uint32_t)(vectors * LANES / 2 - 1);
}

/* Elements of a window, with a constant for vectors, as a vector of the same tree. */
INLINE VECTOR FN(fold_window)(const ELEMENT *in, uint32_t begin, uint32_t end, int vectors)
{
    const uint32_t at = FN(window_at)(begin, vectors);
    const OF(places) places = (OF(places))IOTA_(BYTES) - (begin - at), count = (OF(places)){0} + (end - begin);
    VECTOR x[ROW / LANES];
    _Pragma("GCC unroll 16") for (int j = 0; j < vectors; j++) x[j] =
        (VECTOR)OF(LOAD_BELOW)(in + at + j * LANES, places + (uint32_t)(j * LANES), count);
    _Pragma("GCC unroll 4") for (int left = vectors / 2; left > 0; left /= 2)
    {
        _Pragma("GCC unroll 8") for (int j = 0; j < left; j++) x[j] = FN(pairs)(x[2 * j], x[2 * j + 1]);
    }
    return x[0];
}
#define FITS(vectors) (end - FN(window_at)(begin, vectors) <= (vectors)*LANES)

static void FN(totals)(const void *from, const uint32_t *places, size_t segments, void *to,
                       const struct prefix__openmp_state *begun, struct prefix__openmp_lines *lines)
{
    const ELEMENT *const in = from;
    ELEMENT *const out = to;
    for (size_t i = 0; i < segments; i += LANES) {
        VECTOR x[LANES];
        uint32_t longer = 0;
        _Pragma("GCC unroll 1") for (uint32_t j = 0; j < LANES; j++)
        {
            const uint32_t begin = places[i + j], end = places[i + j + 1];
            if (j % (LANES / 2) == 0)
                prefetch_share(lines, in + begin);
            if (FITS(1)) {
                x[j] = FN(fold_window)(in, begin, end, 1);
            } else if (FITS(2)) {
                x[j] = FN(fold_window)(in, begin, end, 2);
            } else if (FITS(4)) {
                x[j] = FN(fold_window)(in, begin, end, 4);
            } else if (FITS(8)) {
                x[j] = FN(fold_window)(in, begin, end, 8);
            } else {
                const uint32_t row_end = (begin | (ROW - 1)) + 1, last = end < row_end ? end : row_end;
                x[j] = FN(fold_window)(in, begin, last, ROW / LANES);
                longer |= (uint32_t)(last < end) << j;
                prefetch_share(lines, in + begin);
            }
        }
        STORE(out + i, FN(fold_vectors)(x) + SPLAT(IDENTITY)); /* no -0 */
        for (; longer; longer &= longer - 1) {
            const size_t j = i + (size_t)__builtin_ctz(longer);
            const uint32_t row_end = (places[j] | (ROW - 1)) + 1;
            struct prefix__openmp_state state = *begun;
            memcpy(&state.local, out + j, sizeof *out);
            FN(reduce)(in + row_end, places[j + 1] - row_end, &state, NULL);
            memcpy(out + j, &state.local, sizeof *out);
            prefetch_share(lines, in + places[j + 1]);
        }
    }
}
#undef FITS
#undef OF
#undef IOTA_

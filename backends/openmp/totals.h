/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the segments of offsets: the result before the end of each, or what empty ones have. An instruction set may
 * define NEAR_TOTALS_4 and NEAR_TOTALS_8, which take those of a vector of elements of so many bytes at once if no end
 * lies PREFIX__OPENMP_NEAR_BYTES behind the first one; else they return 0. A Xeon core, 2^14 f32 in segments of 4, and
 * of up to 8 of which half are empty: 4.3 and 6.9 us; where ends were packed by their bits and the empty ones put
 * between them 4.7 and 8.1.
 */
#ifndef PREFIX_BACKENDS_OPENMP_TOTALS_H
#define PREFIX_BACKENDS_OPENMP_TOTALS_H

#include "draw.h"
#include "internal.h"
#include "simd.h"

#ifndef NEAR_TOTALS_4
#define NEAR_TOTALS_4(bits, offsets, before, init, out) 0
#define NEAR_TOTALS_8(bits, offsets, before, init, out) 0
#endif
#define NEAR_TOTALS_1(bits, offsets, before, init, out) 0
#define NEAR_TOTALS_2(bits, offsets, before, init, out) 0

/* Offsets may decrease: what ends nowhere here has the first result. */
#define DEFINE_TOTALS(bits, bytes, element)                                                                            \
    INLINE void far_totals_##bits##_##bytes(const uint##bits##_t *offsets, size_t count, uint##bits##_t first,         \
                                            size_t length, const element *before, element init, element *out)          \
    {                                                                                                                  \
        for (size_t j = 0; j < count; j++) {                                                                           \
            const uint##bits##_t end = offsets[j + 1], place = end - first;                                            \
            const element total = before[place < length ? place : 0];                                                  \
            const element mask = (element)((element)(end == offsets[j]) - 1); /* branches would be missed */           \
            out[j] = (element)((total & mask) | (init & ~mask));                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    static void totals_##bits##_##bytes(const void *offsets, size_t segments, uint64_t from, size_t length,            \
                                        const void *before, uint64_t init, void *out,                                  \
                                        struct prefix__openmp_lines *lines)                                            \
    {                                                                                                                  \
        enum { SOME = VECTOR_BYTES / bytes };                                                                          \
        const uint##bits##_t *at = offsets, first = (uint##bits##_t)from;                                              \
        const element *in = before;                                                                                    \
        element *to = out;                                                                                             \
        struct prefix__openmp_lines drawn = *lines;                                                                    \
        for (; segments >= SOME; segments -= SOME, at += SOME, to += SOME) {                                           \
            const uint##bits##_t place = at[1] - first;                                                                \
            prefix__openmp_draw_line(&drawn);                                                                          \
            if (place >= length || !NEAR_TOTALS_##bytes(bits, at, in + place, init, to))                               \
                far_totals_##bits##_##bytes(at, SOME, first, length, in, (element)init, to);                           \
        }                                                                                                              \
        *lines = drawn;                                                                                                \
        far_totals_##bits##_##bytes(at, segments, first, length, in, (element)init, to);                               \
    }
DEFINE_TOTALS(32, 1, uint8_t)
DEFINE_TOTALS(32, 2, uint16_t)
DEFINE_TOTALS(32, 4, uint32_t)
DEFINE_TOTALS(32, 8, uint64_t)
DEFINE_TOTALS(64, 1, uint8_t)
DEFINE_TOTALS(64, 2, uint16_t)
DEFINE_TOTALS(64, 4, uint32_t)
DEFINE_TOTALS(64, 8, uint64_t)

#endif

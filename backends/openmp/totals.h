/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the segments of offsets: the result before the end of each, or what empty ones have. An instruction set may
 * define NEAR_TOTALS, which takes those of a vector of elements at once if no end lies PREFIX__OPENMP_NEAR_BYTES behind
 * the first one; else it returns 0; and NEAR_RESULTS_1 to NEAR_RESULTS_8, which find a vector of results and take no
 * account of what is empty. A Xeon core, 2^14 f32 in segments of 4, and of up to 8 of which half are empty: 4.3 and
 * 6.9 us; where ends were packed by their bits and the empty ones put between them 4.7 and 8.1. The others, of which 16
 * take 15 to 19 cycles, or 28 to 40 where each is asked whether it is empty and whether it ends here: of 7 and of 12
 * 5.4 to 4.4 and 5.2 to 4.6 us.
 */
#ifndef PREFIX_BACKENDS_OPENMP_TOTALS_H
#define PREFIX_BACKENDS_OPENMP_TOTALS_H

#include "draw.h"
#include "internal.h"
#include "select.h"

#ifndef NEAR_TOTALS
#define NEAR_TOTALS(bits, bytes, offsets, first, length, before, init, out) 0
#define NEAR_RESULTS_1(bits, offsets, first, length, before, found) 0
#define NEAR_RESULTS_2(bits, offsets, first, length, before, found) 0
#define NEAR_RESULTS_4(bits, offsets, first, length, before, found) 0
#define NEAR_RESULTS_8(bits, offsets, first, length, before, found) 0
#endif

#define DEFINE_TOTALS(bits, wide, bytes, element)                                                                      \
    /* The results before a vector of ends, each by itself. They may decrease: what is not here has the first one. */  \
    INLINE void far_results_##bits##_##bytes(const uint##bits##_t *at, uint##bits##_t first, uint##bits##_t length,    \
                                             const element *before, element *out)                                      \
    {                                                                                                                  \
        enum { SOME = VECTOR_BYTES / wide };                                                                           \
        const uint64_t known = (uint64_t)LE_BITS(wide, load_u##bits(at + 1) - first, splat_u##bits(length - 1));       \
        const uintptr_t origin = (uintptr_t)before - (uintptr_t)first * bytes;                                         \
        if (known == ((uint64_t)1 << SOME) - 1 && (uint##bits##_t)(first + length) > first)                            \
            _Pragma("GCC unroll 16") for (int j = 0; j < SOME; j++) out[j] =                                           \
                *(const element *)(origin + (uintptr_t)at[j + 1] * bytes);                                             \
        else                                                                                                           \
            for (int j = 0; j < SOME; j++)                                                                             \
                out[j] = before[known >> j & 1 ? at[j + 1] - first : 0];                                               \
    }                                                                                                                  \
    INLINE void far_totals_##bits##_##bytes(const uint##bits##_t *at, uint##bits##_t first, uint##bits##_t length,     \
                                            const element *before, element init, element *out)                         \
    {                                                                                                                  \
        far_results_##bits##_##bytes(at, first, length, before, out);                                                  \
        for (uint64_t empty = (uint64_t)EQ_BITS(wide, load_u##bits(at + 1), load_u##bits(at)); empty;                  \
             empty &= empty - 1)                                                                                       \
            out[__builtin_ctzll(empty)] = init;                                                                        \
    }                                                                                                                  \
    static void totals_##bits##_##bytes(const void *offsets, size_t segments, uint64_t from, size_t length,            \
                                        const void *before, uint64_t init, void *out,                                  \
                                        struct prefix__openmp_lines *lines)                                            \
    {                                                                                                                  \
        enum { NEAR = VECTOR_BYTES / bytes, FAR = VECTOR_BYTES / wide, SOME = NEAR > FAR ? NEAR : FAR };               \
        const uint##bits##_t *at = offsets, first = (uint##bits##_t)from;                                              \
        const element *in = before;                                                                                    \
        element *to = out;                                                                                             \
        struct prefix__openmp_lines drawn = *lines;                                                                    \
        for (; segments >= SOME; segments -= SOME, at += SOME, to += SOME) {                                           \
            int are_near = 1;                                                                                          \
            prefix__openmp_draw_line(&drawn);                                                                          \
            for (int j = 0; j < SOME && are_near; j += NEAR)                                                           \
                are_near = NEAR_TOTALS(bits, bytes, at + j, first, (uint##bits##_t)length, in, init, to + j);          \
            for (int j = 0; j < SOME && !are_near; j += FAR)                                                           \
                far_totals_##bits##_##bytes(at + j, first, (uint##bits##_t)length, in, (element)init, to + j);         \
        }                                                                                                              \
        *lines = drawn;                                                                                                \
        for (; segments > 0; segments--, at++, to++) {                                                                 \
            const uint##bits##_t place = at[1] - first;                                                                \
            *to = at[1] == at[0] ? (element)init : in[place < length ? place : 0];                                     \
        }                                                                                                              \
    }
DEFINE_TOTALS(32, 4, 1, uint8_t)
DEFINE_TOTALS(32, 4, 2, uint16_t)
DEFINE_TOTALS(32, 4, 4, uint32_t)
DEFINE_TOTALS(32, 4, 8, uint64_t)
DEFINE_TOTALS(64, 8, 1, uint8_t)
DEFINE_TOTALS(64, 8, 2, uint16_t)
DEFINE_TOTALS(64, 8, 4, uint32_t)
DEFINE_TOTALS(64, 8, 8, uint64_t)

#endif

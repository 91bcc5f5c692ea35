/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the segments of offsets: the result before the end of each, or what empty ones have. An instruction set may
 * define NEAR_TOTALS, which takes those of a vector of elements at once if no end lies PREFIX__OPENMP_NEAR_BYTES behind
 * the first one; else it returns 0; and NEAR_RESULTS_1 to NEAR_RESULTS_8, which find a vector of results and take no
 * account of what is empty. A Xeon core, 2^14 f32 in segments of 4, and of up to 8 of which half are empty: 4.3 and
 * 6.9 us; where ends were packed by their bits and the empty ones put between them 4.7 and 8.1. The others
 * are fetched by their places; what empty ones have stands in front of the results, so that no branch depends on a
 * segment. A Zen 3 core, 2^16 f32 and f64 in segments of up to 8 of which half are empty, us: where empty ones are put
 * in behind the others 58 and 80, so 47 and 66.
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
    /*                                                                                                                 \
     * The results before a vector of ends, each by itself, by places that are found at once. They may decrease: what  \
     * is not here has the first one. empty: 1 where empty segments have the element before that, else 0.              \
     */                                                                                                                \
    INLINE void far_results_##bits##_##bytes(const uint##bits##_t *at, uint##bits##_t first, uint##bits##_t length,    \
                                             const element *before, int empty, element *out)                           \
    {                                                                                                                  \
        enum { SOME = VECTOR_BYTES / wide };                                                                           \
        const v_u##bits ends = load_u##bits(at + 1), place = ends - first;                                             \
        v_u##bits known = place & (v_u##bits)(place < splat_u##bits(length));                                          \
        int##bits##_t places[SOME];                                                                                    \
        if (empty)                                                                                                     \
            known |= (v_u##bits)(ends == load_u##bits(at));                                                            \
        memcpy(places, &known, sizeof places);                                                                         \
        _Pragma("GCC unroll 16") for (int j = 0; j < SOME; j++) out[j] = before[places[j]];                            \
    }                                                                                                                  \
    static void totals_##bits##_##bytes(const void *offsets, size_t segments, uint64_t from, size_t length,            \
                                        const void *before, void *out, struct prefix__openmp_lines *lines)             \
    {                                                                                                                  \
        enum { NEAR = VECTOR_BYTES / bytes, FAR = VECTOR_BYTES / wide, SOME = NEAR > FAR ? NEAR : FAR };               \
        const uint##bits##_t *at = offsets, first = (uint##bits##_t)from;                                              \
        const element *in = before, init = in[-1];                                                                     \
        element *to = out;                                                                                             \
        struct prefix__openmp_lines drawn = *lines;                                                                    \
        for (; segments >= SOME; segments -= SOME, at += SOME, to += SOME) {                                           \
            int are_near = 1;                                                                                          \
            prefix__openmp_draw_line(&drawn);                                                                          \
            for (int j = 0; j < SOME && are_near; j += NEAR)                                                           \
                are_near = NEAR_TOTALS(bits, bytes, at + j, first, (uint##bits##_t)length, in, init, to + j);          \
            for (int j = 0; j < SOME && !are_near; j += FAR)                                                           \
                far_results_##bits##_##bytes(at + j, first, (uint##bits##_t)length, in, 1, to + j);                    \
        }                                                                                                              \
        *lines = drawn;                                                                                                \
        for (; segments > 0; segments--, at++, to++) {                                                                 \
            const uint##bits##_t place = at[1] - first;                                                                \
            *to = at[1] == at[0] ? init : in[place < length ? place : 0];                                              \
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

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the segments of offsets: the result before the end of each, or what empty ones have. An instruction set may
 * define NEAR_TOTALS, which takes those of a vector of elements at once if no end lies PREFIX__OPENMP_NEAR_BYTES behind
 * the first one; else it returns 0; and NEAR_RESULTS_1 to NEAR_RESULTS_8, which find a vector of results and take no
 * account of what is empty. A Xeon core, 2^14 f32 in segments of 4, and of up to 8 of which half are empty: 4.3 and
 * 6.9 us; where ends were packed by their bits and the empty ones put between them 4.7 and 8.1. The others
 * are loaded by their offsets, a vector of them at once, and what empty ones have, which stands in front of the
 * results, is put among them by their bits: no branch depends on a segment. A Zen 3 core, 2^16 elements in segments of
 * up to 8 of which half are empty, us: f32 and f64 where empty ones are put in behind the others 58 and 80, so 47 and
 * 66; differences (differences.h) of i32 and i64 by places that are found as a vector, and then one by one, 34 and 45,
 * so 26 and 37.
 */
#ifndef PREFIX_BACKENDS_OPENMP_TOTALS_H
#define PREFIX_BACKENDS_OPENMP_TOTALS_H

#include "simd/segments/masks.h"
#include "simd/vector/prefetch.h"
#include "simd/isa.h"
#include "simd/select/test_and_pack.h"

#ifndef NEAR_TOTALS
#define NEAR_TOTALS(bits, bytes, offsets, first, length, before, init, out) 0
#define NEAR_RESULTS_1(bits, offsets, first, length, before, found) 0
#define NEAR_RESULTS_2(bits, offsets, first, length, before, found) 0
#define NEAR_RESULTS_4(bits, offsets, first, length, before, found) 0
#define NEAR_RESULTS_8(bits, offsets, first, length, before, found) 0
#endif

/* The bits and bytes of an offset, the bytes and bits of a total. */
#define FOR_EACH_TOTAL(define)                                                                                         \
    define(32, 4, 1, 8) define(32, 4, 2, 16) define(32, 4, 4, 32) define(32, 4, 8, 64) define(64, 8, 1, 8)             \
        define(64, 8, 2, 16) define(64, 8, 4, 32) define(64, 8, 8, 64)

#define RESULT_AT(j) *(const element *)(place + (uintptr_t)ends[j] * sizeof(element))

#define DEFINE_TOTALS(bits, wide, bytes, u)                                                                            \
    /* Whether so many ends lie among the elements. */                                                                 \
    INLINE int are_here_##bits##_##bytes(const uint##bits##_t *ends, int count, uint##bits##_t first,                  \
                                         uint##bits##_t length)                                                        \
    {                                                                                                                  \
        enum { FAR = VECTOR_BYTES / wide };                                                                            \
        int are_here = first + length >= first;                                                                        \
        for (int j = 0; j < count; j += FAR)                                                                           \
            are_here &=                                                                                                \
                LE_BITS(wide, load_u##bits(ends + j) - first, splat_u##bits(length - 1)) == ((uint64_t)1 << FAR) - 1;  \
        return are_here;                                                                                               \
    }                                                                                                                  \
    /* The results before a vector of them. */                                                                         \
    INLINE v_u##u results_##bits##_##bytes(const uint##bits##_t *ends, uint##bits##_t first, const void *before)       \
    {                                                                                                                  \
        typedef uint##u##_t element;                                                                                   \
        const uintptr_t place = (uintptr_t)before - (uintptr_t)first * bytes;                                          \
        return (v_u##u){EACH_LANE_##bytes(RESULT_AT)};                                                                 \
    }                                                                                                                  \
    static void totals_##bits##_##bytes(const void *offsets, size_t segments, uint64_t from, size_t length,            \
                                        const void *before, void *out, struct prefix__openmp_lines *lines)             \
    {                                                                                                                  \
        enum { NEAR = VECTOR_BYTES / bytes, FAR = VECTOR_BYTES / wide, SOME = NEAR > FAR ? NEAR : FAR };               \
        const uint##bits##_t *at = offsets, first = (uint##bits##_t)from;                                              \
        const uint##u##_t *in = before, init = in[-1];                                                                 \
        uint##u##_t *to = out;                                                                                         \
        struct prefix__openmp_lines prefetched = *lines;                                                                    \
        for (; segments >= SOME; segments -= SOME, at += SOME, to += SOME) {                                           \
            int are_near = 1;                                                                                          \
            uint64_t empty = 0;                                                                                        \
            prefix__openmp_prefetch_line(&prefetched);                                                                          \
            for (int j = 0; j < SOME && are_near; j += NEAR)                                                           \
                are_near = NEAR_TOTALS(bits, bytes, at + j, first, (uint##bits##_t)length, in, init, to + j);          \
            if (are_near)                                                                                              \
                continue;                                                                                              \
            if (!are_here_##bits##_##bytes(at + 1, SOME, first, (uint##bits##_t)length))                               \
                break;                                                                                                 \
            for (int j = 0; j < SOME; j += FAR)                                                                        \
                empty |= (uint64_t)EQ_BITS(wide, load_u##bits(at + j), load_u##bits(at + j + 1)) << j;                 \
            _Pragma("GCC unroll 4") for (int j = 0; j < SOME; j += NEAR)                                               \
            {                                                                                                          \
                const v_u##u x = results_##bits##_##bytes(at + j + 1, first, in);                                      \
                const v_u##u is_empty = (v_u##u)LANES_OF_##bytes(empty >> j);                                          \
                store_u##u(to + j, (splat_u##u(init) & is_empty) | (x & ~is_empty));                                   \
            }                                                                                                          \
        }                                                                                                              \
        *lines = prefetched;                                                                                                \
        for (; segments > 0; segments--, at++, to++) { /* offsets may decrease: what is not here has the first one */  \
            const uint##bits##_t place = at[1] - first;                                                                \
            *to = at[1] == at[0] ? init : in[place < length ? place : 0];                                              \
        }                                                                                                              \
    }
FOR_EACH_TOTAL(DEFINE_TOTALS)
#undef RESULT_AT

#endif

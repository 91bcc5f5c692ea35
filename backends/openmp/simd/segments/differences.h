/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the segments of offsets of sums that wrap around: the result before the end of each, of a scan that knows
 * nothing of segments, less that before its beginning, and init besides.
 */
#ifndef PREFIX_BACKENDS_OPENMP_DIFFERENCES_H
#define PREFIX_BACKENDS_OPENMP_DIFFERENCES_H

#include "simd/segments/totals.h"

#define PREFETCHED_LENGTH 4 /* elements of a segment beside which all lines are prefetched that are as far on as it is */

#define DEFINE_DIFFERENCES(bits, wide, bytes, u)                                                                       \
    static size_t differences_##bits##_##bytes(const void *offsets, size_t segments, uint64_t from, size_t length,     \
                                               const void *before, uint64_t init, uint64_t *open, void *out,           \
                                               struct prefix__openmp_lines *lines)                                     \
    {                                                                                                                  \
        enum { NEAR = VECTOR_BYTES / bytes, FAR = VECTOR_BYTES / wide, SOME = NEAR > FAR ? NEAR : FAR };               \
        const uint##bits##_t *at = offsets, first = (uint##bits##_t)from;                                              \
        const uint##u##_t *in = before;                                                                                \
        const v_u##u with_init = splat_u##u((uint##u##_t)init);                                                        \
        v_u##u last = splat_u##u((uint##u##_t) * open);                                                                \
        uint##u##_t *to = out;                                                                                         \
        const size_t step = (size_t)(lines->end - lines->at) / length; /* bytes of an element, if lines are prefetched */   \
        size_t left = segments;                                                                                        \
        for (; left >= SOME && (uint##bits##_t)(at[SOME] - first) < length; left -= SOME, at += SOME, to += SOME) {    \
            v_u##u x[SOME / NEAR];                                                                                     \
            int are_near = 1;                                                                                          \
            if (lines->end)                                                                                            \
                prefix__openmp_prefetch_near((const char *)at + OFFSETS_AHEAD, SOME * wide);                               \
            _Pragma("GCC unroll 4") for (int j = 0; step > 0 && j < SOME * bytes * PREFETCHED_LENGTH / LINE_BYTES; j++)     \
                __builtin_prefetch(lines->at + (uint##bits##_t)(at[SOME] - first) * step - j * LINE_BYTES, 0, 2);      \
            _Pragma("GCC unroll 2") for (int j = 0; j < SOME / NEAR && are_near; j++)                                  \
            {                                                                                                          \
                raw found = {0};                                                                                       \
                are_near = NEAR_RESULTS_##bytes(bits, at + j * NEAR, first, (uint##bits##_t)length, in, &found);       \
                x[j] = (v_u##u)found;                                                                                  \
            }                                                                                                          \
            if (!are_near) {                                                                                           \
                if (!are_here_##bits##_##bytes(at + 1, SOME, first, (uint##bits##_t)length))                           \
                    break;                                                                                             \
                _Pragma("GCC unroll 2") for (int j = 0; j < SOME / NEAR; j++) x[j] =                                   \
                    results_##bits##_##bytes(at + j * NEAR + 1, first, in);                                            \
            }                                                                                                          \
            _Pragma("GCC unroll 2") for (int j = 0; j < SOME / NEAR; j++)                                              \
            {                                                                                                          \
                store_u##u(to + j * NEAR, x[j] - (v_u##u)SHIFT_IN(last, x[j], bytes) + with_init);                     \
                last = x[j];                                                                                           \
            }                                                                                                          \
        }                                                                                                              \
        uint##u##_t previous = last[NEAR - 1];                                                                         \
        for (; left > 0 && (uint##bits##_t)(at[1] - first) < length; left--, at++, to++) {                             \
            const uint##u##_t x = in[(uint##bits##_t)(at[1] - first)];                                                 \
            *to = (uint##u##_t)(x - previous + with_init[0]);                                                          \
            previous = x;                                                                                              \
        }                                                                                                              \
        *open = previous;                                                                                              \
        return segments - left;                                                                                        \
    }
FOR_EACH_TOTAL(DEFINE_DIFFERENCES)

/* Whether offsets are those from first on, each one more than that before. */
#define DEFINE_CONSECUTIVE(bits, bytes)                                                                                \
    static int consecutive_##bytes(const void *offsets, size_t count, uint64_t first)                                  \
    {                                                                                                                  \
        enum { SOME = VECTOR_BYTES / bytes };                                                                          \
        const uint##bits##_t *at = offsets;                                                                            \
        v_u##bits expected = splat_u##bits((uint##bits##_t)first) + (v_u##bits)IOTA(bytes);                            \
        size_t i = 0;                                                                                                  \
        for (; i + SOME <= count; i += SOME, expected += SOME)                                                         \
            if (EQ_BITS(bytes, load_u##bits(at + i), expected) != ((uint64_t)1 << SOME) - 1)                           \
                return 0;                                                                                              \
        for (; i < count; i++)                                                                                         \
            if (at[i] != (uint##bits##_t)(first + i))                                                                  \
                return 0;                                                                                              \
        return 1;                                                                                                      \
    }
DEFINE_CONSECUTIVE(32, 4)
DEFINE_CONSECUTIVE(64, 8)

#undef PREFETCHED_LENGTH

#endif

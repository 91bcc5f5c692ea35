/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop that trees grow by: an array combined with itself or another, a distance further on. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_WINDOWS_COMBINE_H
#define PREFIX_BACKENDS_OPENMP_SIMD_WINDOWS_COMBINE_H

#include "simd/vector/vector.h"

/* Vectors that are loaded before any of them is stored: the later elements are those of before. */
#define COMBINED_AT_ONCE 4

/* expression: of the vectors x and y, earlier and later. */
#define DEFINE_COMBINE(name, bytes, element, suffix, expression)                                                       \
    INLINE JOIN(v, suffix) PASTE(joined, suffix, name)(JOIN(v, suffix) x, JOIN(v, suffix) y)                           \
    {                                                                                                                  \
        return (JOIN(v, suffix))(expression);                                                                          \
    }                                                                                                                  \
    static void PASTE(combine, suffix, name)(const void *earlier, const void *later, void *to, size_t n)               \
    {                                                                                                                  \
        const size_t lanes = VECTOR_BYTES / bytes;                                                                     \
        const element *a = earlier, *b = later;                                                                        \
        element *out = to;                                                                                             \
        size_t i = 0;                                                                                                  \
        for (; i + COMBINED_AT_ONCE * lanes <= n; i += COMBINED_AT_ONCE * lanes) {                                     \
            JOIN(v, suffix) x[COMBINED_AT_ONCE];                                                                       \
            _Pragma("GCC unroll 4") for (size_t j = 0; j < COMBINED_AT_ONCE; j++) x[j] = PASTE(joined, suffix, name)(  \
                JOIN(load, suffix)(a + i + j * lanes), JOIN(load, suffix)(b + i + j * lanes));                         \
            _Pragma("GCC unroll 4") for (size_t j = 0; j < COMBINED_AT_ONCE; j++)                                      \
                JOIN(store, suffix)(out + i + j * lanes, x[j]);                                                        \
        }                                                                                                              \
        for (; i < n; i += lanes) {                                                                                    \
            const size_t count = n - i < lanes ? n - i : lanes;                                                        \
            JOIN(v, suffix) x = {0}, y = {0};                                                                          \
            memcpy(&x, a + i, count * bytes);                                                                          \
            memcpy(&y, b + i, count * bytes);                                                                          \
            x = PASTE(joined, suffix, name)(x, y);                                                                     \
            memcpy(out + i, &x, count * bytes);                                                                        \
        }                                                                                                              \
    }

#endif

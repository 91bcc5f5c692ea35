/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of summed-area tables: plain loops, written so that the compiler turns them into vector code. Channels lie in
 * planes, a stride of elements apart, while they are summed.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_TABLES_TABLE_ROWS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_TABLES_TABLE_ROWS_H

#include "simd/vector/vector.h"

/* One copy of a loop for each number of channels. */
#define FOR_CHANNELS(loop, ...)                                                                                        \
    switch (channels) {                                                                                                \
    case 1:                                                                                                            \
        loop(1, __VA_ARGS__);                                                                                          \
        break;                                                                                                         \
    case 2:                                                                                                            \
        loop(2, __VA_ARGS__);                                                                                          \
        break;                                                                                                         \
    case 3:                                                                                                            \
        loop(3, __VA_ARGS__);                                                                                          \
        break;                                                                                                         \
    default:                                                                                                           \
        loop(4, __VA_ARGS__);                                                                                          \
        break;                                                                                                         \
    }

#define DEFINE_SPLIT(name, from, to)                                                                                   \
    INLINE void split_loop_##name(size_t channels, const from *restrict in, size_t n, to *restrict planes,             \
                                  size_t stride)                                                                       \
    {                                                                                                                  \
        for (size_t i = 0; i < n; i++)                                                                                 \
            for (size_t c = 0; c < channels; c++)                                                                      \
                planes[c * stride + i] = (to)in[i * channels + c];                                                     \
    }                                                                                                                  \
    static void split_##name(size_t channels, const void *in, size_t n, void *planes, size_t stride)                   \
    {                                                                                                                  \
        FOR_CHANNELS(split_loop_##name, in, n, planes, stride)                                                         \
    }

#define DEFINE_JOIN(name, from, to)                                                                                    \
    INLINE void join_loop_##name(size_t channels, const from *restrict planes, size_t stride, size_t n,                \
                                 to *restrict out)                                                                     \
    {                                                                                                                  \
        for (size_t i = 0; i < n; i++)                                                                                 \
            for (size_t c = 0; c < channels; c++)                                                                      \
                out[i * channels + c] = (to)planes[c * stride + i];                                                    \
    }                                                                                                                  \
    static void join_##name(size_t channels, const void *planes, size_t stride, size_t n, void *out)                   \
    {                                                                                                                  \
        FOR_CHANNELS(join_loop_##name, planes, stride, n, out)                                                         \
    }

DEFINE_SPLIT(u8_u32, uint8_t, uint32_t)
DEFINE_SPLIT(u8_u64, uint8_t, uint64_t)
DEFINE_SPLIT(u8_f64, uint8_t, double)
DEFINE_SPLIT(u16_u32, uint16_t, uint32_t)
DEFINE_SPLIT(u16_u64, uint16_t, uint64_t)
DEFINE_SPLIT(u16_f64, uint16_t, double)
DEFINE_SPLIT(u32_u32, uint32_t, uint32_t)
DEFINE_SPLIT(u32_u64, uint32_t, uint64_t)
DEFINE_SPLIT(i32_u64, int32_t, uint64_t)
DEFINE_SPLIT(f32_f64, float, double)
DEFINE_SPLIT(f64_f64, double, double)
DEFINE_JOIN(u32, uint32_t, uint32_t)
DEFINE_JOIN(u64, uint64_t, uint64_t)
DEFINE_JOIN(f64, double, double)
DEFINE_JOIN(f64_f32, double, float)
DEFINE_JOIN(u32_f32, uint32_t, float)
DEFINE_JOIN(u32_f64, uint32_t, double)

#define DEFINE_SUMS(suffix, type)                                                                                      \
    static void square_##suffix(void *values, size_t n)                                                                \
    {                                                                                                                  \
        type *x = values;                                                                                              \
        for (size_t i = 0; i < n; i++)                                                                                 \
            x[i] *= x[i];                                                                                              \
    }                                                                                                                  \
    static void add_##suffix(void *restrict sums, const void *restrict values, size_t n)                               \
    {                                                                                                                  \
        type *s = sums;                                                                                                \
        const type *x = values;                                                                                        \
        for (size_t i = 0; i < n; i++)                                                                                 \
            s[i] += x[i];                                                                                              \
    }

DEFINE_SUMS(u32, uint32_t)
DEFINE_SUMS(u64, uint64_t)
DEFINE_SUMS(f64, double)

/* Values of a row of a tile become the table's: with constants for the two. */
INLINE double fold_row(double *restrict values, double *restrict column, double *restrict above, size_t n, double carry,
                       int is_first, int is_last)
{
    for (size_t i = 0; i < n; i++) {
        column[i] = is_first ? values[i] : column[i] + values[i];
        const double total = above[i] + (carry + column[i]);
        if (is_last)
            above[i] = total;
        values[i] = total;
    }
    return carry + column[n - 1];
}

static double fold_f64(double *values, double *column, double *above, size_t n, double carry, int is_first, int is_last)
{
    if (is_first)
        return is_last ? fold_row(values, column, above, n, carry, 1, 1)
                       : fold_row(values, column, above, n, carry, 1, 0);
    return is_last ? fold_row(values, column, above, n, carry, 0, 1) : fold_row(values, column, above, n, carry, 0, 0);
}

#endif

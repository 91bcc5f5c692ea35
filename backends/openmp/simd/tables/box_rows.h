/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of box filters where all windows have the same area: plain loops, written so that the compiler turns them into
 * vector code.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_TABLES_BOX_ROWS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_TABLES_BOX_ROWS_H

#include "shared/box.h"
#include "simd/vector/vector.h"

/* Vectors have conversions of signed integers. */
INLINE double double_of_u32(uint32_t x)
{
    return (double)(int32_t)(x ^ UINT32_C(0x80000000)) + 2147483648.0;
}

#define ROUNDED(mean) prefix__round_even(mean)
#define LIMITED(mean) prefix__limit(mean, least, greatest)
/* A mean is at most an element: it gets to its type by way of signed integers, for which there are vectors. */
#define DEFINE_MEANS(name, from, convert, to, by, finish)                                                              \
    static void means_##name(const void *upper, const void *lower, size_t distance, size_t n, double area,             \
                             double least, double greatest, void *out)                                                 \
    {                                                                                                                  \
        const from *a = upper, *b = a + distance, *c = lower, *d = c + distance;                                       \
        to *restrict at = out;                                                                                         \
        (void)least;                                                                                                   \
        (void)greatest;                                                                                                \
        for (size_t i = 0; i < n; i++)                                                                                 \
            at[i] = (to)(by)finish(convert((d[i] - b[i]) - (c[i] - a[i])) / area);                                     \
    }

DEFINE_MEANS(u32_u8, uint32_t, double_of_u32, uint8_t, int32_t, ROUNDED)
DEFINE_MEANS(u32_u16, uint32_t, double_of_u32, uint16_t, int32_t, ROUNDED)
DEFINE_MEANS(u32_f32, uint32_t, double_of_u32, float, double, )
DEFINE_MEANS(u64_u8, uint64_t, (double), uint8_t, int32_t, ROUNDED)
DEFINE_MEANS(u64_u16, uint64_t, (double), uint16_t, int32_t, ROUNDED)
DEFINE_MEANS(u64_f32, uint64_t, (double), float, double, )
DEFINE_MEANS(f64_f32, double, , float, double, LIMITED)

#endif

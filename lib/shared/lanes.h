/* SPDX-License-Identifier: BSD-3-Clause */
/* Vectors of ROWS f64, in the compiler's own notation, for a file that defines ROWS: 2, 4 or 8. */
#ifndef PREFIX_LIB_SHARED_LANES_H
#define PREFIX_LIB_SHARED_LANES_H

#include <stdint.h>
#include <string.h>

#define KERNEL static inline __attribute__((always_inline, unused))
#define UNROLL _Pragma("GCC unroll 8")

#if ROWS == 8
#define EVEN 0, 8, 1, 9, 2, 10, 3, 11
#define ODD 4, 12, 5, 13, 6, 14, 7, 15
#elif ROWS == 4
#define EVEN 0, 4, 1, 5
#define ODD 2, 6, 3, 7
#else
#define EVEN 0, 2
#define ODD 1, 3
#endif

#ifdef __clang__
#define INTERLEAVE(index, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define INTERLEAVE(index, a, b, ...) __builtin_shuffle(a, b, (index){__VA_ARGS__})
#endif

#if ROWS == 8 && defined __AVX512F__
#include <immintrin.h>
#define GREATER(x, y) (lanes) _mm512_max_pd((__m512d)(x), (__m512d)(y))
#elif ROWS == 4 && defined __AVX__
#include <immintrin.h>
#define GREATER(x, y) (lanes) _mm256_max_pd((__m256d)(x), (__m256d)(y))
#elif ROWS == 2 && defined __SSE2__
#include <emmintrin.h>
#define GREATER(x, y) (lanes) _mm_max_pd((__m128d)(x), (__m128d)(y))
#else
#define GREATER(x, y) pick((x) > (y), x, y)
#endif

typedef double lanes __attribute__((vector_size(8 * ROWS)));
typedef int64_t truths __attribute__((vector_size(8 * ROWS)));

KERNEL lanes load_lanes(const double *from)
{
    lanes x;
    memcpy(&x, from, sizeof x);
    return x;
}

KERNEL void store_lanes(double *to, lanes x)
{
    memcpy(to, &x, sizeof x);
}

KERNEL lanes pick(truths which, lanes x, lanes y)
{
    return (lanes)(((truths)x & which) | ((truths)y & ~which));
}

KERNEL lanes magnitude(lanes x)
{
    return (lanes)((truths)x & INT64_MAX);
}

#endif

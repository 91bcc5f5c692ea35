/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Steps of ROWS rows in the lanes of vectors, of a file that defines ROWS. What is done to a group of rows is compiled
 * twice: plain, where no product of the factors of a row is 0, small or infinite, which is seen beforehand, and with
 * all that prefix__follow() asks for.
 */
#ifndef PREFIX_LIB_SHARED_RECURRENCE_LANES_H
#define PREFIX_LIB_SHARED_RECURRENCE_LANES_H

#include <string.h>

#include "shared/recurrence_tile.h"

#define KERNEL static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 8")
#define ROW PREFIX__RECURRENCE_ROW
#define GROUP (ROWS * ROW)
#define LEVELS (ROWS == 8 ? 2 : ROWS == 4 ? 3 : 4) /* of a row's network, above those of ROWS columns */
#define LEAST 0x1p-500
#define LINE 64 /* bytes */

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

/* What prefix__follow() does, in each lane. */
KERNEL void follow(lanes xa, lanes xb, lanes *ya, lanes *yb)
{
    const lanes a = xa * *ya, b = *ya * xb + *yb;
    const truths least = ((truths)a & INT64_MIN) | (truths)(LEAST - (lanes){0});
    *yb = pick((b != b) & ((*ya == 0) | (xb == 0)), *yb, b);
    *ya = pick((xa == 0) | (*ya == 0), (lanes){0}, pick(magnitude(a) < LEAST, (lanes)least, a));
}

KERNEL void combine(lanes xa, lanes xb, lanes *ya, lanes *yb, int plain)
{
    if (plain) {
        *yb = *ya * xb + *yb;
        *ya = xa * *ya;
    } else {
        follow(xa, xb, ya, yb);
    }
}

/* What stands before the rows of a group in their tile, and what products with it are at least. */
struct before {
    lanes a, b;
    lanes least;
    truths sign, there; /* but for the first row */
};

KERNEL void prefetch(const struct prefix__recurrence_flow *flow, size_t from, size_t bytes)
{
    for (size_t at = from; at < from + bytes && at < flow->bytes; at += LINE)
        for (int k = 0; k < 2; k++)
            if (flow->next[k])
                __builtin_prefetch(flow->next[k] + at, 0, 2);
}

KERNEL struct before before_rows(const struct prefix__recurrence_tile *tile, size_t group)
{
    struct before before = {.a = load_lanes(tile->row_a + group * ROWS), .b = load_lanes(tile->row_b + group * ROWS)};
    const truths factor = before.a != 0;
    before.least = (lanes)(factor & (truths)(LEAST - (lanes){0}));
    before.sign = factor & INT64_MIN;
    before.there = ~(truths){0};
    before.there[0] = group > 0 ? -1 : 0;
    return before;
}

/* Results of the steps of a column, behind those before their rows and a y before the tile: plain if finite, not 0. */
KERNEL lanes results(const struct before *before, lanes a, lanes b, int is_first, const double *y, int plain)
{
    const lanes a_here = a, b_here = b;
    if (plain) {
        b = a * before->b + b;
        a = before->a * a;
        a = (lanes)((truths)GREATER(magnitude(a), before->least) | ((truths)a & before->sign));
    } else {
        follow(before->a, before->b, &a, &b);
    }
    if (is_first) {
        a = pick(before->there, a, a_here);
        b = pick(before->there, b, b_here);
    }
    if (y)
        combine(a, *y - (lanes){0}, &a, &b, plain);
    return b;
}

#endif

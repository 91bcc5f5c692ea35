/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments of at most PREFIX__OPENMP_WINDOW elements, of an operator for which elements may count more than
 * once: op(x, x) is x. They come of windows that begin at each element, in tables: of 1, 2 and 4 elements, of which the
 * longest two at the beginning and at the end of a segment have its total (a sparse table; Bender and Farach-Colton
 * 2000). Included by core_integer.h; for short elements windows_short.h is.
 *
 * Two Xeon cores, maxima of 2^26 elements in segments of up to 8 of which half are empty, ms, scanned and cut where
 * they begin, and so: i32 18.8 and 15.0, f32 19.8 and 15.3, i64 33.1 and 26.0.
 */
#define TABLES 3

enum { FN(windows_bytes) = 3072 };

#include "simd/segments/windows_tables.h"

/* The tables of a vector; pairs are known of it and of the next one. */
INLINE void FN(put_tables)(VECTOR x, VECTOR pairs, VECTOR next_pairs, ELEMENT *tables)
{
    STORE(tables, x);
    STORE(tables + STRIDE, pairs);
    STORE(tables + 2 * STRIDE, OP(pairs, (VECTOR)SHIFT_IN(pairs, next_pairs, VECTOR_BYTES - 2 * BYTES)));
}

INLINE VECTOR FN(pairs_of)(VECTOR x, VECTOR next)
{
    return OP(x, (VECTOR)SHIFT_IN(x, next, VECTOR_BYTES - BYTES));
}

/*
 * What is read next is prefetched beside the elements: evenly beside segments, they take a tenth longer. The last few prefetch
 * nothing; with that it is no faster.
 */
INLINE void FN(find_tables)(const SOURCE *in, size_t n, ELEMENT *tables, int prefetches)
{
    VECTOR x = FN(prefetch_some)(in, 0, n), next = FN(prefetch_some)(in, LANES, n), pairs = FN(pairs_of)(x, next);
    size_t i = 0;
    for (; i + 4 * LANES <= n; i += 2 * LANES)
        _Pragma("GCC unroll 2") for (size_t j = i; j < i + 2 * LANES; j += LANES)
        {
            if (prefetches)
                prefix__openmp_prefetch_here((const char *)(in + j) + AHEAD);
            const VECTOR behind = FN(load)(in + j + 2 * LANES), next_pairs = FN(pairs_of)(next, behind);
            FN(put_tables)(x, pairs, next_pairs, tables + j);
            x = next;
            next = behind;
            pairs = next_pairs;
        }
    for (; i < n; i += LANES) {
        const VECTOR behind = FN(prefetch_some)(in, i + 2 * LANES, n), next_pairs = FN(pairs_of)(next, behind);
        FN(put_tables)(x, pairs, next_pairs, tables + i);
        x = next;
        next = behind;
        pairs = next_pairs;
    }
}

INLINE struct FN(ends) FN(find_ends)(v_u32 begins, v_u32 ends, known_4 known)
{
    const v_u32 lengths = ends - begins, one = (v_u32){0} + 1;
    const v_u32 length = (v_u32)IOTA(4), table = -(v_u32)((length > 1) + (length > 3));
    const known_4 has_any = known & TESTED_4(lengths, lengths);
    return (struct FN(ends)){begins + (v_u32)LOOK_UP(table * STRIDE, lengths),
                             ends + (v_u32)LOOK_UP(table * STRIDE - (one << table), lengths), has_any, has_any};
}
#undef TABLES
#undef STRIDE

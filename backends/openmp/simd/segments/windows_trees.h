/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments of at most PREFIX__OPENMP_WINDOW elements in the canonical order. In its row's tree, a segment is
 * the end of the left half of a block and the beginning of the right one: that of 2^(k+1) elements if k is the highest
 * bit in which the places of its first and its last element differ. It has no more of these halves than the blocks of
 * eight at their inner ends. Included by core_float.h, and by core_integer.h for operators of which elements count once
 * and that have no differences.
 *
 * So of each element there stands in tables what comes of its own block of 2^k elements from it to the end, where it is
 * in a left half, or up to it, where it is in a right one; of blocks of four the other one, too, and of blocks of eight
 * the end of a left half with all of the right one, and the other way round: what of a block of eight lies in a half of
 * it is of a block of four. Elements by themselves and two in a block of two have no table of their own: they stand in
 * whichever has nothing else at their places.
 *
 * Nothing stands before segments of floats: over the end of a row (init + end) + beginning would be another sum. What
 * includes this defines ONTO, the operator in some lanes, the others of which keep what is other.
 *
 * Two Xeon cores, sums of 2^26 in segments of up to 8 of which half are empty, ms, scanned and cut where they begin,
 * and so: f64 36.3 and 30.7, f32 20.5 and 19.5, f16 20.9 and 17.7; f64 with tables of all levels both ways 33.2. One of
 * them, 2^16 f32 in such segments, of 4 and of 7, us, with tables of elements and of both ways of blocks of eight, and
 * so: 23.2, 17.5, 14.5 and 21.3, 15.0, 11.9; two, 2^24, ms, 3.9, 2.8, 2.5 and 3.5, 2.5, 2.1.
 */
#define TABLES 4

/*
 * Few at once: while tables are written, memory is read as fast as can be, and while segments are looked up hardly. Two
 * Xeon cores, 2^24 f32 in segments of up to 8 of which half are empty, of 4 and of 7, from memory, ms, by twice as many
 * and so: 4.2, 3.3, 2.9 and 3.9, 3.0, 2.7; one, 2^16, 20.0 and 20.8 us.
 */
enum { FN(windows_bytes) = 2048 + 2 * VECTOR_BYTES };

#include "simd/segments/windows_tables.h"

/* Lanes whose places have the bit of a level. */
#define LANES_WITH(level) ((level) == 0 ? 0xaaaa : (level) == 1 ? 0xcccc : 0xf0f0)
#define OTHER_END_OF(x, level) SHUFFLE(x, x, OTHER_END_(BYTES, 1 << (level)))

/* The tables of a vector of elements. */
INLINE void FN(put_tables)(VECTOR x, const JOIN(known, BYTES) takes[4], ELEMENT *tables)
{
    VECTOR other = OTHER_END_OF(x, 0);
    VECTOR near = (VECTOR)ONTO(x, takes[0], x, other), far = (VECTOR)ONTO(x, takes[1], x, other);
    STORE(tables, near);
    const VECTOR own = near, outer = far;
    other = OTHER_END_OF(own, 1);
    near = (VECTOR)ONTO(outer, takes[2], own, other);
    far = (VECTOR)ONTO(outer, takes[3], own, other);
    STORE(tables + STRIDE, near);
    STORE(tables + 2 * STRIDE, far);
    STORE(tables + 3 * STRIDE, OP(near, OTHER_END_OF(near, 2)));
}

INLINE void FN(find_tables)(const SOURCE *in, size_t n, ELEMENT *tables, int prefetches)
{
    JOIN(known, BYTES) takes[4];
    size_t i = 0;
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
    {
        takes[j] = (JOIN(known, BYTES))(LANES_WITH(j / 2) ^ LANES_WITH(j / 2 + 1) ^ (j % 2 - 1));
        OPAQUE_MASK(takes[j]);
    }
    for (; i + 2 * LANES <= n; i += 2 * LANES)
        _Pragma("GCC unroll 2") for (size_t j = i; j < i + 2 * LANES; j += LANES)
        {
            if (prefetches)
                prefix__openmp_prefetch_here((const char *)(in + j) + AHEAD);
            FN(put_tables)(FN(load)(in + j), takes, tables + j);
        }
    for (; i < n; i += LANES)
        FN(put_tables)(FN(prefetch_some)(in, i, n), takes, tables + i);
}

/*
 * The table comes of the bits in which places differ; of one and of two elements in a block of two, and of those that
 * go on in another block of eight, of their places in it. Places differ in the fourth bit if they do in a higher one.
 */
INLINE struct FN(ends) FN(find_ends)(v_u32 begins, v_u32 ends, known_4 known)
{
    const v_u32 lasts = ends - 1, differ = begins ^ lasts, one = (v_u32){0} + 1, in_block = 7 * one;
    const v_u32 bits = (v_u32)IOTA(4), place = bits & 7, is_few = (v_u32)(bits < 8);
    const v_u32 few = -(v_u32)((place == 3) + (place == 4) + 2 * (place == 0) + 2 * (place == 7));
    const v_u32 from = 3 + (v_u32)(place > 3), up_to = 5 - from, level = -(v_u32)(bits > 3);
    const raw tables = LOOK_UP(level * STRIDE, differ);
    const known_4 by_place = LESS_4(5 * one, differ - 2);
    const raw first = LOOK_UP_ONTO(tables, by_place, ((is_few & few) | (~is_few & from)) * STRIDE,
                                   (begins & in_block) | (differ & ~in_block));
    const raw last = LOOK_UP_ONTO(tables, by_place, ((is_few & few) | (~is_few & up_to)) * STRIDE,
                                  (lasts & in_block) | (differ & ~in_block));
    const known_4 has_any = known & TESTED_4(ends - begins, ends - begins);
    return (struct FN(ends)){begins + (v_u32)first, lasts + (v_u32)last, has_any, has_any & TESTED_4(differ, differ)};
}
#undef TABLES
#undef LANES_WITH
#undef OTHER_END_OF
#undef ONTO
#undef STRIDE

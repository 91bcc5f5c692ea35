/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments of at most PREFIX__OPENMP_WINDOW elements in the canonical order. In its row's tree, a segment is
 * the end of the left half of a block and the beginning of the right one: that of 2^(k+1) elements if k is the highest
 * bit in which the places of its first and its last element differ. It has no more of these halves than the blocks of
 * eight at their inner ends. Included by core_float.h, and by core_integer.h for operators of which elements count once
 * and that have no differences.
 *
 * So of each element there stands in tables what comes of its own block of 2^k elements from it to the end, where it is
 * in a left half, or up to it, where it is in a right one; and of its block of eight both, as these may be either.
 * Nothing stands before segments of floats: over the end of a row (init + end) + beginning would be another sum. What
 * includes this defines ONTO, the operator in some lanes, the others of which keep what is other.
 *
 * Two Xeon cores, sums of 2^26 in segments of up to 8 of which half are empty, ms, scanned and cut where they begin,
 * and so: f64 36.3 and 30.7, f32 20.5 and 19.5, f16 20.9 and 17.7; f64 with tables of all levels both ways 33.2.
 */
#define TABLES 5
#define LEVELS 3 /* up to blocks of eight */

enum { FN(windows_bytes) = 4096 };

#include "windows_tables.h"

/* Lanes whose places have the bit of a level; it is none of those above. */
#define LANES_WITH(level) ((level) == 0 ? 0xaaaa : (level) == 1 ? 0xcccc : (level) == 2 ? 0xf0f0 : 0)

/*
 * Beside near, which the table of a level has, there is far: what comes of a block from an element to the end where the
 * block is a right half, or up to it where it is a left one.
 */
INLINE void FN(find_tables)(const SOURCE *in, size_t n, ELEMENT *tables, int draws)
{
    JOIN(known, BYTES) takes[2 * LEVELS];
    _Pragma("GCC unroll 6") for (int i = 0; i < 2 * LEVELS; i++)
    {
        takes[i] = (JOIN(known, BYTES))(LANES_WITH(i / 2) ^ LANES_WITH(i / 2 + 1) ^ (i % 2 - 1));
        OPAQUE_MASK(takes[i]);
    }
    for (size_t i = 0; i < n; i += LANES) {
        if (draws)
            prefix__openmp_draw_here((const char *)(in + i) + AHEAD);
        VECTOR near = FN(draw_some)(in, i, n), far = near;
        STORE(tables + i, near);
        _Pragma("GCC unroll 3") for (int level = 0; level < LEVELS; level++)
        {
            const VECTOR other = SHUFFLE(near, near, OTHER_END_(BYTES, 1 << level)), own = near, outer = far;
            near = (VECTOR)ONTO(outer, takes[2 * level], own, other);
            far = (VECTOR)ONTO(outer, takes[2 * level + 1], own, other);
            STORE(tables + (level + 1) * STRIDE + i, near);
        }
        STORE(tables + (LEVELS + 1) * STRIDE + i, far);
    }
}

INLINE struct FN(ends) FN(find_ends)(v_u32 begins, v_u32 ends, known_4 known)
{
    /* The lowest four bits are looked up: where places in a window differ in a higher one, they do in the fourth. */
    const v_u32 lasts = ends - 1, differ = begins ^ lasts, bits = (v_u32)IOTA(4);
    const v_u32 level = -(v_u32)((bits > 1) + (bits > 3) + (bits > 7)), is_up_to = -(v_u32)(bits > 7);
    const known_4 has_any = known & TESTED_4(ends - begins, ends - begins);
    return (struct FN(ends)){begins + (v_u32)LOOK_UP(level * STRIDE, differ),
                             lasts + (v_u32)LOOK_UP((level + is_up_to) * STRIDE, differ), has_any,
                             has_any & TESTED_4(differ, differ)};
}
#undef TABLES
#undef LEVELS
#undef LANES_WITH
#undef ONTO
#undef STRIDE

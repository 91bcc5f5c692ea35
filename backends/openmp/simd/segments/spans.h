/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether the next segments, as many as a vector has words, lie in a piece of n elements and their offsets do not
 * decrease: 0 if not, 1 if none of them is longer than most, else 2.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SPANS_H
#define PREFIX_BACKENDS_OPENMP_SPANS_H

#include "simd/select/test_and_pack.h"
#include "simd/vector/vector.h"

#define DEFINE_SPAN(bits, wide)                                                                                        \
    INLINE int span_##bits(const uint##bits##_t *at, uint64_t first, size_t n, unsigned most)                          \
    {                                                                                                                  \
        enum { LANES_OF_OFFSETS = VECTOR_BYTES / wide, ALL = (1 << LANES_OF_OFFSETS) - 1 };                            \
        int in_order = ALL, are_short = ALL;                                                                           \
        for (int j = 0; j < VECTOR_BYTES / 4; j += LANES_OF_OFFSETS) {                                                 \
            const v_u##bits begins = load_u##bits(at + j), ends = load_u##bits(at + j + 1);                            \
            in_order &= (int)LE_BITS(wide, begins, ends);                                                              \
            are_short &= (int)LE_BITS(wide, ends - begins, splat_u##bits(most));                                       \
        }                                                                                                              \
        if (in_order != ALL || at[0] < first || at[VECTOR_BYTES / 4] - first >= n)                                     \
            return 0;                                                                                                  \
        return are_short == ALL ? 1 : 2;                                                                               \
    }
DEFINE_SPAN(32, 4)
DEFINE_SPAN(64, 8)

#endif

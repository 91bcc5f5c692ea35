/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A run of vectors, moved up by a number of bytes that is a multiple of four and at most a vector's:
 * what is written is the end of the vector before and the beginning of this one.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SHIFT_H
#define PREFIX_BACKENDS_OPENMP_SHIFT_H

#include "simd/vector/vector.h"

struct shift {
    raw before; /* rotated */
    raw index, front;
};

INLINE struct shift shift_by(size_t bytes)
{
    const int words = (int)(bytes / 4);
    return (struct shift){.index = (raw)((IOTA(4) - words) & (VECTOR_BYTES / 4 - 1)), .front = (raw)(IOTA(4) < words)};
}

INLINE raw shift_next(struct shift *shift, raw x)
{
    raw rotated = ROTATE(x, shift->index), y = BLEND(shift->front, shift->before, rotated);
    shift->before = rotated;
    return y;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* How many elements an array has along each of its dimensions. */
#ifndef PREFIX_TOOLS_IO_SHAPE_H
#define PREFIX_TOOLS_IO_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#define SHAPE_DIMENSIONS_MAX 64 /* NumPy's own limit */

struct shape {
    int dimensions;
    size_t lengths[SHAPE_DIMENSIONS_MAX];
};

/* The elements of the dimensions from begin to end - 1. Returns 0 when there are more than size_t counts. */
static inline int shape_count(const struct shape *shape, int begin, int end, size_t *n)
{
    int overflow = 0;
    *n = 1;
    for (int d = begin; d < end; d++)
        if (shape->lengths[d] == 0) {
            *n = 0;
            return 1;
        }
    for (int d = begin; d < end; d++) {
        overflow |= *n > SIZE_MAX / shape->lengths[d];
        *n *= shape->lengths[d];
    }
    return !overflow;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of an array that a recurrence goes along, side by side: a row of steps of each, then the next row of each. */
#ifndef PREFIX_LIB_SHARED_RECURRENCE_STRIP_H
#define PREFIX_LIB_SHARED_RECURRENCE_STRIP_H

#include "shared/recurrence_tile.h"

#define PREFIX__RECURRENCE_STRIP 2048 /* bytes of a step of all lines, which lie together in most arrays */
#define PREFIX__RECURRENCE_PITCH (PREFIX__RECURRENCE_STRIP + 64) /* to the next, elsewhere in the caches */
#define PREFIX__RECURRENCE_LINES (PREFIX__RECURRENCE_STRIP / sizeof(float))

struct prefix__recurrence_strip {
    /* The steps of each line, and their results, brought together. */
    _Alignas(PREFIX__TILE_ALIGNMENT) char in[PREFIX__RECURRENCE_ROW * PREFIX__RECURRENCE_PITCH];
    _Alignas(PREFIX__TILE_ALIGNMENT) char second[PREFIX__RECURRENCE_ROW * PREFIX__RECURRENCE_PITCH];
    _Alignas(PREFIX__TILE_ALIGNMENT) char out[PREFIX__RECURRENCE_ROW * PREFIX__RECURRENCE_PITCH];
    /* What stands before each line's row: the y before the tile, if has_y, and the tile's steps, unless is_first. */
    _Alignas(PREFIX__TILE_ALIGNMENT) double y[PREFIX__RECURRENCE_LINES];
    _Alignas(PREFIX__TILE_ALIGNMENT) double a[PREFIX__RECURRENCE_LINES];
    _Alignas(PREFIX__TILE_ALIGNMENT) double b[PREFIX__RECURRENCE_LINES];
    size_t lines, steps;
    int has_y, is_first, is_last;                /* row of a tile; behind the last one y is that of its last step */
    const struct prefix__recurrence_tile *begun; /* with a constant */
};

/* How many lines go together, at most, by bytes of an element. */
static inline size_t prefix__recurrence_lines(size_t size)
{
    return PREFIX__RECURRENCE_STRIP / size;
}

#endif

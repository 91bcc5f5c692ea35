/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The canonical order, version 1: the one order in which operators that are not exactly
 * associative (sums and products of floats) are combined, the same on every backend. It is part
 * of the ABI; libprefix(7) states it for users.
 *
 *   accumulator  f32 for outputs f16, bf16 and f32, f64 for f64: what rows and tiles compute in.
 *   row          512 bytes of accumulators. Sklansky's network: for d = 1, 2, 4, ..., element i
 *                with (i & d) becomes  x[(i & ~(2d - 1)) + d - 1] + x[i].
 *   tile         64 rows, left to right: an element is  row carry + its value in the row; the
 *                first row has no carry; the next row carry is the last such element.
 *   array        tiles, left to right: an element is  tile carry + its value in the tile, in the
 *                carry type (prefix_carry_type()), rounded once to the output type; the next tile
 *                carry is the last such element before it is rounded.
 *
 * The first tile carry is init, or the identity (+0 for sums; an init of -0 counts as +0). An
 * exclusive scan is the inclusive one shifted by one after the first carry. A reversed scan is
 * the scan of the mirrored array. A partial row or tile is shorter; nothing is padded.
 * No step may be contracted to a fused multiply-add.
 */
#ifndef PREFIX_LIB_ORDER_H
#define PREFIX_LIB_ORDER_H

#include <stddef.h>

#define PREFIX__ROW_BYTES 512
#define PREFIX__TILE_ROWS 64
#define PREFIX__TILE_BYTES (PREFIX__ROW_BYTES * PREFIX__TILE_ROWS)

/* Elements of a row by an operator of the caller's own: a power of two. */
static inline size_t prefix__operator_row(size_t element)
{
    size_t row = PREFIX__ROW_BYTES;
    while (row * element > PREFIX__ROW_BYTES)
        row /= 2;
    return row;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of a recurrence of f32 or f64, some together: a tile of each, then the next of each. Those whose elements are no
 * neighbours are brought together, all rows at once, so that lines of memory are read once.
 */
#ifndef PREFIX_LIB_SHARED_RECURRENCE_ROWS_H
#define PREFIX_LIB_SHARED_RECURRENCE_ROWS_H

#include "shared/operator_rows.h"
#include "shared/recurrence_tile.h"

/* Bytes behind each row, so that rows do not collide in caches. */
#define PREFIX__RECURRENCE_GAP 64
/* Tiles of rows of f32, or of half as many of f64. */
#define PREFIX__RECURRENCE_ROOM                                                                                        \
    (PREFIX__OPERATOR_ROWS * (PREFIX__RECURRENCE_TILE * sizeof(float) + PREFIX__RECURRENCE_GAP))

struct prefix__recurrence_panel {
    struct prefix__recurrence_tile tile;
    struct prefix__operator_row row[PREFIX__OPERATOR_ROWS];
    _Alignas(PREFIX__TILE_ALIGNMENT) char a[PREFIX__RECURRENCE_ROOM];
    _Alignas(PREFIX__TILE_ALIGNMENT) char b[PREFIX__RECURRENCE_ROOM]; /* and out */
};

/* How many rows go together, at most. */
static inline size_t prefix__recurrence_rows(int type)
{
    return type == PREFIX_F64 ? PREFIX__OPERATOR_ROWS / 2 : PREFIX__OPERATOR_ROWS;
}

/* Scans rows from one on, count of them, with their totals. */
void prefix__recurrence_scan_rows(const struct prefix_operator_work *work, const struct prefix__recurrence_loops *loops,
                                  const struct prefix__rows *rows, size_t first, size_t count,
                                  struct prefix__recurrence_panel *panel);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of a batch scanned by an operator, some together: a tile of each, then the next of each, so that columns that
 * lie next to each other find their lines of memory in the caches.
 */
#ifndef PREFIX_LIB_SHARED_OPERATOR_ROWS_H
#define PREFIX_LIB_SHARED_OPERATOR_ROWS_H

#include "shared/operator_tile.h"
#include "shared/rows.h"

#define PREFIX__OPERATOR_ROWS 16 /* at most */

/* One row, as work; its elements lie the batch's step apart. */
struct prefix__operator_row {
    struct prefix_operator_work work;
    struct prefix_validity validity;
    struct prefix__operator_state state;
    _Alignas(16) char first[PREFIX__ELEMENT_MAX]; /* of the row's own */
};

void prefix__operator_row_get(const struct prefix_operator_work *work, const struct prefix__rows *rows, size_t which,
                              struct prefix__operator_row *row);
/* What it takes to scan some together. */
struct prefix__operator_panel {
    struct prefix__operator_tile tile;
    struct prefix__operator_row row[PREFIX__OPERATOR_ROWS];
};

/* Bytes of memory for some panels, and the first of them in it. */
static inline size_t prefix__operator_panel_bytes(size_t panels)
{
    return panels * sizeof(struct prefix__operator_panel) + PREFIX__TILE_ALIGNMENT - 1;
}

static inline struct prefix__operator_panel *prefix__operator_panels(void *memory)
{
    return (struct prefix__operator_panel *)prefix__tiles_in(memory);
}

/* Scans rows from one on, count of them, with their totals. */
void prefix__operator_scan_rows(const struct prefix_operator_work *work, const struct prefix__rows *rows, size_t first,
                                size_t count, struct prefix__operator_panel *panel);

#endif

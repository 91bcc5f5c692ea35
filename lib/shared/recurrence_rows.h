/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The lines of an array that a recurrence of f32 or f64 goes along: those whose elements are neighbours one by one, a
 * tile after the other; of others some together, side by side.
 */
#ifndef PREFIX_LIB_SHARED_RECURRENCE_ROWS_H
#define PREFIX_LIB_SHARED_RECURRENCE_ROWS_H

#include "shared/operator_rows.h"
#include "shared/recurrence_lines.h"
#include "shared/recurrence_strip.h"
#include "shared/recurrence_tile.h"

struct prefix__recurrence_panel {
    struct prefix__recurrence_tile tile;
    struct prefix__recurrence_strip strip;
    struct prefix__recurrence_sides sides;
    struct prefix__operator_row row;
};

/* Scans rows from one on, count of them, with their totals. */
void prefix__recurrence_scan_rows(const struct prefix_operator_work *work, const struct prefix__recurrence_loops *loops,
                                  const struct prefix__rows *rows, size_t first, size_t count,
                                  struct prefix__recurrence_panel *panel, prefix__recurrence_copy_fn *copy);

#endif

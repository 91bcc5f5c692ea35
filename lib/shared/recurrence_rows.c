/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/recurrence_rows.h"

#include <string.h>

#include "shared/operator_stages.h"

/* Where the elements of rows lie, in the order of the scan. */
struct lines {
    struct prefix__rows rows;
    struct prefix__row row[PREFIX__OPERATOR_ROWS];
};

static struct lines lines_of(const struct prefix_operator_work *work, const struct prefix__operator_row *row,
                             size_t count, int is_second)
{
    const struct prefix_batch *const batch = work->batch;
    const ptrdiff_t size = (ptrdiff_t)work->in_size, last = work->reverse ? (ptrdiff_t)(work->n - 1) : 0;
    const ptrdiff_t in = (is_second ? batch->second_step : batch->in_step) * size, out = batch->out_step * size;
    struct lines lines = {.rows = {.in_step = work->reverse ? -in : in,
                                   .out_step = work->reverse ? -out : out,
                                   .in_size = work->in_size,
                                   .out_size = work->in_size}};
    for (size_t r = 0; r < count; r++) {
        lines.row[r].in = (const char *)(is_second ? row[r].work.second : row[r].work.in) + last * in;
        lines.row[r].out = (char *)row[r].work.out + last * out;
    }
    return lines;
}

/* A tile from a place of the work on; the row's carry is the y before it, in a step. */
static void scan_tile(const struct prefix_operator_work *work, const struct prefix__recurrence_loops *loops, size_t at,
                      int has_before, struct prefix__operator_row *row, struct prefix__recurrence_tile *tile)
{
    static const struct prefix__recurrence_flow none;
    struct prefix__step y;
    memcpy(&y, row->state.carry, sizeof y);
    const double before = y.b;
    loops->scan(work, at, tile);
    prefix__recurrence_pass(tile, has_before, &y.b);
    loops->store(work, has_before ? &before : NULL, tile, &none);
    memcpy(row->state.carry, &y, sizeof y);
}

static void scan_apart(const struct prefix_operator_work *work, const struct prefix__recurrence_loops *loops,
                       size_t count, struct prefix__recurrence_panel *panel)
{
    const size_t size = work->in_size, pitch = PREFIX__RECURRENCE_TILE * size + PREFIX__RECURRENCE_GAP;
    const struct lines lines = lines_of(work, panel->row, count, 0), seconds = lines_of(work, panel->row, count, 1);
    for (size_t at = 0, some; at < work->n; at += some) {
        some = work->n - at < PREFIX__RECURRENCE_TILE ? work->n - at : PREFIX__RECURRENCE_TILE;
        prefix__rows_gather(&lines.rows, lines.row, count, at, some, panel->b, pitch, size);
        if (work->second)
            prefix__rows_gather(&seconds.rows, seconds.row, count, at, some, panel->a, pitch, size);
        for (size_t r = 0; r < count; r++) {
            struct prefix_operator_work one = *work;
            one.in = one.out = panel->b + r * pitch;
            one.second = work->second ? panel->a + r * pitch : NULL;
            one.n = some;
            one.reverse = 0;
            one.batch = NULL;
            scan_tile(&one, loops, 0, at > 0 || panel->row[r].work.first, &panel->row[r], &panel->tile);
        }
        prefix__rows_scatter(&lines.rows, lines.row, count, at, some, panel->b, pitch, size);
    }
}

void prefix__recurrence_scan_rows(const struct prefix_operator_work *work, const struct prefix__recurrence_loops *loops,
                                  const struct prefix__rows *rows, size_t first, size_t count,
                                  struct prefix__recurrence_panel *panel)
{
    const struct prefix_batch *const batch = work->batch;
    struct prefix__operator_row *const row = panel->row;
    for (size_t r = 0; r < count; r++) {
        prefix__operator_row_get(work, rows, first + r, &row[r]);
        prefix__operator_begin(&row[r].work, &row[r].state);
    }
    if (!work->second)
        loops->begin(work, &panel->tile);
    if (batch->in_step != 1 || batch->out_step != 1 || (work->second && batch->second_step != 1))
        scan_apart(work, loops, count, panel);
    else
        for (size_t r = 0; r < count; r++)
            for (size_t at = 0; at < work->n; at += panel->tile.count)
                scan_tile(&row[r].work, loops, at, at > 0 || row[r].work.first, &row[r], &panel->tile);
    for (size_t r = 0; work->total && r < count; r++)
        prefix__operator_store_total(&row[r].work, row[r].state.carry);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/operator_rows.h"

#include <string.h>

#include "shared/operator_results.h"
#include "shared/operator_stages.h"

/* Of the row whose total is which of them. */
static void make_first(const struct prefix_operator_work *work, size_t which, struct prefix__operator_row *row)
{
    const char *const from =
        (const char *)work->firsts + which * (work->first_is_element ? work->total_bytes : work->in_size);
    memset(row->first, 0, work->element);
    if (work->first_is_element)
        memcpy(row->first + work->total_at, from, work->total_bytes);
    else
        work->load(work->state, from, from, 0, 0, 1, row->first, 1);
    row->work.first = row->first;
}

void prefix__operator_row_get(const struct prefix_operator_work *work, const struct prefix__rows *rows, size_t which,
                              struct prefix__operator_row *row)
{
    struct prefix__row place;
    prefix__rows_get(rows, which, 1, &place);
    row->work = *work;
    row->work.in = place.in;
    row->work.out = place.out;
    if (work->second)
        row->work.second = (const char *)work->second + place.second;
    row->work.total = prefix__row_total(rows, &place, work->total, prefix__operator_total_size(work));
    if (work->firsts)
        make_first(work, place.total, row);
    if (!work->validity)
        return;
    row->validity = *work->validity;
    row->validity.first = place.valid;
    row->work.validity = &row->validity;
}

static void scan_tile(struct prefix__operator_row *row, size_t at, struct prefix__operator_tile *tile)
{
    _Alignas(16) char own[PREFIX__ELEMENT_MAX];
    prefix__operator_scan_tile(&row->work, at, tile);
    const void *before = prefix__operator_pass(&row->work, tile, row->state.carry, own);
    prefix__operator_store(&row->work, before, tile);
}

void prefix__operator_scan_rows(const struct prefix_operator_work *work, const struct prefix__rows *rows, size_t first,
                                size_t count, struct prefix__operator_panel *panel)
{
    struct prefix__operator_row *const row = panel->row;
    for (size_t r = 0; r < count; r++) {
        prefix__operator_row_get(work, rows, first + r, &row[r]);
        prefix__operator_begin(&row[r].work, &row[r].state);
    }
    for (size_t at = 0; at < work->n; at += panel->tile.count)
        for (size_t r = 0; r < count; r++)
            scan_tile(&row[r], at, &panel->tile);
    for (size_t r = 0; row[0].work.total && r < count; r++)
        prefix__operator_store_total(&row[r].work, row[r].state.carry);
}

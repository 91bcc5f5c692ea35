/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/recurrence_rows.h"

#include <string.h>

#include "shared/operator_stages.h"

#define LANES 8 /* of any vectors, at most */
#define LEAST 4 /* lines that fill them well enough */

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

static void scan_line(const struct prefix_operator_work *work, const struct prefix__recurrence_loops *loops,
                      struct prefix__recurrence_panel *panel)
{
    struct prefix__operator_row *const row = &panel->row;
    prefix__operator_begin(&row->work, &row->state);
    for (size_t at = 0; at < work->n; at += panel->tile.count)
        scan_tile(&row->work, loops, at, at > 0 || row->work.first, row, &panel->tile);
    if (work->total)
        prefix__operator_store_total(&row->work, row->state.carry);
}

static void scan_strip(const struct prefix_operator_work *work, const struct prefix__recurrence_loops *loops,
                       size_t count, struct prefix__recurrence_panel *panel, prefix__recurrence_copy_fn *copy)
{
    struct prefix__recurrence_strip *const strip = &panel->strip;
    const struct prefix__recurrence_sides *const sides = &panel->sides;
    strip->lines = count;
    strip->begun = &panel->tile;
    for (size_t at = 0; at < work->n; at += strip->steps) {
        strip->steps = work->n - at < PREFIX__RECURRENCE_ROW ? work->n - at : PREFIX__RECURRENCE_ROW;
        strip->is_first = at % PREFIX__RECURRENCE_TILE == 0;
        strip->is_last = (at + strip->steps) % PREFIX__RECURRENCE_TILE == 0 || at + strip->steps == work->n;
        prefix__recurrence_gather(&sides->in, at, strip->steps, strip->in);
        if (work->second)
            prefix__recurrence_gather(&sides->second, at, strip->steps, strip->second);
        loops->strip(work, strip);
        prefix__recurrence_scatter(&sides->out, at, strip->steps, strip->out, copy);
        if (strip->is_last)
            strip->has_y = 1;
    }
}

/* Of so many lines; steps that are not there are as plain as any. */
static void fill(struct prefix__recurrence_strip *strip, size_t lines, size_t size)
{
    const float one_f32 = 1;
    const double one_f64 = 1;
    const void *const one = size == sizeof one_f32 ? (const void *)&one_f32 : &one_f64;
    for (size_t row = 0; row < PREFIX__RECURRENCE_ROW; row++)
        for (size_t k = 0; k < lines; k++) {
            const size_t at = row * PREFIX__RECURRENCE_PITCH + k * size;
            memcpy(strip->in + at, one, size);
            memcpy(strip->second + at, one, size);
        }
}

static void scan_lines(const struct prefix_operator_work *work, const struct prefix__recurrence_loops *loops,
                       const struct prefix__rows *rows, size_t first, size_t count,
                       struct prefix__recurrence_panel *panel, prefix__recurrence_copy_fn *copy)
{
    struct prefix__operator_row *const row = &panel->row;
    const size_t lines = (count + LANES - 1) / LANES * LANES;
    struct prefix__step step = {1, 1};
    prefix__recurrence_find(work, rows, first, count, &panel->sides);
    fill(&panel->strip, lines, work->in_size);
    panel->strip.has_y = work->first || work->firsts;
    for (size_t k = 0; k < lines; k++) {
        if (k < count && panel->strip.has_y) {
            prefix__operator_row_get(work, rows, first + k, row);
            memcpy(&step, row->work.first, sizeof step);
        }
        panel->strip.y[k] = step.b;
        panel->strip.a[k] = panel->strip.b[k] = 1;
    }
    scan_strip(work, loops, count, panel, copy);
    for (size_t k = 0; work->total && k < count; k++) {
        prefix__operator_row_get(work, rows, first + k, row);
        step.b = panel->strip.y[k];
        prefix__operator_store_total(&row->work, &step);
    }
}

void prefix__recurrence_scan_rows(const struct prefix_operator_work *work, const struct prefix__recurrence_loops *loops,
                                  const struct prefix__rows *rows, size_t first, size_t count,
                                  struct prefix__recurrence_panel *panel, prefix__recurrence_copy_fn *copy)
{
    if (!work->second)
        loops->begin(work, &panel->tile);
    if (count >= LEAST && !prefix__recurrence_is_dense(work)) {
        scan_lines(work, loops, rows, first, count, panel, copy);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        prefix__operator_row_get(work, rows, first + k, &panel->row);
        scan_line(work, loops, panel);
    }
}

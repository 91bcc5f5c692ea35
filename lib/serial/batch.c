/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows, a panel of them at a time, and of these as many elements as canonical tiles end with: each stretch is scanned
 * in memory of its own, by the scan that single arrays have, and its carry goes on to the next.
 */
#include "serial/batch.h"

#include "serial/scan.h"
#include "shared/carry.h"
#include "shared/missing_rows.h"
#include "shared/order.h"
#include "shared/rows.h"
#include "shared/types.h"

#define STRETCH (PREFIX__TILE_BYTES / sizeof(float)) /* elements: a tile, or two of f64 */
#define ROWS 16

/* Input and output are apart: they may differ in size. */
struct panel {
    const struct prefix_scan_work *work;
    struct prefix__rows rows;
    struct prefix__row row[ROWS];
    union prefix_carry carry[ROWS];
    size_t stretch; /* elements */
    uint8_t closed[STRETCH / 8];
    char *in, *out; /* stretches of each row */
};

static void scan_stretch(struct panel *panel, size_t rows, size_t at)
{
    const size_t rest = panel->rows.n - at, count = rest < panel->stretch ? rest : panel->stretch;
    const size_t in_pitch = panel->stretch * panel->rows.in_size, out_pitch = panel->stretch * panel->rows.out_size;
    prefix__rows_gather(&panel->rows, panel->row, rows, at, count, panel->in, in_pitch, panel->rows.in_size);
    for (size_t r = 0; r < rows; r++) {
        struct prefix_scan_work work = *panel->work;
        work.in = panel->in + r * in_pitch;
        work.out = work.out ? panel->out + r * out_pitch : NULL;
        work.n = count;
        work.reverse = 0; /* rows are as the scan meets them */
        work.carry = panel->carry[r];
        if (work.validity) {
            char *const filled = panel->out + r * out_pitch;
            prefix__missing_fill_row(panel->work, &panel->rows, &panel->row[r], at, count, work.in, filled,
                                     panel->closed);
            work.in = filled;
            work.type = work.output_type;
        }
        panel->carry[r] = prefix__serial_scan(&work);
        if (work.validity)
            prefix__missing_blank_row(panel->work, count, panel->out + r * out_pitch, panel->closed);
    }
    if (panel->work->out)
        prefix__rows_scatter(&panel->rows, panel->row, rows, at, count, panel->out, out_pitch, panel->rows.out_size);
}

static void scan_panel(struct panel *panel, size_t first, size_t rows)
{
    const struct prefix_scan_work *work = panel->work;
    prefix__rows_get(&panel->rows, first, rows, panel->row);
    for (size_t r = 0; r < rows; r++)
        panel->carry[r] = work->carry;
    for (size_t at = 0; at < panel->rows.n; at += panel->stretch)
        scan_stretch(panel, rows, at);
    for (size_t r = 0; r < rows; r++) {
        void *const total =
            prefix__row_total(&panel->rows, &panel->row[r], work->total, prefix__size_of(work->total_type));
        if (total)
            prefix__carry_store(work->carry_type, panel->carry[r], total, work->total_type);
    }
}

int prefix__serial_batch(const struct prefix_host *host, void *owner, const struct prefix_scan_work *work)
{
    const size_t stretch = work->n < STRETCH ? work->n : STRETCH;
    const size_t in_bytes = ROWS * stretch * prefix__size_of(work->type);
    const size_t out_bytes = ROWS * stretch * prefix__size_of(work->output_type);
    const size_t bytes = sizeof(struct panel) + out_bytes + in_bytes;
    struct panel *const panel = host->alloc(owner, bytes);
    if (!panel) {
        host->error(owner, "out of memory: %zu bytes for rows of a batch", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    panel->work = work;
    panel->stretch = stretch;
    panel->out = (char *)(panel + 1); /* the wider elements */
    panel->in = panel->out + out_bytes;
    prefix__rows_begin(&panel->rows, work);
    for (size_t at = 0, rows; at < panel->rows.count; at += rows) {
        rows = panel->rows.count - at < ROWS ? panel->rows.count - at : ROWS;
        scan_panel(panel, at, rows);
    }
    host->free(owner, panel);
    return PREFIX_OK;
}

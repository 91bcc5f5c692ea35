/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Pieces of rows on their way through a kernel. Elements of rows that lie next to each other are gathered together, and
 * results scattered together, so that each line of memory is moved once.
 */
#include "batch/panel.h"

#include <string.h>

#include "tile/chunks.h"

static size_t pitch_of(const struct prefix__openmp_pipeline *p)
{
    return LINE_BYTES + PANEL_PIECE * p->kernel.size;
}

/* Where the kernel works on a row. */
static char *scanned_of(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p, size_t r)
{
    return panel->scanned + r * pitch_of(p) + LINE_BYTES;
}

static char *raw_of(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p, size_t r)
{
    return panel->raw + r * PANEL_PIECE * p->in_size;
}

static int is_gathered(const struct prefix__openmp_panel *panel, const struct prefix__rows *rows)
{
    return panel->work || rows->in_step != (ptrdiff_t)rows->in_size;
}

/* With the identity for what is missing, where the kernel or its stage takes it. */
static void fill_in(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                    const struct prefix__rows *rows, size_t at, size_t count)
{
    const size_t pitch = PANEL_PIECE * rows->in_size;
    prefix__rows_gather(rows, panel->row, panel->count, at, count, panel->raw, pitch, rows->in_size);
    for (size_t r = 0; r < panel->count; r++) {
        char *const raw = panel->raw + r * pitch;
        prefix__missing_fill_row(panel->work, rows, &panel->row[r], at, count, raw,
                                 p->widen ? raw : scanned_of(panel, p, r), panel->closed[r]);
    }
}

/* Whether a few rows share all their memory, element by element. */
static int are_interleaved(const struct prefix__openmp_panel *panel, const struct prefix__rows *rows, ptrdiff_t step,
                           ptrdiff_t row_step, size_t size)
{
    return !panel->work && rows->dims == 1 && panel->count == rows->count && panel->count <= PREFIX__CHANNELS_MAX &&
           row_step == (ptrdiff_t)size && step == (ptrdiff_t)(panel->count * size);
}

static void gather(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                   const struct prefix__rows *rows, size_t at, size_t count)
{
    if (!is_gathered(panel, rows))
        return;
    char *const to = p->widen ? panel->raw : scanned_of(panel, p, 0);
    const size_t pitch = p->widen ? PANEL_PIECE * p->in_size : pitch_of(p);
    if (panel->work)
        fill_in(panel, p, rows, at, count);
    else if (are_interleaved(panel, rows, rows->in_step, rows->dim[0].in_step, rows->in_size))
        p->isa->tables->part[prefix__log2_of(p->in_size)](
            panel->count, panel->row[0].in + at * panel->count * p->in_size, count, to, quotient(pitch, p->in_size));
    else
        prefix__rows_gather(rows, panel->row, panel->count, at, count, to, pitch, p->in_size);
}

/* A row's piece as the kernel takes it. */
static const void *fetch_row(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                             const struct prefix__rows *rows, size_t r, size_t at, size_t count)
{
    const void *from = !is_gathered(panel, rows) ? panel->row[r].in + at * p->in_size
                       : p->widen         ? raw_of(panel, p, r)
                                          : scanned_of(panel, p, r);
    if (!p->widen)
        return from;
    p->widen(from, panel->mapped, count);
    return panel->mapped;
}

/* By way of a buffer where they go past the caches. */
static void unite(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p, const char *from,
                  size_t stride, size_t at, size_t count)
{
    const size_t columns = panel->count, size = p->out_size;
    char *const array = panel->row[0].out + at * columns * size, *const buffer = panel->united + LINE_BYTES;
    p->isa->tables->unite[prefix__log2_of(size)](columns, from, stride, count, p->past_cache ? buffer : array);
    if (p->past_cache)
        stream_lines(p->isa, buffer, &panel->pending, array, count * columns * size, at + count == panel->end);
}

/* Writes results, and leaves the last of each row before where the next come. */
static void scatter(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                    const struct prefix__rows *rows, size_t at, size_t count)
{
    const size_t written = p->kernel.written;
    char *from = scanned_of(panel, p, 0) - (p->exclusive ? written : 0);
    size_t pitch = pitch_of(p);
    if (p->narrow) {
        for (size_t r = 0; r < panel->count; r++)
            p->narrow(from + r * pitch, raw_of(panel, p, r), count);
        from = panel->raw;
        pitch = PANEL_PIECE * p->in_size;
    }
    for (size_t r = 0; panel->work && r < panel->count; r++)
        prefix__missing_blank_row(panel->work, count, from + r * pitch, panel->closed[r]);
    if (are_interleaved(panel, rows, rows->out_step, rows->dim[0].out_step, rows->out_size))
        unite(panel, p, from, quotient(pitch, p->out_size), at, count);
    else
        prefix__rows_scatter(rows, panel->row, panel->count, at, count, from, pitch, p->out_size);
    for (size_t r = 0; p->exclusive && r < panel->count; r++) {
        char *const first = scanned_of(panel, p, r);
        memcpy(first - written, first + (count - 1) * written, written);
    }
}

void prefix__openmp_panel_take(struct prefix__openmp_panel *panel, const struct prefix_scan_work *work,
                               const struct prefix__openmp_pipeline *p, const struct prefix__rows *rows, size_t first,
                               size_t count)
{
    panel->work = work->validity ? work : NULL;
    panel->count = count;
    prefix__rows_get(rows, first, count, panel->row);
    for (size_t r = 0; r < count; r++)
        prefix__openmp_panel_set_carry(panel, p, r, p->carry);
}

void prefix__openmp_panel_set_carry(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                                    size_t r, uint64_t carry)
{
    panel->state[r] = prefix__openmp_begin(&p->kernel, carry);
    store_carry(p, scanned_of(panel, p, r) - p->kernel.written, carry);
}

/* A tile, piece by piece. */
static void do_tile(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                    const struct prefix__rows *rows, size_t first, size_t end, int reduces)
{
    for (size_t at = first; at < end; at += PANEL_PIECE) {
        const size_t count = least(PANEL_PIECE, end - at);
        gather(panel, p, rows, at, count);
        for (size_t r = 0; r < panel->count; r++) {
            const void *const from = fetch_row(panel, p, rows, r, at, count);
            if (reduces)
                p->kernel.reduce(from, count, &panel->state[r], NULL);
            else
                p->kernel.scan(from, scanned_of(panel, p, r), count, &panel->state[r], NULL);
        }
        if (!reduces)
            scatter(panel, p, rows, at, count);
    }
}

void prefix__openmp_panel_scan(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                               const struct prefix__rows *rows, size_t first, size_t end)
{
    panel->end = end;
    panel->pending = 0;
    for (size_t at = first; at < end; at += p->tile) {
        do_tile(panel, p, rows, at, least(at + p->tile, end), !p->out);
        for (size_t r = 0; r < panel->count; r++) {
            panel->state[r].carry = p->kernel.combine(panel->state[r].carry, panel->state[r].local);
            panel->state[r].local = p->kernel.identity;
        }
    }
}

void prefix__openmp_panel_reduce(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                                 const struct prefix__rows *rows, size_t first, size_t end, uint64_t *aggregates,
                                 size_t pitch)
{
    for (size_t at = first; at < end; at += p->tile) {
        do_tile(panel, p, rows, at, least(at + p->tile, end), 1);
        for (size_t r = 0; r < panel->count; r++) {
            aggregates[r * pitch + at / p->tile] = panel->state[r].local;
            panel->state[r].local = p->kernel.identity;
        }
    }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Strips from the arrays to their kernel and back, by way of buffers where rows are no neighbours. */
#include "batch/strip.h"

#include <string.h>

#include "tile/chunks.h"

#define GATHERED_ROWS 64 /* of a strip that is brought together */

static int is_unit(ptrdiff_t step, size_t size)
{
    return step == (ptrdiff_t)size;
}

struct prefix__openmp_strips prefix__openmp_cut_strips(const struct prefix__openmp_pipeline *p,
                                                       const struct prefix__rows *rows, size_t threads)
{
    struct prefix__openmp_strips s = {.group = rows->count, .rows = GATHERED_ROWS, .whole = rows->count};
    const size_t line = LINE_BYTES / p->kernel.size, last = (size_t)rows->dims - 1;
    if (rows->dims > 0 && rows->dim[last].count >= line && is_unit(rows->dim[last].in_step, rows->in_size) &&
        (!p->out || is_unit(rows->dim[last].out_step, rows->out_size))) {
        s.are_neighbours = 1;
        s.group = rows->dim[last].count;
        s.whole = s.group / line * line;
        s.rows = PREFIX__OPENMP_STRIP_BYTES / p->kernel.size;
        while (s.rows > line && rows->count / s.rows < threads)
            s.rows /= 2;
    }
    s.per_group = (s.whole + s.rows - 1) / s.rows + (s.whole < s.group);
    s.count = rows->count / s.group * s.per_group;
    return s;
}

static void take(struct prefix__openmp_strip *strip, const struct prefix__rows *rows,
                 const struct prefix__openmp_strips *s, size_t k)
{
    const size_t first = k % s->per_group * s->rows, is_rest = first >= s->whole;
    const size_t begin = is_rest ? s->whole : first, end = is_rest ? s->group : least(s->whole, first + s->rows);
    strip->count = end - begin;
    prefix__rows_get(rows, k / s->per_group * s->group + begin, strip->count, strip->row);
}

/* The same value for all columns. */
static void fill(char *to, uint64_t value, size_t size, size_t count)
{
    store_bits(to, value, size);
    for (size_t done = size, more; done < size * count; done += more) {
        more = least(done, size * count - done);
        memcpy(to + done, to, more);
    }
}

static void begin(struct prefix__openmp_strip *strip, const struct prefix__openmp_pipeline *p,
                  const struct prefix__rows *rows)
{
    const size_t size = p->kernel.size, line = LINE_BYTES / size, columns = (strip->count + line - 1) / line * line;
    char last[sizeof(uint64_t)];
    uint64_t bits = 0;
    strip->columns = (struct prefix__openmp_columns){
        .columns = columns,
        .n = rows->n,
        .exclusive = p->exclusive,
        .lowering = &p->kernel.lowering,
        .carry = strip->carry,
        .row = strip->before_row,
        .last = strip->last,
    };
    for (int i = 0; i < 4; i++)
        strip->columns.blocks[i] = strip->blocks[i];
    store_carry(p, last, p->carry);
    memcpy(&bits, last, size);
    fill(strip->carry, p->carry, p->kernel.wide ? sizeof(double) : size, columns);
    fill(strip->before_row, p->kernel.identity, size, columns);
    fill(strip->last, bits, size, columns);
}

/* Rows that a kernel can read, or write, where they are: whole lines of neighbours. */
static int is_whole(const struct prefix__openmp_strip *strip, const struct prefix__openmp_strips *s)
{
    return s->are_neighbours && strip->count == strip->columns.columns;
}

void prefix__openmp_strip_scan(struct prefix__openmp_strip *strip, const struct prefix__openmp_pipeline *p,
                               const struct prefix__rows *rows, const struct prefix__openmp_strips *s, size_t k)
{
    struct prefix__openmp_columns *const c = &strip->columns;
    take(strip, rows, s, k);
    begin(strip, p, rows);
    const size_t pitch = c->columns * p->kernel.size, in_pitch = c->columns * p->in_size;
    const int whole = is_whole(strip, s), reads = whole && !p->widen, writes = whole && !p->narrow;
    const size_t piece = reads && (writes || !p->out)
                             ? rows->n
                             : STRIP_BUFFER / pitch / PREFIX__OPENMP_COLUMN_BLOCK * PREFIX__OPENMP_COLUMN_BLOCK;
    for (size_t at = 0, count; at < rows->n; at += count) {
        count = least(piece, rows->n - at);
        c->in = c->out = strip->mapped;
        c->in_step = c->out_step = (ptrdiff_t)pitch;
        if (reads) {
            c->in = strip->row[0].in + (ptrdiff_t)at * rows->in_step;
            c->in_step = rows->in_step;
        } else {
            prefix__rows_gather(rows, strip->row, strip->count, at, count, p->widen ? strip->raw : strip->mapped,
                                p->in_size, p->widen ? in_pitch : pitch);
            if (p->widen)
                p->widen(strip->raw, strip->mapped, count * c->columns);
        }
        if (!p->out) {
            c->out = NULL;
        } else if (writes) {
            c->out = strip->row[0].out + (ptrdiff_t)at * rows->out_step;
            c->out_step = rows->out_step;
            c->past_cache =
                p->large && p->in != p->out && ((uintptr_t)c->out | (uintptr_t)c->out_step) % LINE_BYTES == 0;
        }
        c->prefetches = reads;
        p->kernel.columns(c, at, count);
        if (!p->out || writes)
            continue;
        if (p->narrow)
            p->narrow(strip->mapped, strip->raw, count * c->columns);
        prefix__rows_scatter(rows, strip->row, strip->count, at, count, p->narrow ? strip->raw : strip->mapped,
                             p->out_size, c->columns * p->out_size);
    }
}

uint64_t prefix__openmp_strip_carry(const struct prefix__openmp_strip *strip, const struct prefix__openmp_pipeline *p,
                                    size_t r)
{
    const size_t size = p->kernel.wide ? sizeof(double) : p->kernel.size;
    uint64_t carry = 0;
    memcpy(&carry, strip->carry + r * size, size);
    return carry;
}

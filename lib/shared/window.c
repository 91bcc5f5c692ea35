/* SPDX-License-Identifier: BSD-3-Clause */
/* Moving windows, tile by tile: by one pass where windows are short, and else by several, over a row at a time. */
#include "shared/window.h"

#include <string.h>

#define FIRST_BITS 12   /* of k, that the first pass deals with, */
#define BITS 8          /* and each of the others, */
#define FIRST_TILE 8192 /* and results of their tiles: with twice as many places at most they fit */
#define PASS_ROWS 512
#define SHORT_ROW 128     /* elements, up to which rows of neighbours are done side by side, too */
#define LEAST_BYTES 16384 /* of a tile: of first-level caches three or more have room */
#define LINE_BYTES 64     /* of caches */

static size_t least(size_t a, size_t b)
{
    return prefix__window_least(a, b);
}

static size_t most(size_t a, size_t b)
{
    return a > b ? a : b;
}

int prefix__window_is_short(const struct prefix__window *w)
{
    return w->work->k >> FIRST_BITS == 0;
}

void prefix__window_begin(struct prefix__window *w)
{
    const struct prefix_scan_work *scan = w->work->scan;
    const size_t k = w->work->k;
    prefix__rows_begin(&w->rows, scan);
    const int is_dense =
        w->rows.in_step == (ptrdiff_t)w->rows.in_size && w->rows.out_step == (ptrdiff_t)w->rows.out_size;
    w->columns = 1;
    if (!prefix__window_is_short(w))
        return;
    if (!is_dense || scan->n < SHORT_ROW)
        while (w->columns < PREFIX__WINDOW_COLUMNS && w->columns < w->rows.count &&
               w->columns * 4 * k <= PREFIX__WINDOW_VALUES)
            w->columns *= 2;
    w->tile =
        least(PREFIX__WINDOW_VALUES / w->columns - (k - 1), most(4 * k, LEAST_BYTES / w->loops.size / w->columns));
    w->tile = least(w->tile, scan->n);
}

size_t prefix__window_memory_bytes(const struct prefix__window *w)
{
    return LINE_BYTES + PREFIX__WINDOW_VALUES * (2 * w->loops.size + w->rows.in_size + w->rows.out_size);
}

struct prefix__window_memory prefix__window_memory_at(const struct prefix__window *w, void *memory)
{
    struct prefix__window_memory m;
    m.values = (char *)(((uintptr_t)memory + LINE_BYTES - 1) & -(uintptr_t)LINE_BYTES);
    m.sums = m.values + PREFIX__WINDOW_VALUES * w->loops.size;
    m.out = m.sums + PREFIX__WINDOW_VALUES * w->loops.size;
    m.in = m.out + PREFIX__WINDOW_VALUES * w->rows.out_size;
    return m;
}

static size_t tiles_of(size_t count, size_t tile)
{
    return (count - 1) / tile + 1;
}

size_t prefix__window_tiles(const struct prefix__window *w)
{
    return tiles_of(w->rows.count, w->columns) * tiles_of(w->rows.n, w->tile);
}

void prefix__window_do_tiles(const struct prefix__window *w, const struct prefix__window_memory *memory, size_t first,
                             size_t last)
{
    const size_t k = w->work->k, tiles = tiles_of(w->rows.n, w->tile);
    struct prefix__row row[PREFIX__WINDOW_COLUMNS];
    for (size_t tile = first; tile < last; tile++) {
        const size_t line = tile / tiles * w->columns, at = tile % tiles * w->tile;
        const size_t columns = least(w->columns, w->rows.count - line), count = least(w->tile, w->rows.n - at);
        prefix__rows_get(&w->rows, line, columns, row);
        prefix__window_load(w, memory, row, columns, at, count + k - 1);
        if (w->is_idempotent)
            prefix__window_slide_overlapping(w, memory, columns, count + k - 1, count, k);
        else
            prefix__window_slide(w, memory, columns, count + k - 1, count, k, prefix__window_log2(k), 0);
        prefix__window_finish(w, memory, memory->sums, row, columns, at, count);
    }
}

static int bits_before(int pass)
{
    return pass == 0 ? 0 : FIRST_BITS + (pass - 1) * BITS;
}

static int passes_of(const struct prefix__window *w)
{
    int passes = 1;
    while (w->work->k >> bits_before(passes) > 0)
        passes++;
    return passes;
}

/* Trees that a pass finds: the last are those that windows of the row end with. */
static size_t trees_before(const struct prefix__window *w, int pass)
{
    const int bits = bits_before(pass);
    return w->rows.n + (((w->work->k >> bits) - 1) << bits);
}

size_t prefix__window_row_bytes(const struct prefix__window *w)
{
    size_t values = w->rows.n + trees_before(w, 1);
    if (passes_of(w) > 2)
        values += trees_before(w, 2);
    return values * w->loops.size;
}

struct prefix__window_row prefix__window_row_of(const struct prefix__window *w, size_t row, void *memory)
{
    struct prefix__window_row r = {.w = w, .sums = memory, .passes = passes_of(w)};
    r.trees[1] = r.sums + w->rows.n * w->loops.size;
    r.trees[0] = r.trees[1] + trees_before(w, 1) * w->loops.size;
    prefix__rows_get(&w->rows, row, 1, &r.row);
    return r;
}

/* What a pass that is not the first makes: places of the row, columns of them, as many rows as it takes. */
struct shape {
    size_t step, results, columns, groups, rows, k;
    int bits, is_last, begun;
};

static struct shape shape_of(const struct prefix__window_row *row, int pass)
{
    const struct prefix__window *w = row->w;
    const int bits = bits_before(pass);
    struct shape s = {.step = (size_t)1 << bits, .is_last = pass == row->passes - 1};
    s.results = s.is_last ? w->rows.n : trees_before(w, pass + 1);
    s.columns = least(s.step, s.results);
    s.groups = tiles_of(s.columns, PREFIX__WINDOW_COLUMNS);
    s.rows = tiles_of(s.results, s.step);
    s.k = w->work->k >> bits & (((size_t)1 << BITS) - 1);
    s.bits = s.is_last ? prefix__window_log2(s.k) : BITS;
    s.begun = (w->work->k & (s.step - 1)) > 0;
    return s;
}

size_t prefix__window_pass_tiles(const struct prefix__window_row *row, int pass)
{
    if (pass == 0)
        return tiles_of(trees_before(row->w, 1), FIRST_TILE);
    const struct shape s = shape_of(row, pass);
    return s.groups * tiles_of(s.rows, PASS_ROWS);
}

static void do_first(const struct prefix__window_row *row, const struct prefix__window_memory *memory, size_t tile)
{
    const struct prefix__window *w = row->w;
    const size_t size = w->loops.size, trees = trees_before(w, 1), at = tile * FIRST_TILE;
    const size_t count = least(FIRST_TILE, trees - at), height = (size_t)1 << FIRST_BITS;
    const size_t k = w->work->k & (height - 1), places = count + k + height - 1;
    prefix__window_load(w, memory, &row->row, 1, at, places);
    prefix__window_slide(w, memory, 1, places, count, k, FIRST_BITS, 0);
    memcpy(row->trees[1] + at * size, memory->values + k * size, count * size);
    if (k > 0 && at < w->rows.n)
        memcpy(row->sums + at * size, memory->sums, least(count, w->rows.n - at) * size);
}

/* Rows of a panel from a place on, of an array of so many values; what is not there is the identity. */
static void read(const struct prefix__window *w, const char *array, size_t values, size_t at, size_t step,
                 size_t columns, size_t rows, char *to)
{
    const size_t size = w->loops.size;
    for (; rows > 0; rows--, at += step, to += columns * size) {
        const size_t count = at < values ? least(columns, values - at) : 0;
        memcpy(to, array + (count > 0 ? at : 0) * size, count * size);
        prefix__window_fill(w, to + count * size, columns - count);
    }
}

static void write(const struct prefix__window *w, const char *from, size_t step, size_t columns, size_t rows,
                  char *array, size_t values, size_t at)
{
    const size_t size = w->loops.size;
    for (; rows > 0 && at < values; rows--, at += step, from += columns * size)
        memcpy(array + at * size, from, least(columns, values - at) * size);
}

static void do_later(const struct prefix__window_row *row, const struct prefix__window_memory *memory, int pass,
                     const struct shape *s, size_t tile)
{
    const struct prefix__window *w = row->w;
    const size_t group = tile % s->groups * PREFIX__WINDOW_COLUMNS, first = tile / s->groups * PASS_ROWS;
    const size_t columns = least(PREFIX__WINDOW_COLUMNS, s->columns - group), line = columns * w->loops.size;
    const size_t count = least(PASS_ROWS, s->rows - first), n = w->rows.n;
    const size_t rows = count + (s->is_last ? s->k - 1 : s->k + ((size_t)1 << BITS) - 1);
    size_t at = first * s->step + group;
    read(w, row->trees[pass & 1], trees_before(w, pass), at, s->step, columns, rows, memory->values);
    if (s->begun)
        read(w, row->sums, n, at, s->step, columns, count, memory->sums);
    prefix__window_slide(w, memory, columns, rows, count, s->k, s->bits, s->begun);
    if (!s->is_last) {
        write(w, memory->values + s->k * line, s->step, columns, count, row->trees[(pass + 1) & 1], s->results, at);
        if (s->begun || s->k > 0)
            write(w, memory->sums, s->step, columns, count, row->sums, n, at);
        return;
    }
    for (size_t r = 0; r < count && at < n; r++, at += s->step)
        prefix__window_finish(w, memory, memory->sums + r * line, &row->row, 1, at, least(columns, n - at));
}

void prefix__window_do_pass(const struct prefix__window_row *row, const struct prefix__window_memory *memory, int pass,
                            size_t first, size_t last)
{
    const struct shape s = pass > 0 ? shape_of(row, pass) : (struct shape){0};
    for (size_t tile = first; tile < last; tile++)
        if (pass == 0)
            do_first(row, memory, tile);
        else
            do_later(row, memory, pass, &s, tile);
}

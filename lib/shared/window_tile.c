/* SPDX-License-Identifier: BSD-3-Clause */
/* A tile of moving windows: elements in, trees of them, windows made of trees, results out. */
#include "shared/window_tile.h"

#include <string.h>

static size_t least(size_t a, size_t b)
{
    return prefix__window_least(a, b);
}

static size_t less(size_t a, size_t b)
{
    return a > b ? a - b : 0;
}

void prefix__window_fill(const struct prefix__window *w, char *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * w->loops.size, &w->identity, w->loops.size);
}

void prefix__window_load(const struct prefix__window *w, const struct prefix__window_memory *memory,
                         const struct prefix__row *row, size_t columns, size_t at, size_t count)
{
    const size_t line = columns * w->loops.size, n = w->rows.n, before = w->work->before;
    const size_t first = least(less(before, at), count), last = least(less(n + before, at), count);
    const void *from = memory->in;
    prefix__window_fill(w, memory->values, first * columns);
    if (last > first) {
        const size_t element = at + first - before;
        if (columns == 1 && w->rows.in_step == (ptrdiff_t)w->rows.in_size)
            from = row->in + element * w->rows.in_size;
        else
            prefix__rows_gather(&w->rows, row, columns, element, last - first, memory->in, w->rows.in_size,
                                columns * w->rows.in_size);
        w->loops.load(w, from, memory->values + first * line, (last - first) * columns);
    }
    prefix__window_fill(w, memory->values + last * line, (count - last) * columns);
}

void prefix__window_slide(const struct prefix__window *w, const struct prefix__window_memory *memory, size_t columns,
                          size_t rows, size_t count, size_t k, int bits, int begun)
{
    const size_t line = columns * w->loops.size;
    size_t at = 0;
    for (int bit = 0;; bit++) {
        const size_t height = (size_t)1 << bit;
        const char *const piece = memory->values + at * line;
        if (k & height) {
            if (begun)
                w->loops.combine(w, memory->sums, piece, memory->sums, count * columns);
            else
                memcpy(memory->sums, piece, count * line);
            begun = 1;
            at += height;
        }
        if (bit == bits)
            return;
        rows -= height;
        w->loops.combine(w, memory->values, memory->values + height * line, memory->values, rows * columns);
    }
}

void prefix__window_slide_overlapping(const struct prefix__window *w, const struct prefix__window_memory *memory,
                                      size_t columns, size_t rows, size_t count, size_t k)
{
    const size_t line = columns * w->loops.size;
    size_t height = 1;
    for (; 2 * height <= k; height *= 2) {
        rows -= height;
        w->loops.combine(w, memory->values, memory->values + height * line, memory->values, rows * columns);
    }
    w->loops.combine(w, memory->values, memory->values + (k - height) * line, memory->sums, count * columns);
}

/* How many elements of a window are in the row. */
static size_t elements_of(const struct prefix__window *w, size_t i)
{
    const size_t before = w->work->before, after = w->work->k - 1 - before;
    return least(i, before) + 1 + least(w->rows.n - 1 - i, after);
}

static void divide(double *values, size_t count, double by)
{
    for (size_t i = 0; i < count; i++)
        values[i] /= by;
}

/* Sums of windows from place at on become means. */
static void average(const struct prefix__window *w, char *sums, size_t columns, size_t at, size_t count)
{
    const size_t k = w->work->k, whole = w->work->before, end = less(w->rows.n, k - 1 - whole);
    double *values = (double *)sums;
    for (size_t i = at, same; i < at + count; i += same, values += same * columns) {
        same = i >= whole && i < end ? least(end, at + count) - i : 1;
        divide(values, same * columns, (double)elements_of(w, i));
    }
}

static void store(const struct prefix__window *w, const struct prefix__window_memory *memory, const char *sums,
                  const struct prefix__row *row, size_t columns, size_t at, size_t count)
{
    char *const out = row->out + at * w->rows.out_size;
    const int is_dense = columns == 1 && w->rows.out_step == (ptrdiff_t)w->rows.out_size;
    if (is_dense && !w->loops.stream) {
        w->loops.store(w, sums, out, count);
        return;
    }
    w->loops.store(w, sums, memory->out, count * columns);
    if (is_dense) {
        w->loops.stream(memory->out, out, count * w->rows.out_size);
        return;
    }
    prefix__rows_scatter(&w->rows, row, columns, at, count, memory->out, w->rows.out_size, columns * w->rows.out_size);
}

void prefix__window_finish(const struct prefix__window *w, const struct prefix__window_memory *memory, char *sums,
                           const struct prefix__row *row, size_t columns, size_t at, size_t count)
{
    if (w->work->mean)
        average(w, sums, columns, at, count);
    store(w, memory, sums, row, columns, at, count);
}

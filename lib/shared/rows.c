/* SPDX-License-Identifier: BSD-3-Clause */
/* The rows of a batch one by one, and their elements brought together. */
#include "shared/rows.h"

#include <string.h>

#include "shared/types.h"
#include "shared/values.h"

/*
 * Rows that are nearest to each other follow each other: in the input, whose lines are then read once, or in the output
 * if it is the input's rows that are of neighbours.
 */
static void sort(struct prefix__rows *rows, int by_output)
{
    for (int i = 1; i < rows->dims; i++) {
        const __typeof__(rows->dim[0]) dim = rows->dim[i];
        const size_t own = prefix__distance(by_output ? dim.out_step : dim.in_step);
        int at = i;
        for (; at > 0; at--) {
            const __typeof__(dim) *const before = &rows->dim[at - 1];
            if (prefix__distance(by_output ? before->out_step : before->in_step) >= own)
                break;
            rows->dim[at] = *before;
        }
        rows->dim[at] = dim;
    }
}

/* Of arrays, sizes and a length that are there. */
static void lay(struct prefix__rows *rows, const struct prefix_batch *batch)
{
    const ptrdiff_t in_size = (ptrdiff_t)rows->in_size, out_size = (ptrdiff_t)rows->out_size;
    size_t total_step = 1;
    rows->in_step = batch->in_step * in_size;
    rows->out_step = batch->out_step * out_size;
    rows->valid_step = batch->valid_step;
    rows->count = batch->rows;
    rows->dims = batch->dims;
    rows->ends = batch->ends;
    rows->end = (ptrdiff_t)rows->n * rows->out_step;
    for (int i = batch->dims - 1; i >= 0; total_step *= batch->dim[i].count, i--) {
        rows->dim[i].count = batch->dim[i].count;
        rows->dim[i].total_step = total_step;
        rows->dim[i].in_step = batch->dim[i].in_step * in_size;
        rows->dim[i].out_step = batch->dim[i].out_step * out_size;
        rows->dim[i].valid_step = batch->dim[i].valid_step;
        rows->dim[i].second_step = batch->dim[i].second_step * in_size;
    }
    sort(rows, rows->first.out && prefix__distance(batch->in_step) == 1);
}

void prefix__rows_begin(struct prefix__rows *rows, const struct prefix_scan_work *work)
{
    const ptrdiff_t last = (ptrdiff_t)(work->n - 1);
    *rows = (struct prefix__rows){
        .first = {work->in, work->out, 0, work->validity ? work->validity->first : 0, 0},
        .in_size = prefix__size_of(work->type),
        .out_size = prefix__size_of(work->output_type),
        .n = work->n,
    };
    lay(rows, work->batch);
    if (!work->reverse || work->n == 0)
        return;
    rows->first.in += last * rows->in_step;
    rows->in_step = -rows->in_step;
    rows->first.valid += (size_t)(last * rows->valid_step);
    rows->valid_step = -rows->valid_step;
    if (work->out) {
        rows->first.out += last * rows->out_step;
        rows->out_step = -rows->out_step;
        rows->end = -rows->end;
    }
}

void prefix__rows_of_operator(struct prefix__rows *rows, const struct prefix_operator_work *work)
{
    *rows = (struct prefix__rows){
        .first = {work->in, work->out, 0, work->validity ? work->validity->first : 0, 0},
        .in_size = work->in_size,
        .out_size = work->out_size,
        .n = work->n,
    };
    lay(rows, work->batch);
    if (work->reverse)
        rows->end = -rows->out_step;
}

static void move(const struct prefix__rows *rows, struct prefix__row *row, int dim, ptrdiff_t by)
{
    row->in += by * rows->dim[dim].in_step;
    if (row->out)
        row->out += by * rows->dim[dim].out_step;
    row->total += (size_t)by * rows->dim[dim].total_step;
    row->valid += (size_t)(by * rows->dim[dim].valid_step);
    row->second += by * rows->dim[dim].second_step;
}

void prefix__rows_get(const struct prefix__rows *rows, size_t first, size_t count, struct prefix__row *row)
{
    size_t index[PREFIX_BATCH_DIMS];
    struct prefix__row now = rows->first;
    for (int i = rows->dims - 1; i >= 0; i--) {
        index[i] = first % rows->dim[i].count;
        first /= rows->dim[i].count;
        move(rows, &now, i, (ptrdiff_t)index[i]);
    }
    for (size_t k = 0; k < count; k++) {
        row[k] = now;
        for (int i = rows->dims - 1; i >= 0; i--) {
            if (++index[i] < rows->dim[i].count) {
                move(rows, &now, i, 1);
                break;
            }
            index[i] = 0;
            move(rows, &now, i, 1 - (ptrdiff_t)rows->dim[i].count);
        }
    }
}

/*
 * Elements of rows to and from places pitch apart for each row, and step for each element. Of rows of neighbours one
 * row after the other; else an element of each row, then the next, as those of several rows may share a line.
 */
PREFIX__SPECIALISED void gather(size_t size, const struct prefix__row *row, size_t rows, ptrdiff_t at,
                                ptrdiff_t in_step, size_t count, char *to, size_t pitch, size_t step)
{
    if (prefix__distance(in_step) == size)
        for (size_t r = 0; r < rows; r++)
            for (size_t i = 0; i < count; i++)
                memcpy(to + r * pitch + i * step, row[r].in + at + (ptrdiff_t)i * in_step, size);
    else
        for (size_t i = 0; i < count; i++, at += in_step)
            for (size_t r = 0; r < rows; r++)
                memcpy(to + r * pitch + i * step, row[r].in + at, size);
}

PREFIX__SPECIALISED void scatter(size_t size, const struct prefix__row *row, size_t rows, ptrdiff_t at,
                                 ptrdiff_t out_step, size_t count, const char *from, size_t pitch, size_t step)
{
    if (prefix__distance(out_step) == size)
        for (size_t r = 0; r < rows; r++)
            for (size_t i = 0; i < count; i++)
                memcpy(row[r].out + at + (ptrdiff_t)i * out_step, from + r * pitch + i * step, size);
    else
        for (size_t i = 0; i < count; i++, at += out_step)
            for (size_t r = 0; r < rows; r++)
                memcpy(row[r].out + at, from + r * pitch + i * step, size);
}

/* The same loop for each size, which is a constant in it. */
#define BY_SIZE(bytes, loop, ...)                                                                                      \
    switch (bytes) {                                                                                                   \
    case 1:                                                                                                            \
        loop(1, __VA_ARGS__);                                                                                          \
        break;                                                                                                         \
    case 2:                                                                                                            \
        loop(2, __VA_ARGS__);                                                                                          \
        break;                                                                                                         \
    case 4:                                                                                                            \
        loop(4, __VA_ARGS__);                                                                                          \
        break;                                                                                                         \
    default:                                                                                                           \
        loop(8, __VA_ARGS__);                                                                                          \
        break;                                                                                                         \
    }

void prefix__rows_gather(const struct prefix__rows *rows, const struct prefix__row *row, size_t rows_count, size_t at,
                         size_t count, void *to, size_t pitch, size_t step)
{
    const ptrdiff_t first = (ptrdiff_t)at * rows->in_step;
    if (rows->in_step == (ptrdiff_t)rows->in_size && step == rows->in_size)
        for (size_t r = 0; r < rows_count; r++)
            memcpy((char *)to + r * pitch, row[r].in + first, count * rows->in_size);
    else
        BY_SIZE(rows->in_size, gather, row, rows_count, first, rows->in_step, count, to, pitch, step);
}

void prefix__rows_scatter(const struct prefix__rows *rows, const struct prefix__row *row, size_t rows_count, size_t at,
                          size_t count, const void *from, size_t pitch, size_t step)
{
    const ptrdiff_t first = (ptrdiff_t)at * rows->out_step;
    if (rows->out_step == (ptrdiff_t)rows->out_size && step == rows->out_size)
        for (size_t r = 0; r < rows_count; r++)
            memcpy(row[r].out + first, (const char *)from + r * pitch, count * rows->out_size);
    else
        BY_SIZE(rows->out_size, scatter, row, rows_count, first, rows->out_step, count, from, pitch, step);
}

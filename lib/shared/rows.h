/* SPDX-License-Identifier: BSD-3-Clause */
/* The rows of a batch, in an order that goes through memory, and their elements on the way to rows of neighbours. */
#ifndef PREFIX_LIB_SHARED_ROWS_H
#define PREFIX_LIB_SHARED_ROWS_H

#include <stddef.h>

#include <prefix/backend.h>

/* How far a step goes, forward or back. */
static inline size_t prefix__distance(ptrdiff_t step)
{
    return step < 0 ? 0 - (size_t)step : (size_t)step;
}

/* A row: its elements as the scan meets them, so that none is reversed, and the place of its total. */
struct prefix__row {
    const char *in;
    char *out;
    size_t total;
    size_t valid;     /* its first validity bit */
    ptrdiff_t second; /* bytes from where the second input is told to lie */
};

struct prefix__rows {
    struct prefix__row first;
    ptrdiff_t in_step, out_step; /* in bytes, from an element to the next one of the scan */
    ptrdiff_t valid_step;        /* in bits, likewise */
    size_t in_size, out_size;
    size_t count, n;
    int ends;      /* rows have one result more, */
    ptrdiff_t end; /* so many bytes from that of the first element */
    int dims;
    struct {
        size_t count, total_step;
        ptrdiff_t in_step, out_step, valid_step, second_step;
    } dim[PREFIX_BATCH_DIMS]; /* outermost first */
};

void prefix__rows_begin(struct prefix__rows *rows, const struct prefix_scan_work *work);
/* The same of a scan by an operator, but that rows are as they lie in memory. */
void prefix__rows_of_operator(struct prefix__rows *rows, const struct prefix_operator_work *work);
/* Where the total of a row goes, of so many bytes: to the rows' ends, or an array; or NULL: there are no totals. */
static inline void *prefix__row_total(const struct prefix__rows *rows, const struct prefix__row *row, void *totals,
                                      size_t size)
{
    return rows->ends ? row->out + rows->end : totals ? (char *)totals + row->total * size : NULL;
}

/* Rows from one on: count of them, in order. */
void prefix__rows_get(const struct prefix__rows *rows, size_t first, size_t count, struct prefix__row *row);

/* Some elements of rows, from one on, to places step bytes apart, those of the next row pitch behind; and back. */
void prefix__rows_gather(const struct prefix__rows *rows, const struct prefix__row *row, size_t rows_count, size_t at,
                         size_t count, void *to, size_t pitch, size_t step);
void prefix__rows_scatter(const struct prefix__rows *rows, const struct prefix__row *row, size_t rows_count, size_t at,
                          size_t count, const void *from, size_t pitch, size_t step);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/difference.h"

#include <string.h>

#include "shared/half.h"
#include "shared/types.h"
#include "shared/words.h"

#define COLUMNS 16 /* of rows whose elements are not neighbours, or that are short */
#define SHORT_ROW 128
#define ALONE 8192       /* elements of a tile of one row, */
#define SIDE_BY_SIDE 512 /* and of each of several */
#define CHUNK 512        /* elements on their way at once, */
#define PIECE_BYTES 4096 /* or bytes of those that are not converted */
#define LINE 64          /* bytes of a line of a cache */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static int is_dense(const struct prefix__rows *rows)
{
    return rows->in_step == (ptrdiff_t)rows->in_size && rows->out_step == (ptrdiff_t)rows->out_size;
}

void prefix__difference_begin(struct prefix__difference *d, const struct prefix_difference_work *work)
{
    d->work = work;
    d->stream = NULL;
    prefix__rows_begin(&d->rows, work->scan);
    const int alone = is_dense(&d->rows) && d->rows.n >= SHORT_ROW;
    d->columns = alone ? 1 : COLUMNS;
    d->length = alone ? ALONE : SIDE_BY_SIDE;
    d->tiles = (d->rows.n - 1) / d->length + 1;
}

size_t prefix__difference_last_bytes(const struct prefix__difference *d)
{
    return d->rows.count * d->tiles * sizeof *d->last;
}

size_t prefix__difference_memory_bytes(const struct prefix__difference *d)
{
    return d->columns * d->length * (d->rows.in_size + d->rows.out_size);
}

size_t prefix__difference_count(const struct prefix__difference *d)
{
    return ((d->rows.count - 1) / d->columns + 1) * d->tiles;
}

/* Elements as integers of 64 bits, or the bits of f64. */
static void load(const struct prefix__difference *d, const void *in, uint64_t *values, size_t count)
{
    prefix__words_load(d->work->scan, in, values, count);
}

/* Of values, each less the one before it, to elements. */
static void store(const struct prefix__difference *d, const uint64_t *values, uint64_t before, void *out, size_t count)
{
    const struct prefix_scan_work *scan = d->work->scan;
    uint64_t results[CHUNK];
    double floats[CHUNK], first;
    if (!prefix__is_float(scan->output_type)) {
        results[0] = values[0] - before;
        for (size_t i = 1; i < count; i++)
            results[i] = values[i] - values[i - 1];
        prefix__words_store(scan, results, out, count);
        return;
    }
    const double *const from = (const double *)values;
    memcpy(&first, &before, sizeof first);
    floats[0] = from[0] - first;
    for (size_t i = 1; i < count; i++)
        floats[i] = from[i] - from[i - 1];
    prefix__words_store(scan, floats, out, count);
}

/* What stands before the first element of a row. */
static uint64_t before_row(const struct prefix__difference *d, const struct prefix__row *row)
{
    const struct prefix_scan_work *scan = d->work->scan;
    uint64_t value;
    if (d->work->leads)
        load(d, row->in - d->rows.in_step, &value, 1);
    else
        value = prefix__is_float(scan->output_type) ? prefix__f64_bits(scan->carry.d) : scan->carry.u;
    return value;
}

static double float_of(uint64_t value)
{
    double x;
    memcpy(&x, &value, sizeof x);
    return x;
}

static uint64_t integer_of(uint64_t value)
{
    return value;
}

/*
 * Elements that are subtracted as they are, by vectors; what they were is kept until no result replaces it. Pieces end
 * where lines do, so that whole ones can be written past the caches.
 */
#define DEFINE_SUBTRACT(element, value_of)                                                                             \
    static void subtract_##element(const struct prefix__difference *d, const char *in, char *out, size_t count,        \
                                   uint64_t before, uint64_t last)                                                     \
    {                                                                                                                  \
        typedef element vector __attribute__((vector_size(16)));                                                       \
        enum { LANES = sizeof(vector) / sizeof(element), MOST = PIECE_BYTES / sizeof(element) };                       \
        element x[MOST + 1], y[MOST];                                                                                  \
        x[0] = (element)value_of(before);                                                                              \
        for (size_t at = 0, some; at < count; at += some) {                                                            \
            element *const to = (element *)out + at, *const results = d->stream ? y : to;                              \
            size_t i = 0;                                                                                              \
            some = least(MOST - (uintptr_t)to % LINE / sizeof *x, count - at);                                         \
            memcpy(x + 1, in + at * sizeof *x, (some - (at + some == count)) * sizeof *x);                             \
            if (at + some == count)                                                                                    \
                x[some] = (element)value_of(last);                                                                     \
            for (; i + LANES <= some; i += LANES) {                                                                    \
                vector a, b;                                                                                           \
                memcpy(&a, x + i, sizeof a);                                                                           \
                memcpy(&b, x + i + 1, sizeof b);                                                                       \
                b -= a;                                                                                                \
                memcpy(results + i, &b, sizeof b);                                                                     \
            }                                                                                                          \
            for (; i < some; i++)                                                                                      \
                results[i] = (element)(x[i + 1] - x[i]);                                                               \
            if (d->stream)                                                                                             \
                d->stream(y, to, some * sizeof *y);                                                                    \
            x[0] = x[some];                                                                                            \
        }                                                                                                              \
    }
DEFINE_SUBTRACT(uint8_t, integer_of)
DEFINE_SUBTRACT(uint16_t, integer_of)
DEFINE_SUBTRACT(uint32_t, integer_of)
DEFINE_SUBTRACT(uint64_t, integer_of)
DEFINE_SUBTRACT(float, float_of)
DEFINE_SUBTRACT(double, float_of)

typedef void subtract_fn(const struct prefix__difference *d, const char *in, char *out, size_t count, uint64_t before,
                         uint64_t last);

/* NULL: elements are converted, or what stands before them is not of their type. */
static subtract_fn *subtract_of(const struct prefix_scan_work *scan, uint64_t before)
{
    static subtract_fn *const integers[] = {subtract_uint8_t, subtract_uint16_t, subtract_uint32_t, subtract_uint64_t};
    const double first = float_of(before);
    if (scan->type != scan->output_type)
        return NULL;
    if (!prefix__is_float(scan->type))
        return integers[prefix__log2_of(prefix__size_of(scan->type))];
    return scan->type == PREFIX_F64                                    ? subtract_double
           : scan->type == PREFIX_F32 && (double)(float)first == first ? subtract_float
                                                                       : NULL;
}

/* Neighbours of a tile: from one array to the other, or to the same, or the same and a place before. */
static void subtract(const struct prefix__difference *d, const char *in, char *out, size_t count, uint64_t before,
                     uint64_t last)
{
    uint64_t values[CHUNK];
    subtract_fn *const own = subtract_of(d->work->scan, before);
    if (own) {
        own(d, in, out, count, before, last);
        return;
    }
    for (size_t at = 0, some; at < count; at += some) {
        some = least(CHUNK, count - at);
        load(d, in + at * d->rows.in_size, values, some - (at + some == count));
        if (at + some == count)
            values[some - 1] = last;
        store(d, values, before, out + at * d->rows.out_size, some);
        before = values[some - 1];
    }
}

void prefix__difference_save(const struct prefix__difference *d, size_t first, size_t last)
{
    struct prefix__row row[COLUMNS];
    for (size_t tile = first; tile < last; tile++) {
        const size_t line = tile / d->tiles * d->columns, columns = least(d->columns, d->rows.count - line);
        const size_t at = tile % d->tiles, end = least((at + 1) * d->length, d->rows.n);
        prefix__rows_get(&d->rows, line, columns, row);
        for (size_t r = 0; r < columns; r++)
            load(d, row[r].in + (ptrdiff_t)(end - 1) * d->rows.in_step, &d->last[(line + r) * d->tiles + at], 1);
    }
}

void prefix__difference_do(const struct prefix__difference *d, void *memory, size_t first, size_t last)
{
    const struct prefix__rows *rows = &d->rows;
    const int direct = d->columns == 1;
    struct prefix__row row[COLUMNS];
    for (size_t tile = first, some; tile < last; tile += some) {
        const size_t line = tile / d->tiles * d->columns, columns = least(d->columns, rows->count - line);
        const size_t at = tile % d->tiles, begin = at * d->length;
        some = direct ? least(last - tile, d->tiles - at) : 1; /* tiles of a row that need not stop in between */
        const size_t count = least(some * d->length, rows->n - begin);
        const size_t in_pitch = count * rows->in_size, out_pitch = count * rows->out_size;
        char *const out = memory, *const in = out + d->columns * d->length * rows->out_size;
        prefix__rows_get(rows, line, columns, row);
        if (!direct)
            prefix__rows_gather(rows, row, columns, begin, count, in, in_pitch, rows->in_size);
        for (size_t r = 0; r < columns; r++) {
            const uint64_t *const ends = &d->last[(line + r) * d->tiles + at];
            subtract(d, direct ? row[r].in + begin * rows->in_size : in + r * in_pitch,
                     direct ? row[r].out + begin * rows->out_size : out + r * out_pitch, count,
                     at > 0 ? ends[-1] : before_row(d, &row[r]), ends[some - 1]);
        }
        if (!direct)
            prefix__rows_scatter(rows, row, columns, begin, count, out, out_pitch, rows->out_size);
    }
}

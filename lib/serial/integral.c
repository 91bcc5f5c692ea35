/* SPDX-License-Identifier: BSD-3-Clause */
/* The serial summed-area table: the reference, row by row in the order of shared/tables.h. */
#include "serial/integral.h"

#include <string.h>

#include "shared/tables.h"
#include "shared/values.h"

/* One of the tables that are asked for. Rows have elements of interleaved channels. */
struct table {
    const struct prefix_integral_work *work;
    char *out; /* its first element, behind the border */
    size_t pitch;
    int type;
    int squares;
    /* Of each element: what the bands above come to, in 64 bits or f64; and of floats, the tile's column so far. */
    void *above;
    double *column;
};

static const void *row_of(const struct table *t, size_t y)
{
    return (const char *)t->work->in + y * t->work->in_pitch;
}

static uint64_t integer_at(const struct table *t, const void *row, size_t i)
{
    switch (t->work->type) {
    case PREFIX_U8:
        return ((const uint8_t *)row)[i];
    case PREFIX_U16:
        return ((const uint16_t *)row)[i];
    case PREFIX_U32:
        return ((const uint32_t *)row)[i];
    default:
        return (uint64_t)((const int32_t *)row)[i];
    }
}

static double float_at(const struct table *t, const void *row, size_t i)
{
    switch (t->work->type) {
    case PREFIX_F32:
        return ((const float *)row)[i];
    case PREFIX_F64:
        return ((const double *)row)[i];
    default:
        return (double)integer_at(t, row, i);
    }
}

static void add_integers(const struct table *t, size_t y)
{
    const void *row = row_of(t, y);
    char *out = t->out + y * t->pitch;
    uint64_t *above = t->above, carry[PREFIX__CHANNELS_MAX] = {0};
    for (size_t i = 0; i < t->work->width * t->work->channels; i++) {
        const uint64_t x = integer_at(t, row, i);
        above[i] += carry[i % t->work->channels] += t->squares ? x * x : x;
        if (prefix__size_of(t->type) == 4)
            ((uint32_t *)out)[i] = (uint32_t)above[i];
        else
            ((uint64_t *)out)[i] = above[i];
    }
}

/* A row of a tile, of one channel, from element i on. Returns the carry to the next tile. */
static double add_tile_row(const struct table *t, size_t y, size_t i, size_t count, double carry)
{
    const void *row = row_of(t, y);
    char *out = t->out + y * t->pitch;
    const size_t channels = t->work->channels;
    const int is_first = y % PREFIX__TABLE_ROWS == 0, is_last = y % PREFIX__TABLE_ROWS == PREFIX__TABLE_ROWS - 1;
    double *above = t->above, values[PREFIX__TABLE_COLUMNS], sum = carry;
    for (size_t k = 0; k < count; k++) {
        const double x = float_at(t, row, i + k * channels);
        values[k] = t->squares ? x * x : x;
    }
    prefix__scan_row(PREFIX_SUM, 0, values, count);
    for (size_t k = 0; k < count; k++, i += channels) {
        t->column[i] = is_first ? values[k] : t->column[i] + values[k];
        sum = carry + t->column[i];
        const double total = above[i] + sum;
        if (is_last)
            above[i] = total;
        if (t->type == PREFIX_F32)
            ((float *)out)[i] = (float)total;
        else
            ((double *)out)[i] = total;
    }
    return sum;
}

static void add_floats(const struct table *t, size_t y)
{
    const size_t channels = t->work->channels, width = t->work->width;
    for (size_t c = 0; c < channels; c++) {
        double carry = 0;
        for (size_t x = 0; x < width; x += PREFIX__TABLE_COLUMNS) {
            const size_t count = width - x < PREFIX__TABLE_COLUMNS ? width - x : PREFIX__TABLE_COLUMNS;
            carry = add_tile_row(t, y, x * channels + c, count, carry);
        }
    }
}

static void add_up(struct table *t)
{
    const struct prefix_integral_work *work = t->work;
    const size_t length = work->width * work->channels, pixel = work->channels * prefix__size_of(t->type);
    memset(t->above, 0, length * sizeof(uint64_t)); /* or as many f64 */
    if (work->border)
        memset(t->out, 0, pixel + length * prefix__size_of(t->type));
    if (work->border)
        t->out += t->pitch + pixel;
    for (size_t y = 0; y < work->height; y++) {
        if (work->border)
            memset(t->out + y * t->pitch - pixel, 0, pixel);
        if (prefix__is_float(t->type))
            add_floats(t, y);
        else
            add_integers(t, y);
    }
}

int prefix__serial_integral(const struct prefix_host *host, struct prefix_session *session,
                            const struct prefix_integral_work *work)
{
    const size_t length = work->width * work->channels, bytes = 2 * sizeof(double) * length;
    void *memory = length > PTRDIFF_MAX / (2 * sizeof(double)) ? NULL : host->alloc(session, bytes);
    if (!memory) {
        host->error(session, "out of memory: %zu bytes for two rows of a table", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    struct table table = {.work = work, .above = memory, .column = (double *)memory + length};
    if (work->squares) { /* first, because the other may replace the input */
        table.out = work->squares;
        table.pitch = work->square_pitch;
        table.type = work->square_type;
        table.squares = 1;
        add_up(&table);
    }
    table.out = work->out;
    table.pitch = work->out_pitch;
    table.type = work->output_type;
    table.squares = 0;
    add_up(&table);
    host->free(session, memory);
    return PREFIX_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "axis.h"

#include <stdlib.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/options.h"
#include "base/size.h"
#include "io/whole.h"
#include "io/writer.h"

void axis_option(void *target, const char *option, char *text)
{
    struct axis *const axis = target;
    const int is_negative = text[0] == '-';
    size_t number;
    if (size_parse(text + is_negative, &number) || number > SHAPE_DIMENSIONS_MAX)
        die_usage("%s: '%s' is no number from -%d to %d", option, text, SHAPE_DIMENSIONS_MAX, SHAPE_DIMENSIONS_MAX);
    axis->number = is_negative ? -(int)number : (int)number;
    axis->is_given = 1;
}

void axis_option_shape(void *target, const char *option, char *text)
{
    struct shape *const shape = &((struct axis *)target)->shape;
    shape->dimensions = 0;
    for (char *length; (length = option_item(option, &text));) {
        if (shape->dimensions == SHAPE_DIMENSIONS_MAX)
            die_usage("%s: an array of more than %d dimensions", option, SHAPE_DIMENSIONS_MAX);
        shape->lengths[shape->dimensions++] = option_size(option, length, 0, SIZE_MAX);
    }
}

void axis_find(struct axis *axis, struct reader *reader)
{
    const struct shape *const shape = &reader->shape;
    if (reader->format == FORMAT_TEXT)
        die_usage("--axis is for .npy and raw data");
    if (reader->format == FORMAT_NPY && axis->shape.dimensions > 0)
        die_usage("--shape is for raw data; an .npy file says what its shape is");
    if (reader->format == FORMAT_RAW && axis->shape.dimensions == 0)
        die_usage("--axis of raw data needs --shape");
    if (reader->format == FORMAT_RAW)
        reader_set_shape(reader, &axis->shape);
    const int number = axis->number < 0 ? axis->number + shape->dimensions : axis->number;
    if (number < 0 || number >= shape->dimensions)
        die_usage("--axis: %d is out of range; the array has %d dimension%s", axis->number, shape->dimensions,
                  shape->dimensions == 1 ? "" : "s");
    axis->length = shape->lengths[number];
    /* These overflow only where another length is 0, and then nothing is done. */
    if (!shape_count(shape, 0, number, &axis->before) ||
        !shape_count(shape, number + 1, shape->dimensions, &axis->after))
        axis->before = axis->after = 0;
    axis->number = number;
}

static void set(const struct axis *axis, const struct scan_stream *s)
{
    const size_t shape[3] = {axis->before, axis->length, axis->after};
    check(s->ctx, prefix_plan_set_array(s->plan, 3, shape, 1, NULL, NULL));
    check(s->ctx, prefix_plan_set_init(s->plan, prefix_carry_type(s->op, s->output_type), s->init));
    if (s->overflow)
        s->overflow->stride = axis->after;
}

/* The index of the first element of a row. */
static size_t row_begin(const struct axis *axis, size_t row)
{
    return row / axis->after * axis->length * axis->after + row % axis->after;
}

void axis_scan(const struct axis *axis, const struct scan_stream *s)
{
    const size_t rows = axis->before * axis->after;
    const size_t in_size = prefix_type_size(s->reader->type), out_size = prefix_type_size(s->output_type);
    size_t n;
    char *const in = whole_read(s->reader, &n, NULL), *const out = scan_stream_out(s, in, n);
    struct writer writer;
    set(axis, s);
    check(s->ctx, prefix_plan_run(s->plan, in, out, axis->length));
    for (size_t row = 0; s->overflow && row < rows; row++) {
        const size_t begin = row_begin(axis, row);
        overflow_scan(s->overflow, in + begin * in_size, out + begin * out_size, begin, axis->length, s->init, NULL);
    }
    writer_open_array(&writer, s->output_path, s->output_format, s->output_type, &s->reader->shape);
    writer_write(&writer, out, NULL, n);
    writer_commit(&writer);
    if (out != in)
        free(out);
    free(in);
}

static struct shape without(const struct shape *shape, int number)
{
    struct shape rest = *shape;
    rest.dimensions--;
    for (int d = number; d < rest.dimensions; d++)
        rest.lengths[d] = rest.lengths[d + 1];
    return rest;
}

void axis_reduce(const struct axis *axis, const struct scan_stream *s)
{
    const size_t rows = axis->before * axis->after;
    const struct shape shape = without(&s->reader->shape, axis->number);
    size_t n;
    char *const in = whole_read(s->reader, &n, NULL), *const totals = allocate(rows, prefix_type_size(s->output_type));
    struct writer writer;
    if (axis->length == 0 && rows > 0)
        scan_stream_refuse_none(s);
    set(axis, s);
    check(s->ctx, prefix_plan_set_total(s->plan, s->output_type, totals));
    check(s->ctx, prefix_plan_reduce(s->plan, in, axis->length));
    for (size_t row = 0; s->overflow && row < rows; row++) {
        const size_t begin = row_begin(axis, row);
        overflow_begin(s->overflow, begin);
        overflow_add(s->overflow, in + begin * prefix_type_size(s->reader->type), axis->length);
        overflow_end(s->overflow);
    }
    writer_open_array(&writer, s->output_path, s->output_format, s->output_type, &shape);
    writer_write(&writer, totals, NULL, rows);
    writer_commit(&writer);
    free(in);
    free(totals);
}

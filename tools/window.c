/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx window: moving windows over numbers, all of which are in memory. */
#include <config.h>

#include <stddef.h>
#include <stdlib.h>

#include <prefix/prefix.h>

#include "axis.h"
#include "base/message.h"
#include "command.h"
#include "data_options.h"
#include "io/whole.h"
#include "io/writer.h"
#include "overflow.h"

static const char help[] =
    "Usage: pfx window -k N [OPTION...] [FILE]\n"
    "\n"
    "Writes, for each of the numbers in FILE, or in standard input (also '-'), what the N numbers of the\n"
    "window around it come to, less those that are not there: at first it is the last N numbers.\n"
    "\n"
    "  -k, --length N      numbers of a window\n"
    "  --centre            the number is in the middle of its window, for even N behind it\n"
    "  --before M          so many numbers of the window, less than N, stand before the number\n"
    "  --op OP             sum (default), product, min, max, and, or, xor, logical-and, logical-or\n"
    "  --mean              the sum divided by the numbers that are there\n"
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"
    "                      or f64 when a number is not written as an integer, and for --mean\n"
    "  --output-type TYPE  TYPE or a wider one of its family, in which integers wrap; without it and\n"
    "                      --type, integer sums and products of .npy are i64 or u64\n"
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"
    "                      and all else is text\n" DATA_HELP_TEXT "\n"
    "  --output-format FORMAT\n"
    "                      of the output: without it the input's, or npy for a FILE ending in .npy\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  --axis K            along axis K of an array: of .npy, or raw with --shape; -1 is the last\n"
    "  --shape N,N,...     the shape of raw data\n"
    "  -h, --help          show this\n"
    "\n"
    "Raw data needs --type.\n";

struct window_options {
    struct data_options data;
    struct axis axis;
    size_t length, before; /* length 0: not given */
    int has_before, centre, mean;
    int op, output_type; /* 0: not given */
};

#define AT(member) .target = offsetof(struct window_options, member)

static void read_before(void *target, const char *option, char *text)
{
    struct window_options *const o = target;
    o->before = option_size(option, text, 0, SIZE_MAX - 1);
    o->has_before = 1;
}

static const struct setting settings[] = {
    {"--length", SETTING_SIZE, AT(length), .least = 1, .most = SIZE_MAX, .letter = 'k'},
    {"--centre", SETTING_FLAG, AT(centre), .value = 1},
    {"--before", SETTING_READ, .target = 0, .read = read_before},
    {"--op", SETTING_CONSTANT, AT(op), .parse = option_plain_op},
    {"--mean", SETTING_FLAG, AT(mean), .value = 1},
    {"--output-type", SETTING_CONSTANT, AT(output_type), .parse = option_type},
    {"--axis", SETTING_READ, AT(axis), .read = axis_option},
    {"--shape", SETTING_READ, AT(axis), .read = axis_option_shape},
    DATA_SETTINGS(struct window_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct window_options *o)
{
    if (!options_read(argc, argv, settings, o, help))
        return 0;
    data_file(&o->data, argc, argv, "looked at through a window");
    if (o->length == 0)
        die_usage("-k says how many numbers a window has");
    if (o->has_before && o->centre)
        die_usage("--before and --centre are two places");
    if (!o->has_before)
        o->before = o->centre ? o->length / 2 : o->length - 1;
    if (o->before >= o->length)
        die_usage("--before: %zu is not less than the length of the window, %zu", o->before, o->length);
    if (o->mean && o->op && o->op != PREFIX_SUM)
        die_usage("--mean is of sums");
    if (o->axis.shape.dimensions > 0 && !o->axis.is_given)
        die_usage("--shape is for --axis");
    data_refuse_keep(&o->data);
    o->op = o->op ? o->op : PREFIX_SUM;
    return 1;
}

static void choose_types(struct window_options *o, const struct reader *reader)
{
    if (o->mean && reader->type < PREFIX_F16)
        die_usage("--mean takes floats, not %s", prefix_type_name(reader->type));
    if (!o->output_type && reader->format == FORMAT_NPY && !o->data.type && overflow_can(o->op, reader->type))
        o->output_type = overflow_wide(reader->type);
    if (!o->output_type)
        o->output_type = reader->type;
}

static void slide(const struct window_options *o, prefix_ctx *ctx, const struct reader *reader, const void *in,
                  void *out, size_t n)
{
    const struct axis *const axis = &o->axis;
    prefix_plan *plan;
    check(ctx, prefix_plan_create(&plan, ctx, o->op, reader->type));
    check(ctx, prefix_plan_set_output_type(plan, o->output_type));
    if (axis->is_given)
        check(ctx, prefix_plan_set_array(plan, 3, (size_t[]){axis->before, axis->length, axis->after}, 1, NULL, NULL));
    const size_t length = axis->is_given ? axis->length : n;
    check(ctx, o->mean ? prefix_plan_window_mean(plan, in, out, length, o->length, o->before)
                       : prefix_plan_window(plan, in, out, length, o->length, o->before));
    prefix_plan_destroy(plan);
}

int command_window(int argc, char **argv)
{
    struct window_options o = {0};
    if (!read_options(argc, argv, &o))
        return 0;
    prefix_ctx *ctx = data_context(&o.data);
    struct reader reader;
    struct writer writer;
    size_t n;
    data_open(&o.data, &reader);
    if (o.axis.is_given)
        axis_find(&o.axis, &reader);
    reader_settle(&reader, o.mean);
    choose_types(&o, &reader);
    const int format = data_output_format(&o.data, reader.format, o.output_type);
    void *const in = whole_read(&reader, &n, NULL), *const out = allocate(n, prefix_type_size(o.output_type));
    slide(&o, ctx, &reader, in, out, n);
    if (o.axis.is_given)
        writer_open_array(&writer, o.data.output, format, o.output_type, &reader.shape);
    else
        writer_open(&writer, o.data.output, format, o.output_type, n);
    writer_write(&writer, out, NULL, n);
    writer_commit(&writer);
    prefix_ctx_destroy(ctx);
    reader_close(&reader);
    free(in);
    free(out);
    return 0;
}

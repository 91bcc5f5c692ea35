/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx scan and pfx reduce: options, and what they come to; scan_stream.c does the work. */
#include <config.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "axis.h"
#include "base/message.h"
#include "base/number.h"
#include "command.h"
#include "data_options.h"
#include "devices.h"
#include "scan_stream.h"

static const char scan_help[] =
    "Usage: pfx scan [OPTION...] [FILE]\n"
    "\n"
    "Writes the prefix scan of the numbers in FILE, or in standard input (also '-').\n"
    "\n"
    "  --op OP             sum (default), product, min, max, and, or, xor, logical-and, logical-or; or\n"
    "                      arg-min, arg-max, arg-min-last, arg-max-last: places, counted from 0\n"
    "  --exclusive         leave an element out of its own result\n"
    "  --init VALUE        what stands before the first element\n"
    "  --reverse           scan from the last element to the first\n"
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"
    "                      or f64 when a number is not written as an integer, and is read whole\n"
    "  --output-type TYPE  TYPE or a wider one of its family, in which the scan is done; without it\n"
    "                      and --type, integer sums and products of .npy are i64 or u64\n"
    "  --nan WHAT          what a NaN does: propagate (default), skip (nothing), keep (nothing, and\n"
    "                      its own result is NaN)\n"
    "  --wrap              let integer sums and products of text and .npy wrap in their type; without\n"
    "                      it, one that does not fit is an error\n"
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"
    "                      and all else is text\n" DATA_HELP_TEXT ", and write the whole line\n"
    "                      before its result\n"
    "  --output-format FORMAT\n"
    "                      of the output: without it the input's, or npy for a FILE ending in .npy\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  --devices N,N,...   pieces to these devices in turns; one that is named twice works on two at once\n"
    "  --by-key FILE       scan stretches of equal keys by themselves; FILE has as many as there are\n"
    "                      numbers: .npy, text, or raw of --key-type TYPE\n"
    "  --equal-nan         keys that are NaN are equal, else each is different\n"
    "  --head-flags FILE   scan segments by themselves; one begins where the element of FILE is\n"
    "                      not 0: .npy, text, or raw of --flag-type u8\n"
    "  --offsets FILE      scan segments by themselves, from each of these offsets to the next\n"
    "  --axis K            scan along axis K of an array: of .npy, or raw with --shape; -1 is the last\n"
    "  --shape N,N,...     the shape of raw data\n"
    "  --algorithm NAME    auto (default), serial, or one of libprefix-algorithms(7)\n"
    "  -h, --help          show this\n"
    "\n"
    "Raw data needs --type. Larger than memory: raw and .npy data, and text with --type, except\n"
    "text or a pipe scanned in reverse, text or a raw pipe written as .npy, arrays in Fortran order,\n"
    "and arrays along an axis.\n";

static const char reduce_help[] =
    "Usage: pfx reduce [OPTION...] [FILE]\n"
    "\n"
    "Writes the combination of all numbers in FILE, or in standard input (also '-').\n"
    "\n"
    "  --op OP             sum (default), product, min, max, and, or, xor, logical-and, logical-or; or\n"
    "                      arg-min, arg-max, arg-min-last, arg-max-last: places, counted from 0\n"
    "  --init VALUE        what stands before the first element\n"
    "  --axis K            reduce along axis K of an array: of .npy, or raw with --shape; -1 is the last\n"
    "  --shape N,N,...     the shape of raw data\n"
    "  --offsets FILE      write a result for each segment, from an offset in FILE to the next\n"
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"
    "                      or f64 when a number is not written as an integer, and is read whole\n"
    "  --output-type TYPE  TYPE or a wider one of its family, in which the elements are combined;\n"
    "                      without it and --type, integer sums and products of .npy are i64 or u64\n"
    "  --nan WHAT          what a NaN does: propagate (default), or skip (nothing)\n"
    "  --wrap              let an integer sum or product of text and .npy wrap in its type; without it,\n"
    "                      one that does not fit is an error\n"
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"
    "                      and all else is text\n" DATA_HELP_TEXT "\n"
    "  --output-format FORMAT\n"
    "                      of the output: without it text, or npy for a FILE ending in .npy\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  --devices N,N,...   pieces to these devices in turns; one that is named twice works on two at once\n"
    "  -h, --help          show this\n"
    "\n"
    "Raw data needs --type. All but text without --type, arrays in Fortran order, and arrays along an\n"
    "axis may be larger than memory.\n";

struct scan_options {
    struct data_options data;
    char *init;
    int output_type; /* 0: not given */
    int op, kind, algorithm, reverse;
    int missing; /* of NaN */
    int wraps;   /* results may */
    int reduces; /* pfx reduce */
    struct heads heads;
    struct axis axis;
    struct devices devices;
};

#define AT(member) .target = offsetof(struct scan_options, member)

static int option_nan(const char *option, const char *text)
{
    if (strcmp(text, "propagate") == 0)
        return PREFIX_MISSING_PROPAGATE;
    if (strcmp(text, "skip") == 0)
        return PREFIX_MISSING_SKIP;
    if (strcmp(text, "keep") == 0)
        return PREFIX_MISSING_KEEP;
    die_usage("%s: unknown '%s'; known: propagate skip keep", option, text);
}

/* The first are those of a scan alone. */
#define FOR_SCANS 8
static const struct setting settings[] = {
    {"--exclusive", SETTING_FLAG, AT(kind), .value = PREFIX_EXCLUSIVE},
    {"--reverse", SETTING_FLAG, AT(reverse), .value = 1},
    {"--algorithm", SETTING_CONSTANT, AT(algorithm), .parse = option_algorithm},
    {"--by-key", SETTING_TEXT, AT(heads.by_key)},
    {"--key-type", SETTING_CONSTANT, AT(heads.key_type), .parse = option_type},
    {"--equal-nan", SETTING_FLAG, AT(heads.equal_nan), .value = 1},
    {"--head-flags", SETTING_TEXT, AT(heads.head_flags)},
    {"--flag-type", SETTING_CONSTANT, AT(heads.flag_type), .parse = option_flag_type},
    {"--offsets", SETTING_TEXT, AT(heads.offsets)},
    {"--op", SETTING_CONSTANT, AT(op), .parse = option_op},
    {"--init", SETTING_TEXT, AT(init)},
    {"--nan", SETTING_CONSTANT, AT(missing), .parse = option_nan},
    {"--wrap", SETTING_FLAG, AT(wraps), .value = 1},
    {"--output-type", SETTING_CONSTANT, AT(output_type), .parse = option_type},
    {"--axis", SETTING_READ, AT(axis), .read = axis_option},
    {"--shape", SETTING_READ, AT(axis), .read = axis_option_shape},
    {"--devices", SETTING_READ, AT(devices), .read = devices_option},
    DATA_SETTINGS(struct scan_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct scan_options *o)
{
    if (!options_read(argc, argv, o->reduces ? settings + FOR_SCANS : settings, o,
                      o->reduces ? reduce_help : scan_help))
        return 0;
    data_file(&o->data, argc, argv, o->reduces ? "reduced" : "scanned");
    if (o->axis.shape.dimensions > 0 && !o->axis.is_given)
        die_usage("--shape is for --axis");
    if (o->axis.is_given && (o->heads.by_key || o->heads.head_flags || o->heads.offsets || o->missing || o->algorithm))
        die_usage("--axis goes with none of --by-key, --head-flags, --offsets, --nan and --algorithm");
    if (o->axis.is_given && scan_stream_is_arg(o->op))
        die_usage("--axis takes no operator whose results are places: %s", prefix_op_name(o->op));
    if (o->devices.count > 0 &&
        (o->axis.is_given || o->heads.by_key || o->heads.head_flags || o->heads.offsets || o->algorithm))
        die_usage("--devices goes with none of --axis, --by-key, --head-flags, --offsets and --algorithm");
    if (o->devices.count > 0 && scan_stream_is_arg(o->op))
        die_usage("--devices takes no operator whose results are places: %s", prefix_op_name(o->op));
    return 1;
}

static prefix_plan *make_plan(const struct scan_options *o, prefix_ctx *ctx, int type)
{
    prefix_plan *plan;
    check(ctx, prefix_plan_create(&plan, ctx, o->op, type));
    check(ctx, prefix_plan_set_output_type(plan, o->output_type));
    check(ctx, prefix_plan_set_kind(plan, o->kind));
    check(ctx, prefix_plan_set_reverse(plan, o->reverse));
    check(ctx, prefix_plan_set_algorithm(plan, o->algorithm));
    check(ctx, prefix_plan_set_missing(plan, o->missing));
    return plan;
}

/* As in NumPy, sums and products of .npy integers have 64 bits. Booleans are i8 as well as u8. */
static void choose_types(struct scan_options *o, struct reader *reader)
{
    const int is_bool = reader->is_bool && !o->data.type;
    if (!o->output_type && reader->format == FORMAT_NPY && !o->data.type && overflow_can(o->op, reader->type))
        o->output_type = is_bool ? PREFIX_I64 : overflow_wide(reader->type);
    if (!o->output_type)
        o->output_type = scan_stream_is_arg(o->op) ? PREFIX_U64 : reader->type;
    if (is_bool && number_is_signed(o->output_type))
        reader->type = PREFIX_I8;
}

static int run(int argc, char **argv, struct scan_options *o)
{
    if (!read_options(argc, argv, o))
        return 0;
    const char *const told = o->heads.by_key       ? o->heads.by_key
                             : o->heads.head_flags ? o->heads.head_flags
                                                   : o->heads.offsets;
    if (told && data_is_standard(told) && data_is_standard(o->data.path))
        die_usage("the numbers and what tells of segments are both standard input");
    prefix_ctx *ctx = data_context(&o->data);
    struct reader reader;
    data_open(&o->data, &reader);
    if (o->axis.is_given)
        axis_find(&o->axis, &reader);
    double fraction;
    reader_settle(&reader, o->init && !number_is_integer(o->init, strlen(o->init)) &&
                               number_parse(PREFIX_F64, o->init, strlen(o->init), &fraction) == NUMBER_OK);
    choose_types(o, &reader);
    prefix_plan *plan = make_plan(o, ctx, reader.type);
    devices_open(&o->devices, &o->data);
    heads_set(&o->heads, ctx, plan);

    unsigned char init[8];
    int carry_type = prefix_carry_type(o->op, o->output_type);
    if (o->init && number_parse(carry_type, o->init, strlen(o->init), init) != NUMBER_OK)
        die_usage("--init: '%s' is no %s", o->init, prefix_type_name(carry_type));
    const int output_format = data_output_format(&o->data, o->reduces ? FORMAT_TEXT : reader.format, o->output_type);
    if (o->reduces || o->heads.name || output_format != FORMAT_TEXT)
        data_refuse_keep(&o->data);

    struct overflow overflow = {
        .name = reader.input.name,
        .op = o->op,
        .in_type = reader.type,
        .out_type = o->output_type,
        .exclusive = o->kind == PREFIX_EXCLUSIVE,
        .reverse = o->reverse,
        .init = o->init ? init : NULL,
        .stride = 1,
    };
    const int checks = !o->wraps && reader.format != FORMAT_RAW && overflow_can(o->op, o->output_type);
    const struct scan_stream stream = {
        .ctx = ctx,
        .plan = plan,
        .team = o->devices.team,
        .op = o->op,
        .output_type = o->output_type,
        .reverse = o->reverse,
        .is_prompt = !o->devices.team &&
                     (o->algorithm == PREFIX_ALGORITHM_AUTO || o->algorithm == PREFIX_ALGORITHM_SERIAL),
        .init = o->init ? init : NULL,
        .reader = &reader,
        .output_path = o->data.output,
        .output_format = output_format,
        .overflow = checks ? &overflow : NULL,
        .heads = o->heads.name ? &o->heads : NULL,
    };
    if (o->axis.is_given)
        (o->reduces ? axis_reduce : axis_scan)(&o->axis, &stream);
    else
        (o->reduces ? scan_stream_reduce : scan_stream_run)(&stream);
    prefix_plan_destroy(plan);
    devices_close(&o->devices);
    prefix_ctx_destroy(ctx);
    reader_close(&reader);
    free(o->heads.data);
    return 0;
}

int command_scan(int argc, char **argv)
{
    struct scan_options o = {.op = PREFIX_SUM, .kind = PREFIX_INCLUSIVE};
    return run(argc, argv, &o);
}

int command_reduce(int argc, char **argv)
{
    struct scan_options o = {.op = PREFIX_SUM, .kind = PREFIX_INCLUSIVE, .reduces = 1};
    return run(argc, argv, &o);
}

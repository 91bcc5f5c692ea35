/* SPDX-License-Identifier: BSD-3-Clause */
/* prefix scan and prefix reduce: options, and what they come to; scan_stream.c does the work. */
#include <config.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "command.h"
#include "message.h"
#include "npy.h"
#include "number.h"
#include "options.h"
#include "scan_stream.h"

static const char scan_help[] =
    "Usage: prefix scan [OPTION...] [FILE]\n"
    "\n"
    "Writes the prefix scan of the numbers in FILE, or in standard input (also '-').\n"
    "\n"
    "  --op OP             sum (default), product, min, max, and, or, xor, logical-and, logical-or\n"
    "  --exclusive         leave an element out of its own result\n"
    "  --init VALUE        what stands before the first element\n"
    "  --reverse           scan from the last element to the first\n"
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"
    "                      or f64 when a number is not written as an integer, and is read whole\n"
    "  --output-type TYPE  TYPE or a wider one of its family, in which the scan is done\n"
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"
    "                      and all else is text\n"
    "  --output-format FORMAT\n"
    "                      of the output: without it the input's, or npy for a FILE ending in .npy\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  --by-key FILE       scan stretches of equal keys by themselves; FILE has as many as there are\n"
    "                      numbers: .npy, text, or raw of --key-type TYPE\n"
    "  --head-flags FILE   scan segments by themselves; one begins where FILE, u8 in .npy or a\n"
    "                      byte each, is not 0\n"
    "  --offsets FILE      scan segments by themselves, from each of these offsets to the next\n"
    "  --algorithm NAME    auto (default), serial, or one of libprefix-algorithms(7)\n"
    "  -h, --help          show this\n"
    "\n"
    "Raw data needs --type. Larger than memory: raw and .npy data, and text with --type, except\n"
    "text or a pipe scanned in reverse, and text or a raw pipe written as .npy.\n";

static const char reduce_help[] =
    "Usage: prefix reduce [OPTION...] [FILE]\n"
    "\n"
    "Writes the combination of all numbers in FILE, or in standard input (also '-').\n"
    "\n"
    "  --op OP             sum (default), product, min, max, and, or, xor, logical-and, logical-or\n"
    "  --init VALUE        what stands before the first element\n"
    "  --offsets FILE      write a result for each segment, from an offset in FILE to the next\n"
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"
    "                      or f64 when a number is not written as an integer, and is read whole\n"
    "  --output-type TYPE  TYPE or a wider one of its family, in which the elements are combined\n"
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"
    "                      and all else is text\n"
    "  --output-format FORMAT\n"
    "                      of the output: without it text, or npy for a FILE ending in .npy\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  -h, --help          show this\n"
    "\n"
    "Raw data needs --type. All but text without --type may be larger than memory.\n";

struct scan_options {
    const char *path, *output, *init, *backend;
    int format, output_format;
    int type, output_type; /* 0: not given */
    int op, kind, algorithm, reverse, threads;
    int reduces; /* prefix reduce */
    struct heads heads;
};

static int option_format(const char *option, const char *text)
{
    int format = format_parse(text);
    if (format < 0)
        die_usage("%s: unknown '%s'; known: text raw npy", option, text);
    return format;
}

enum {
    OP = OPTION_LONG,
    EXCLUSIVE,
    INIT,
    REVERSE,
    TYPE,
    OUTPUT_TYPE,
    FORMAT,
    OUTPUT_FORMAT,
    OUTPUT,
    BACKEND,
    THREADS,
    ALGORITHM,
    BY_KEY,
    KEY_TYPE,
    HEAD_FLAGS,
    OFFSETS,
    HELP
};

/* The first are those of a scan alone. */
#define FOR_SCANS 6
static const struct option scan_options[] = {
    {"exclusive", no_argument, NULL, EXCLUSIVE},
    {"reverse", no_argument, NULL, REVERSE},
    {"algorithm", required_argument, NULL, ALGORITHM},
    {"by-key", required_argument, NULL, BY_KEY},
    {"key-type", required_argument, NULL, KEY_TYPE},
    {"head-flags", required_argument, NULL, HEAD_FLAGS},
    {"offsets", required_argument, NULL, OFFSETS},
    {"op", required_argument, NULL, OP},
    {"init", required_argument, NULL, INIT},
    {"type", required_argument, NULL, TYPE},
    {"output-type", required_argument, NULL, OUTPUT_TYPE},
    {"format", required_argument, NULL, FORMAT},
    {"output-format", required_argument, NULL, OUTPUT_FORMAT},
    {"output", required_argument, NULL, OUTPUT},
    {"backend", required_argument, NULL, BACKEND},
    {"threads", required_argument, NULL, THREADS},
    {"help", no_argument, NULL, HELP},
    {0},
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct scan_options *o)
{
    const struct option *options = o->reduces ? scan_options + FOR_SCANS : scan_options;
    int c;
    while ((c = option_next(argc, argv, ":ho:", options)) != -1) {
        switch (c) {
        case OP:
            o->op = option_op("--op", optarg);
            break;
        case EXCLUSIVE:
            o->kind = PREFIX_EXCLUSIVE;
            break;
        case INIT:
            o->init = optarg;
            break;
        case REVERSE:
            o->reverse = 1;
            break;
        case TYPE:
            o->type = option_type("--type", optarg);
            break;
        case OUTPUT_TYPE:
            o->output_type = option_type("--output-type", optarg);
            break;
        case FORMAT:
            o->format = option_format("--format", optarg);
            break;
        case OUTPUT_FORMAT:
            o->output_format = option_format("--output-format", optarg);
            break;
        case 'o':
        case OUTPUT:
            o->output = optarg;
            break;
        case BACKEND:
            o->backend = optarg;
            break;
        case THREADS:
            o->threads = (int)option_size("--threads", optarg, 1, INT_MAX);
            break;
        case BY_KEY:
            o->heads.by_key = optarg;
            break;
        case KEY_TYPE:
            o->heads.key_type = option_type("--key-type", optarg);
            break;
        case HEAD_FLAGS:
            o->heads.head_flags = optarg;
            break;
        case OFFSETS:
            o->heads.offsets = optarg;
            break;
        case ALGORITHM:
            o->algorithm = option_algorithm("--algorithm", optarg);
            break;
        default:
            fputs(o->reduces ? reduce_help : scan_help, stdout);
            flush_standard_output();
            return 0;
        }
    }
    if (optind < argc)
        o->path = argv[optind++];
    if (optind < argc)
        die_usage("one FILE is %s; '%s' is one too many", o->reduces ? "reduced" : "scanned", argv[optind]);
    if (o->format == FORMAT_RAW && !o->type)
        die_usage("--format raw needs --type");
    return 1;
}

static prefix_ctx *make_context(const struct scan_options *o)
{
    prefix_ctx *ctx;
    int status = prefix_ctx_create(&ctx, o->backend);
    if (status == PREFIX_ERROR_ARGUMENT)
        die_usage("--backend: '%s' is no name of a backend", o->backend);
    check(NULL, status);
    if (o->threads)
        check(ctx, prefix_ctx_set_threads(ctx, o->threads));
    check(ctx, prefix_ctx_set_memory(ctx, PREFIX_MEMORY_HOST));
    return ctx;
}

static prefix_plan *make_plan(const struct scan_options *o, prefix_ctx *ctx)
{
    prefix_plan *plan;
    check(ctx, prefix_plan_create(&plan, ctx, o->op, o->type));
    check(ctx, prefix_plan_set_output_type(plan, o->output_type));
    check(ctx, prefix_plan_set_kind(plan, o->kind));
    check(ctx, prefix_plan_set_reverse(plan, o->reverse));
    check(ctx, prefix_plan_set_algorithm(plan, o->algorithm));
    return plan;
}

static int run(int argc, char **argv, struct scan_options *o)
{
    if (!read_options(argc, argv, o))
        return 0;
    prefix_ctx *ctx = make_context(o);
    struct reader reader;
    reader_open(&reader, o->path, o->format, o->type);
    o->type = reader.type;
    if (!o->output_type)
        o->output_type = o->type;
    prefix_plan *plan = make_plan(o, ctx);
    heads_set(&o->heads, ctx, plan);

    unsigned char init[8];
    int carry_type = prefix_carry_type(o->op, o->output_type);
    if (o->init && number_parse(carry_type, o->init, strlen(o->init), init) != NUMBER_OK)
        die_usage("--init: '%s' is no %s", o->init, prefix_type_name(carry_type));
    if (!o->output_format)
        o->output_format = format_of_path(o->output);
    if (!o->output_format)
        o->output_format = o->reduces ? FORMAT_TEXT : reader.format;
    if (o->output_format == FORMAT_NPY && !npy_has_type(o->output_type))
        die_usage(".npy files have no type %s", prefix_type_name(o->output_type));

    const struct scan_stream stream = {
        .ctx = ctx,
        .plan = plan,
        .op = o->op,
        .output_type = o->output_type,
        .reverse = o->reverse,
        .init = o->init ? init : NULL,
        .reader = &reader,
        .output_path = o->output,
        .output_format = o->output_format,
        .heads = o->heads.name ? &o->heads : NULL,
    };
    if (o->reduces)
        scan_stream_reduce(&stream);
    else
        scan_stream_run(&stream);
    prefix_plan_destroy(plan);
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

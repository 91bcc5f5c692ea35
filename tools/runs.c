/* SPDX-License-Identifier: BSD-3-Clause */
/* prefix rle and prefix unrle: runs of equal numbers, and back. */
#include <config.h>

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "command.h"
#include "message.h"
#include "npy.h"
#include "options.h"
#include "reader.h"
#include "whole.h"
#include "writer.h"

#define HELP_COMMON                                                                                                    \
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"                  \
    "                      or f64 when a number is not written as an integer\n"                                        \
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"                    \
    "                      and all else is text\n"                                                                     \
    "  --output-format FORMAT\n"                                                                                       \
    "                      of the output: without it the input's, or npy for a FILE ending in .npy;\n"                 \
    "                      text has one number a line\n"                                                               \
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"                                 \
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"                                             \
    "  --threads N         at most N CPU threads\n"                                                                    \
    "  -h, --help          show this\n"                                                                                \
    "\n"                                                                                                               \
    "Raw data needs --type. The input is held in memory.\n"

static const char rle_help[] =
    "Usage: prefix rle [OPTION...] [FILE]\n"
    "\n"
    "Writes each run of equal numbers in FILE, or in standard input (also '-'), once. Text\n"
    "has a line for each, its length and its value.\n"
    "\n"
    "  --lengths FILE      write the lengths there, as u64 in the output's format; the output\n"
    "                      then has the values alone. All but text needs it\n" HELP_COMMON;

static const char unrle_help[] =
    "Usage: prefix unrle [OPTION...] [FILE]\n"
    "\n"
    "Writes numbers as often as lengths say. FILE, or standard input (also '-'), is text of\n"
    "lengths and values in turn, as prefix rle writes it, of i64, u64 or f64; or else:\n"
    "\n"
    "  --lengths FILE      the lengths are there, u64 in .npy or raw, and values alone in FILE\n" HELP_COMMON;

struct run_options {
    const char *path, *lengths, *output, *backend;
    int format, output_format, type, threads;
};

enum { LENGTHS = OPTION_LONG, TYPE, FORMAT, OUTPUT_FORMAT, OUTPUT, BACKEND, THREADS, HELP };

static const struct option run_options[] = {
    {"lengths", required_argument, NULL, LENGTHS},
    {"type", required_argument, NULL, TYPE},
    {"format", required_argument, NULL, FORMAT},
    {"output-format", required_argument, NULL, OUTPUT_FORMAT},
    {"output", required_argument, NULL, OUTPUT},
    {"backend", required_argument, NULL, BACKEND},
    {"threads", required_argument, NULL, THREADS},
    {"help", no_argument, NULL, HELP},
    {0},
};

static int option_format(const char *option, const char *text)
{
    int format = format_parse(text);
    if (format < 0)
        die_usage("%s: unknown '%s'; known: text raw npy", option, text);
    return format;
}

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct run_options *o, const char *help, const char *participle)
{
    int c;
    while ((c = option_next(argc, argv, ":ho:", run_options)) != -1) {
        switch (c) {
        case LENGTHS:
            o->lengths = optarg;
            break;
        case TYPE:
            o->type = option_type("--type", optarg);
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
        default:
            fputs(help, stdout);
            flush_standard_output();
            return 0;
        }
    }
    if (optind < argc)
        o->path = argv[optind++];
    if (optind < argc)
        die_usage("one FILE is %s; '%s' is one too many", participle, argv[optind]);
    if (o->format == FORMAT_RAW && !o->type)
        die_usage("--format raw needs --type");
    return 1;
}

static prefix_ctx *make_context(const struct run_options *o)
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

static int output_format(const struct run_options *o, const struct reader *reader)
{
    int format = o->output_format ? o->output_format : format_of_path(o->output);
    if (!format)
        format = reader->format;
    if (format == FORMAT_NPY && !npy_has_type(reader->type))
        die_usage(".npy files have no type %s", prefix_type_name(reader->type));
    return format;
}

static void write_all(const char *path, int format, int type, const void *elements, size_t n)
{
    struct writer writer;
    writer_open(&writer, path, format, type, n);
    writer_write(&writer, elements, NULL, n);
    writer_commit(&writer);
}

/* Lengths and values in turn, a line for each run. */
static void write_pairs(const char *path, int type, const void *values, const uint64_t *lengths, size_t n)
{
    const unsigned char before[] = {1, 0}; /* a line break, a blank */
    const size_t size = prefix_type_size(type);
    struct writer writer;
    writer_open(&writer, path, FORMAT_TEXT, type, 2 * n);
    for (size_t i = 0; i < n; i++) {
        writer.type = PREFIX_U64;
        writer_write(&writer, &lengths[i], &before[0], 1);
        writer.type = type;
        writer_write(&writer, (const char *)values + i * size, &before[1], 1);
    }
    writer_commit(&writer);
}

int command_rle(int argc, char **argv)
{
    struct run_options o = {0};
    struct reader reader;
    size_t n;
    uint64_t count = 0;
    if (!read_options(argc, argv, &o, rle_help, "encoded"))
        return 0;
    prefix_ctx *ctx = make_context(&o);
    reader_open(&reader, o.path, o.format, o.type);
    const int format = output_format(&o, &reader);
    if (format != FORMAT_TEXT && !o.lengths)
        die_usage("--lengths is needed where the output is not text");
    void *values = whole_read(&reader, &n, NULL);
    uint64_t *lengths = allocate(n, sizeof *lengths);
    check(ctx, prefix_run_length_encode(ctx, reader.type, values, values, lengths, PREFIX_U64, n, n, &count));
    if (o.lengths) {
        int of_lengths = format_of_path(o.lengths);
        write_all(o.lengths, of_lengths ? of_lengths : format, PREFIX_U64, lengths, (size_t)count);
        write_all(o.output, format, reader.type, values, (size_t)count);
    } else {
        write_pairs(o.output, reader.type, values, lengths, (size_t)count);
    }
    free(values);
    free(lengths);
    prefix_ctx_destroy(ctx);
    reader_close(&reader);
    return 0;
}

/* Takes lengths and values, of 8 bytes, apart. */
static uint64_t *split_pairs(const struct reader *reader, void *pairs, size_t *n)
{
    uint64_t *lengths, *words = pairs;
    const double *numbers = pairs;
    if (*n % 2)
        die("%s: the last length has no value", reader->input.name);
    *n /= 2;
    lengths = allocate(*n, sizeof *lengths);
    for (size_t i = 0; i < *n; i++) {
        const int is_float = reader->type == PREFIX_F64;
        if (is_float ? !(numbers[2 * i] >= 0 && numbers[2 * i] < 0x1p63) ||
                           numbers[2 * i] != (double)(uint64_t)numbers[2 * i]
                     : reader->type == PREFIX_I64 && words[2 * i] >> 63)
            die("%s: length %zu is no number of elements", reader->input.name, i + 1);
        lengths[i] = is_float ? (uint64_t)numbers[2 * i] : words[2 * i];
        words[i] = words[2 * i + 1];
    }
    return lengths;
}

int command_unrle(int argc, char **argv)
{
    struct run_options o = {0};
    struct reader reader, lengths_reader;
    uint64_t *lengths, count = 0;
    size_t n, lengths_n;
    if (!read_options(argc, argv, &o, unrle_help, "decoded"))
        return 0;
    prefix_ctx *ctx = make_context(&o);
    reader_open(&reader, o.path, o.format, o.type);
    const int format = output_format(&o, &reader);
    if (reader.format != FORMAT_TEXT && !o.lengths)
        die_usage("--lengths is needed where the input is not text");
    if (!o.lengths && prefix_type_size(reader.type) != sizeof(uint64_t))
        die_usage("lengths and values in turn are i64, u64 or f64, not %s; --lengths takes others",
                  prefix_type_name(reader.type));
    void *values = whole_read(&reader, &n, NULL);
    if (o.lengths) {
        int of_lengths = format_of_path(o.lengths);
        reader_open(&lengths_reader, o.lengths, of_lengths ? of_lengths : reader.format, PREFIX_U64);
        lengths = whole_read(&lengths_reader, &lengths_n, NULL);
        if (lengths_n != n)
            die("%s: %s lengths than values", lengths_reader.input.name, lengths_n < n ? "fewer" : "more");
        reader_close(&lengths_reader);
    } else {
        lengths = split_pairs(&reader, values, &n);
    }
    for (size_t i = 0; i < n; i++)
        if (__builtin_add_overflow(count, lengths[i], &count))
            die("the lengths add up to more than 2^64");
    void *out = allocate((size_t)count, prefix_type_size(reader.type));
    if (count > SIZE_MAX)
        die("%llu elements do not fit in memory", (unsigned long long)count);
    check(ctx, prefix_run_length_decode(ctx, reader.type, values, lengths, PREFIX_U64, n, out, (size_t)count, &count));
    write_all(o.output, format, reader.type, out, (size_t)count);
    free(values);
    free(lengths);
    free(out);
    prefix_ctx_destroy(ctx);
    reader_close(&reader);
    return 0;
}

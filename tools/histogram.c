/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx histogram: how many numbers, or how much of weights, each bin has. */
#include <config.h>

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/number.h"
#include "command.h"
#include "data_options.h"
#include "io/reader.h"
#include "io/whole.h"
#include "io/writer.h"

#define BINS 10 /* as NumPy has */

static const char help[] =
    "Usage: pfx histogram [OPTION...] [FILE]\n"
    "\n"
    "Counts the numbers in FILE, or in standard input (also '-'), by bins. Text has a line for\n"
    "each bin: its lower and its upper edge, and its count; all else has the counts alone, u64.\n"
    "A bin has what is at least its lower edge and less than its upper one, the last bin also\n"
    "what equals the upper one. NaN, and what is outside, is in none.\n"
    "\n"
    "  --bins N            N bins of one width; without it 10\n"
    "  --low X, --high X   where the first begins, and where the last ends; without them the least\n"
    "                      and the greatest number\n"
    "  --edges LIST        bins between these edges, with commas\n"
    "  --integers N        bins for each of 0 to N - 1; text has lines of the integer and its count\n"
    "  --clamp             what is outside is in the first, or the last bin\n"
    "  --weights FILE      not the count of each bin, but the sum of the weights there, one for each\n"
    "                      number, as f64: text or .npy\n"
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"
    "                      or f64 when a number is not written as an integer\n"
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"
    "                      and all else is text\n" DATA_HELP_TEXT "; the other fields are not\n"
    "                      written\n"
    "  --output-format FORMAT\n"
    "                      of the output: without it the input's, or npy for a FILE ending in .npy\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  -h, --help          show this\n"
    "\n"
    "Raw data needs --type. Memory holds all that is read.\n";

struct bound {
    int is_given;
    double value;
};

struct histogram_options {
    struct data_options data;
    size_t bins, integers;
    struct bound low, high;
    char *edges, *weights;
    int clamp;
};

static void read_bound(void *target, const char *option, char *text)
{
    *(struct bound *)target = (struct bound){1, option_number(option, text)};
}

#define AT(member) .target = offsetof(struct histogram_options, member)
static const struct setting settings[] = {
    {"--bins", SETTING_SIZE, AT(bins), .least = 1, .most = UINT32_MAX},
    {"--low", SETTING_READ, AT(low), .read = read_bound},
    {"--high", SETTING_READ, AT(high), .read = read_bound},
    {"--edges", SETTING_TEXT, AT(edges)},
    {"--integers", SETTING_SIZE, AT(integers), .least = 1, .most = UINT32_MAX},
    {"--clamp", SETTING_FLAG, AT(clamp), .value = 1},
    {"--weights", SETTING_TEXT, AT(weights)},
    DATA_SETTINGS(struct histogram_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct histogram_options *o)
{
    if (!options_read(argc, argv, settings, o, help))
        return 0;
    data_file(&o->data, argc, argv, "counted");
    data_refuse_keep(&o->data);
    const int even = o->bins || o->low.is_given || o->high.is_given;
    if ((o->edges != NULL) + (o->integers > 0) + even > 1)
        die_usage("bins are told by --edges, by --integers, or by --bins, --low and --high");
    data_refuse_both(&o->data, "--weights", o->weights, "numbers");
    return 1;
}

/* The edges of all bins, to be freed. */
static double *parse_edges(char *list, size_t *bins)
{
    size_t count;
    double *edges = option_numbers("--edges", list, &count);
    if (count < 2)
        die_usage("--edges: bins have two edges and more");
    *bins = count - 1;
    return edges;
}

/* The least or the greatest number as f64, which rounds those of more than 53 bits. */
static double extremum(prefix_ctx *ctx, int op, int type, const void *numbers, size_t n)
{
    _Alignas(8) char element[8];
    char text[NUMBER_TEXT_MAX];
    double x;
    check(ctx, prefix_reduce(ctx, op, type, numbers, element, n));
    number_parse(PREFIX_F64, text, number_format(type, element, text), &x);
    return x;
}

/* Sets what is not given, as NumPy does. Returns whether all numbers were looked at for both ends. */
static int find_bounds(prefix_ctx *ctx, struct histogram_options *o, int type, const void *numbers, size_t n)
{
    const int is_all = !o->low.is_given && !o->high.is_given;
    if (!o->low.is_given)
        o->low.value = n > 0 ? extremum(ctx, PREFIX_MIN, type, numbers, n) : 0;
    if (!o->high.is_given)
        o->high.value = n > 0 ? extremum(ctx, PREFIX_MAX, type, numbers, n) : 1;
    if (!isfinite(o->low.value) || !isfinite(o->high.value))
        die("the numbers are not all finite: --low and --high are needed");
    if (is_all && o->low.value == o->high.value) {
        o->low.value -= 0.5;
        o->high.value += 0.5;
    }
    return is_all;
}

/* Returns the edges, to be freed; of integers the first one of each bin. */
static double *set_bins(prefix_ctx *ctx, prefix_binning *binning, struct histogram_options *o, int type,
                        const void *numbers, size_t n, size_t *bins)
{
    double *edges;
    if (o->edges) {
        edges = parse_edges(o->edges, bins);
        check(ctx, prefix_binning_set_edges(binning, *bins, PREFIX_F64, edges));
        return edges;
    }
    *bins = o->integers ? o->integers : o->bins ? o->bins : BINS;
    edges = allocate(*bins + 1, sizeof *edges);
    if (o->integers) {
        for (size_t i = 0; i <= *bins; i++)
            edges[i] = (double)i;
        check(ctx, prefix_binning_set_range(binning, *bins));
        return edges;
    }
    /* Ends that were rounded still have all numbers between them. */
    o->clamp |= find_bounds(ctx, o, type, numbers, n);
    const double low = o->low.value, high = o->high.value, step = (high - low) / (double)*bins;
    check(ctx, prefix_binning_set_even(binning, *bins, low, high));
    for (size_t i = 0; i < *bins; i++)
        edges[i] = (double)i * step + low;
    edges[*bins] = high;
    return edges;
}

/* A line for each bin. */
static void write_lines(struct writer *writer, const double *edges, int are_integers, const void *counts, size_t bins)
{
    static char after[] = "\0 \0 ";
    const struct layout both = {.text = {.data = after, .used = 4}}, one = {.text = {.data = after, .used = 2}};
    const int type = writer->type;
    for (size_t i = 0; i < bins; i++) {
        writer->type = PREFIX_F64;
        writer_write(writer, edges + i, are_integers ? &one : &both, are_integers ? 1 : 2);
        writer->type = type;
        writer_write(writer, (const uint64_t *)counts + i, NULL, 1);
    }
}

int command_histogram(int argc, char **argv)
{
    struct histogram_options o = {0};
    struct reader reader;
    struct writer writer;
    prefix_binning *binning;
    size_t n, bins;
    if (!read_options(argc, argv, &o))
        return 0;
    prefix_ctx *ctx = data_context(&o.data);
    data_open(&o.data, &reader);
    reader_settle(&reader, 0);
    const int type = o.weights ? PREFIX_F64 : PREFIX_U64, format = data_output_format(&o.data, reader.format, type);
    void *numbers = whole_read(&reader, &n, NULL);
    void *weights = o.weights ? whole_read_as_many(o.weights, FORMAT_AUTO, type, n, "weights") : NULL;
    check(ctx, prefix_binning_create(&binning, ctx, reader.type));
    double *edges = set_bins(ctx, binning, &o, reader.type, numbers, n, &bins);
    uint64_t *counts = allocate(bins, sizeof *counts); /* or as many sums */
    check(ctx, prefix_binning_set_clamp(binning, o.clamp));
    check(ctx, prefix_binning_set_weights(binning, weights ? type : 0, weights, weights ? counts : NULL));
    check(ctx, prefix_binning_run(binning, numbers, weights ? NULL : counts, n));
    prefix_binning_destroy(binning);
    writer_open(&writer, o.data.output, format, type, bins);
    if (format == FORMAT_TEXT)
        write_lines(&writer, edges, o.integers > 0, counts, bins);
    else
        writer_write(&writer, counts, NULL, bins);
    writer_commit(&writer);
    prefix_ctx_destroy(ctx);
    reader_close(&reader);
    free(numbers);
    free(weights);
    free(edges);
    free(counts);
    return 0;
}

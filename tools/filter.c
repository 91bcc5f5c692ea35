/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx filter: linear filters with constant coefficients over numbers, all of which are in memory. */
#include <config.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "command.h"
#include "data_options.h"
#include "io/whole.h"
#include "series.h"

#define SECTION 6 /* numbers */

static const char help[] =
    "Usage: pfx filter --b LIST [--a LIST] | --sos FILE|LIST [OPTION...] [FILE]\n"
    "\n"
    "Filters the numbers in FILE, or in standard input (also '-'), as SciPy's lfilter and sosfilt do.\n"
    "\n"
    "  --b LIST            the numerator of a transfer function: what the number, the one before it and\n"
    "                      so on are multiplied by, 17 at most, with commas\n"
    "  --a LIST            the denominator, for the results before; all is divided by its first number;\n"
    "                      without it 1\n"
    "  --sos FILE|LIST     sections of the second order, 8 at most, one behind the other: six numbers for\n"
    "                      each, b and a; from text or .npy, or in a LIST, which has commas\n"
    "  --state LIST        the state before the first number, as zi; without it zeros\n"
    "  --reverse           from the last number to the first\n"
    "  --type TYPE         f32 f64; text without it is f64\n"
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"
    "                      and all else is text\n" DATA_HELP_TEXT "\n"
    "  --output-format FORMAT\n"
    "                      of the output: without it the input's, or npy for a FILE ending in .npy\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  -h, --help          show this\n"
    "\n"
    "Raw data needs --type. Memory holds all that is read.\n";

struct filter_options {
    struct data_options data;
    char *b, *a, *sos, *state;
    int reverse;
};

#define AT(member) .target = offsetof(struct filter_options, member)
static const struct setting settings[] = {
    {"--b", SETTING_TEXT, AT(b)},
    {"--a", SETTING_TEXT, AT(a)},
    {"--sos", SETTING_TEXT, AT(sos)},
    {"--state", SETTING_TEXT, AT(state)},
    {"--reverse", SETTING_FLAG, AT(reverse), .value = 1},
    DATA_SETTINGS(struct filter_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct filter_options *o)
{
    if (!options_read(argc, argv, settings, o, help))
        return 0;
    data_file(&o->data, argc, argv, "filtered");
    if (!o->b == !o->sos || (o->a && !o->b))
        die_usage("--b and --a, or --sos, say what the filter is");
    data_refuse_both(&o->data, "--sos", o->sos, "numbers");
    return 1;
}

/* Of a list, or of a file, whose name has no commas; to be freed. */
static double *read_sections(char *sos, size_t *sections)
{
    struct reader reader;
    double *numbers;
    size_t count;
    if (strchr(sos, ',')) {
        numbers = option_numbers("--sos", sos, &count);
    } else {
        reader_open(&reader, sos, FORMAT_AUTO, PREFIX_F64, NULL);
        numbers = whole_read(&reader, &count, NULL);
        reader_close(&reader);
    }
    if (count == 0 || count % SECTION)
        die_usage("--sos: a section has %d numbers; there are %zu", SECTION, count);
    *sections = count / SECTION;
    return numbers;
}

static prefix_filter *make_filter(const struct filter_options *o, prefix_ctx *ctx, int type)
{
    prefix_filter *filter;
    size_t nb, na = 1;
    double one = 1;
    if (o->sos) {
        double *const sections = read_sections(o->sos, &nb);
        check(ctx, prefix_filter_create_sections(&filter, ctx, type, sections, nb));
        free(sections);
        return filter;
    }
    double *const b = option_numbers("--b", o->b, &nb), *const a = o->a ? option_numbers("--a", o->a, &na) : NULL;
    check(ctx, prefix_filter_create(&filter, ctx, type, b, nb, a ? a : &one, na));
    free(b);
    free(a);
    return filter;
}

/* To be freed; NULL: zeros. */
static double *read_state(const struct filter_options *o, const prefix_filter *filter)
{
    size_t count;
    if (!o->state)
        return NULL;
    double *const state = option_numbers("--state", o->state, &count);
    if (count != prefix_filter_order(filter))
        die_usage("--state: the filter's state has %zu numbers, not %zu", prefix_filter_order(filter), count);
    return state;
}

int command_filter(int argc, char **argv)
{
    struct filter_options o = {0};
    struct series series;
    if (!read_options(argc, argv, &o))
        return 0;
    prefix_ctx *ctx = data_context(&o.data);
    series_read(&series, &o.data);
    prefix_filter *filter = make_filter(&o, ctx, series.reader.type);
    double *const state = read_state(&o, filter);
    check(ctx, prefix_filter_set_state(filter, state, NULL));
    check(ctx, prefix_filter_set_reverse(filter, o.reverse));
    check(ctx, prefix_filter_run(filter, series.numbers, series.numbers, series.n));
    prefix_filter_destroy(filter);
    series_write(&series, &o.data, "filter");
    prefix_ctx_destroy(ctx);
    free(state);
    return 0;
}

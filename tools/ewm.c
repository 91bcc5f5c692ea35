/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx ewm: exponentially weighted means, variances and deviations of numbers, all of which are in memory. */
#include <config.h>

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "command.h"
#include "data_options.h"
#include "series.h"

static const char help[] =
    "Usage: pfx ewm --alpha X | --span X | --halflife X | --com X [OPTION...] [FILE]\n"
    "\n"
    "Replaces each number in FILE, or in standard input (also '-'), by the exponentially weighted mean of\n"
    "the numbers up to there, as pandas' Series.ewm does. NaN and infinities are missing values.\n"
    "\n"
    "  --alpha X           a number has 1 - X times the weight of the one behind it\n"
    "  --span X            an alpha of 2 / (X + 1)\n"
    "  --halflife X        an alpha of 1 - exp2(-1 / X)\n"
    "  --com X             an alpha of 1 / (1 + X), for a centre of mass\n"
    "  --no-adjust         y = (1 - alpha) y + alpha x, instead of dividing by the sum of the weights\n"
    "  --ignore-missing    missing values do not let the weights before them decay\n"
    "  --var, --std        the variance, or the standard deviation, instead of the mean\n"
    "  --bias              not corrected for bias\n"
    "  --min-periods N     NaN until there are N numbers that are not missing\n"
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

struct ewm_options {
    struct data_options data;
    char *alpha, *span, *halflife, *com;
    int no_adjust, ignore_missing, var, std, bias;
    size_t min_periods;
};

#define AT(member) .target = offsetof(struct ewm_options, member)
static const struct setting settings[] = {
    {"--alpha", SETTING_TEXT, AT(alpha)},
    {"--span", SETTING_TEXT, AT(span)},
    {"--halflife", SETTING_TEXT, AT(halflife)},
    {"--com", SETTING_TEXT, AT(com)},
    {"--no-adjust", SETTING_FLAG, AT(no_adjust), .value = 1},
    {"--ignore-missing", SETTING_FLAG, AT(ignore_missing), .value = 1},
    {"--var", SETTING_FLAG, AT(var), .value = 1},
    {"--std", SETTING_FLAG, AT(std), .value = 1},
    {"--bias", SETTING_FLAG, AT(bias), .value = 1},
    {"--min-periods", SETTING_SIZE, AT(min_periods), .most = PTRDIFF_MAX},
    DATA_SETTINGS(struct ewm_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct ewm_options *o)
{
    if (!options_read(argc, argv, settings, o, help))
        return 0;
    data_file(&o->data, argc, argv, "read");
    if (!o->alpha + !o->span + !o->halflife + !o->com != 3)
        die_usage("one of --alpha, --span, --halflife and --com says how weights decay");
    if (o->var && o->std)
        die_usage("--var and --std exclude each other");
    if (o->bias && !o->var && !o->std)
        die_usage("--bias is for --var and --std");
    return 1;
}

/* A number in the range of its option. */
static double number_from(const char *option, const char *text, double least)
{
    const double x = option_number(option, text);
    if (!(x >= least) || isinf(x))
        die_usage("%s: %s is not from %g on", option, text, least);
    return x;
}

static double alpha_of(const struct ewm_options *o)
{
    if (o->span)
        return 2 / (number_from("--span", o->span, 1) + 1);
    if (o->com)
        return 1 / (1 + number_from("--com", o->com, 0));
    if (o->halflife)
        return -expm1(-log(2) / number_from("--halflife", o->halflife, 0));
    return option_number("--alpha", o->alpha);
}

int command_ewm(int argc, char **argv)
{
    struct ewm_options o = {0};
    struct series series;
    prefix_ewm *ewm;
    if (!read_options(argc, argv, &o))
        return 0;
    const double alpha = alpha_of(&o);
    prefix_ctx *ctx = data_context(&o.data);
    series_read(&series, &o.data);
    check(ctx, prefix_ewm_create(&ewm, ctx, series.reader.type, alpha));
    check(ctx, prefix_ewm_set_adjust(ewm, !o.no_adjust));
    check(ctx, prefix_ewm_set_ignore_missing(ewm, o.ignore_missing));
    check(ctx, prefix_ewm_set_bias(ewm, o.bias));
    check(ctx, prefix_ewm_set_min_periods(ewm, o.min_periods));
    check(ctx, (o.var   ? prefix_ewm_var
                : o.std ? prefix_ewm_std
                        : prefix_ewm_mean)(ewm, series.numbers, series.numbers, series.n));
    prefix_ewm_destroy(ewm);
    series_write(&series, &o.data, o.var ? "var" : o.std ? "std" : "mean");
    prefix_ctx_destroy(ctx);
    return 0;
}

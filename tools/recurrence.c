/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx recurrence: y = a y + b over numbers b, all of which are in memory. */
#include <config.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/number.h"
#include "command.h"
#include "data_options.h"
#include "io/whole.h"
#include "series.h"

static const char help[] =
    "Usage: pfx recurrence --a X | --a-from FILE [OPTION...] [FILE]\n"
    "\n"
    "Replaces each number b in FILE, or in standard input (also '-'), by y = a y + b, where y on the right\n"
    "is the result before it: moving averages, filters of the first order, interest.\n"
    "\n"
    "  --a X               one a for all\n"
    "  --a-from FILE       an a for each number, of the same type; an a of 0 begins anew\n"
    "  --a-format FORMAT   of that FILE: text, raw or npy; without it .npy files are recognised,\n"
    "                      and all else is text\n"
    "  --init Y            what stands before the first number; without it 0\n"
    "  --reverse           from the last number to the first\n"
    "  --type TYPE         f16 bf16 f32 f64; text without it is f64\n"
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

struct recurrence_options {
    struct data_options data;
    char *a, *a_from, *init;
    int a_format, reverse;
};

#define AT(member) .target = offsetof(struct recurrence_options, member)
static const struct setting settings[] = {
    {"--a", SETTING_TEXT, AT(a)},
    {"--a-from", SETTING_TEXT, AT(a_from)},
    {"--a-format", SETTING_CONSTANT, AT(a_format), .parse = option_format},
    {"--init", SETTING_TEXT, AT(init)},
    {"--reverse", SETTING_FLAG, AT(reverse), .value = 1},
    DATA_SETTINGS(struct recurrence_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct recurrence_options *o)
{
    if (!options_read(argc, argv, settings, o, help))
        return 0;
    data_file(&o->data, argc, argv, "read");
    if (!o->a == !o->a_from)
        die_usage("--a, or --a-from, says what y is multiplied by");
    if (o->a_format && !o->a_from)
        die_usage("--a-format is for --a-from");
    data_refuse_both(&o->data, "--a-from", o->a_from, "numbers");
    return 1;
}

/* The one a, of the type, in element; or those of the file, to be freed. */
static void *read_factors(const struct recurrence_options *o, int type, size_t n, void *element)
{
    if (o->a_from)
        return whole_read_as_many(o->a_from, o->a_format, type, n, "factors");
    if (number_parse(type, o->a, strlen(o->a), element) != NUMBER_OK)
        die_usage("--a: '%s' is no %s", o->a, prefix_type_name(type));
    return NULL;
}

int command_recurrence(int argc, char **argv)
{
    struct recurrence_options o = {0};
    struct series series;
    prefix_recurrence_plan *recurrence;
    _Alignas(8) char a[8];
    if (!read_options(argc, argv, &o))
        return 0;
    const double init = o.init ? option_number("--init", o.init) : 0;
    prefix_ctx *ctx = data_context(&o.data);
    series_read(&series, &o.data);
    check(ctx, prefix_recurrence_create(&recurrence, ctx, series.reader.type));
    void *factors = read_factors(&o, series.reader.type, series.n, a);
    check(ctx, prefix_recurrence_set_constant(recurrence, factors ? NULL : a));
    check(ctx, prefix_recurrence_set_reverse(recurrence, o.reverse));
    check(ctx, prefix_recurrence_set_first(recurrence, PREFIX_F64, &init));
    check(ctx, prefix_recurrence_run(recurrence, factors, series.numbers, series.numbers, series.n));
    prefix_recurrence_destroy(recurrence);
    series_write(&series, &o.data, "recurrence");
    prefix_ctx_destroy(ctx);
    free(factors);
    return 0;
}

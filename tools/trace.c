/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx trace: options, and a run of the serial backend that reports what it does. */
#include <config.h>

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/options.h"
#include "base/message.h"
#include "base/number.h"
#include "base/options.h"
#include "command.h"
#include "trace/svg.h"
#include "trace/text.h"

static const char help[] =
    "Usage: pfx trace [OPTION...] [--] NUMBER...\n"
    "\n"
    "Shows how an algorithm scans the numbers: for networks the elements after each round, with what\n"
    "was combined; for tiled algorithms what the tiles have published after each step, and who looks\n"
    "where. Or how split-merge sorts them: after each split by a bit and each round of merges.\n"
    "\n"
    "  --algorithm NAME    blelloch (default), or another one of libprefix-algorithms(7)\n"
    "  --op OP             sum (default), product, min, max, and, or, xor, logical-and, logical-or\n"
    "  --type TYPE         of the numbers (default i64)\n"
    "  --kind KIND         inclusive or exclusive (default: exclusive for blelloch)\n"
    "  --tile N            elements of a tile, or of a chunk that is sorted by splits (default 4)\n"
    "  --threads N         workers that take turns (default 4)\n"
    "  --svg FILE          draw a picture, too; FILE - is standard output, and no text is written\n"
    "  -h, --help          show this\n"
    "\n"
    "Behind a number * marks a combination and < a move, and 1>3 says that element 3 took in element\n"
    "1. A tile has published nothing (X), its aggregate (A) or its inclusive prefix (P).\n";

#define NUMBERS_MAX 4096

struct trace_options {
    int algorithm, op, type, kind, threads;
    size_t tile;
    char *svg;
};

#define AT(member) .target = offsetof(struct trace_options, member)

static const struct setting settings[] = {
    {"--algorithm", SETTING_CONSTANT, AT(algorithm), .parse = option_algorithm},
    {"--op", SETTING_CONSTANT, AT(op), .parse = option_plain_op},
    {"--type", SETTING_CONSTANT, AT(type), .parse = option_type},
    {"--kind", SETTING_CONSTANT, AT(kind), .parse = option_kind},
    {"--tile", SETTING_SIZE, AT(tile), .least = 1, .most = NUMBERS_MAX},
    {"--threads", SETTING_NUMBER, AT(threads), .least = 1, .most = INT_MAX},
    {"--svg", SETTING_TEXT, AT(svg)},
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct trace_options *o)
{
    if (!options_read(argc, argv, settings, o, help))
        return 0;
    if (optind == argc)
        die_usage("trace what? Numbers are missing");
    if (argc - optind > NUMBERS_MAX)
        die_usage("%d numbers; at most %d are traced", argc - optind, NUMBERS_MAX);
    if (!o->kind)
        o->kind = o->algorithm == PREFIX_ALGORITHM_BLELLOCH ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE;
    return 1;
}

static void sort(const struct trace_options *o, prefix_ctx *ctx, const void *in, void *out, size_t n,
                 struct trace *trace)
{
    prefix_sorting *sorting;
    check(ctx, prefix_sorting_create(&sorting, ctx, o->type));
    check(ctx, prefix_sorting_set_algorithm(sorting, o->algorithm));
    check(ctx, prefix_sorting_set_tile(sorting, o->tile));
    check(ctx, prefix_sorting_set_trace(sorting, trace_record, trace));
    check(ctx, prefix_sorting_run(sorting, in, out, n));
    check(ctx, prefix_sorting_counts(sorting, &trace->work, &trace->span));
    prefix_sorting_destroy(sorting);
}

static void scan(const struct trace_options *o, prefix_ctx *ctx, const void *in, void *out, size_t n,
                 struct trace *trace)
{
    prefix_plan *plan;
    check(ctx, prefix_plan_create(&plan, ctx, o->op, o->type));
    check(ctx, prefix_plan_set_kind(plan, o->kind));
    check(ctx, prefix_plan_set_algorithm(plan, o->algorithm));
    check(ctx, prefix_plan_set_tile(plan, o->tile));
    check(ctx, prefix_plan_set_trace(plan, trace_record, trace));
    check(ctx, prefix_plan_run(plan, in, out, n));
    check(ctx, prefix_plan_counts(plan, &trace->work, &trace->span));
    prefix_plan_destroy(plan);
}

static int is_sort(const struct trace_options *o)
{
    return o->algorithm == PREFIX_ALGORITHM_SPLIT_MERGE;
}

static void run(const struct trace_options *o, const void *in, size_t n, struct trace *trace)
{
    prefix_ctx *ctx;
    void *out = allocate(n, prefix_type_size(o->type));
    check(NULL, prefix_ctx_create(&ctx, "serial"));
    check(ctx, prefix_ctx_set_threads(ctx, o->threads));
    if (is_sort(o))
        sort(o, ctx, in, out, n, trace);
    else
        scan(o, ctx, in, out, n, trace);
    trace->results = trace_texts(trace, out, n, o->type);
    prefix_ctx_destroy(ctx);
    free(out);
}

int command_trace(int argc, char **argv)
{
    struct trace_options o = {.algorithm = PREFIX_ALGORITHM_BLELLOCH, .op = PREFIX_SUM, .type = PREFIX_I64, .tile = 4};
    if (!read_options(argc, argv, &o))
        return 0;
    const size_t n = (size_t)(argc - optind), size = prefix_type_size(o.type);
    char *in = allocate(n, size), title[128];
    for (size_t i = 0; i < n; i++) {
        const char *text = argv[optind + (int)i];
        if (number_parse(o.type, text, strlen(text), in + i * size) != NUMBER_OK)
            die_usage("'%s' is no %s", text, prefix_type_name(o.type));
    }
    struct trace trace = {.title = title, .algorithm = prefix_algorithm_name(o.algorithm), .n = n};
    if (is_sort(&o))
        snprintf(title, sizeof title, "%s: sort of %zu %s in chunks of %zu", trace.algorithm, n,
                 prefix_type_name(o.type), o.tile);
    else
        snprintf(title, sizeof title, "%s: %s %s of %zu %s", trace.algorithm, prefix_kind_name(o.kind),
                 prefix_op_name(o.op), n, prefix_type_name(o.type));
    run(&o, in, n, &trace);
    if (trace.tiles)
        snprintf(title + strlen(title), sizeof title - strlen(title), " in tiles of %zu", o.tile);
    if (o.svg)
        trace_svg(&trace, o.svg);
    if (!o.svg || strcmp(o.svg, "-") != 0)
        trace_text(&trace);
    for (size_t i = 0; i < trace.count; i++)
        free(trace.events[i].values);
    free(trace.events);
    free(trace.results);
    free(in);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* prefix trace: options, and a run of the serial backend that tells what it does. */
#include <config.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "message.h"
#include "options.h"
#include "trace.h"

static const char help[] =
    "Usage: prefix trace [OPTION...] [--] NUMBER...\n"
    "\n"
    "Shows how an algorithm scans the numbers: for networks the elements after each round, with what\n"
    "was combined; for tiled algorithms what the tiles have published after each step, and who looks\n"
    "where.\n"
    "\n"
    "  --algorithm NAME    blelloch (default), or another one of libprefix-algorithms(7)\n"
    "  --op OP             sum (default), product, min, max, and, or, xor, logical-and, logical-or\n"
    "  --type TYPE         of the numbers (default i64)\n"
    "  --kind KIND         inclusive or exclusive (default: exclusive for blelloch)\n"
    "  --tile N            elements of a tile (default 4)\n"
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
    const char *svg;
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct trace_options *o)
{
    enum { ALGORITHM = OPTION_LONG, OP, TYPE, KIND, TILE, THREADS, SVG, HELP };
    static const struct option options[] = {
        {"algorithm", required_argument, NULL, ALGORITHM},
        {"op", required_argument, NULL, OP},
        {"type", required_argument, NULL, TYPE},
        {"kind", required_argument, NULL, KIND},
        {"tile", required_argument, NULL, TILE},
        {"threads", required_argument, NULL, THREADS},
        {"svg", required_argument, NULL, SVG},
        {"help", no_argument, NULL, HELP},
        {0},
    };
    int c;
    while ((c = option_next(argc, argv, ":h", options)) != -1) {
        switch (c) {
        case ALGORITHM:
            o->algorithm = option_algorithm("--algorithm", optarg);
            break;
        case OP:
            o->op = option_op("--op", optarg);
            break;
        case TYPE:
            o->type = option_type("--type", optarg);
            break;
        case KIND:
            o->kind = option_kind("--kind", optarg);
            break;
        case TILE:
            o->tile = option_size("--tile", optarg, 1, NUMBERS_MAX);
            break;
        case THREADS:
            o->threads = (int)option_size("--threads", optarg, 1, INT_MAX);
            break;
        case SVG:
            o->svg = optarg;
            break;
        default:
            fputs(help, stdout);
            flush_standard_output();
            return 0;
        }
    }
    if (optind == argc)
        die_usage("trace what? Numbers are missing");
    if (argc - optind > NUMBERS_MAX)
        die_usage("%d numbers; at most %d are traced", argc - optind, NUMBERS_MAX);
    if (!o->kind)
        o->kind = o->algorithm == PREFIX_ALGORITHM_BLELLOCH ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE;
    return 1;
}

static trace_number *as_text(struct trace *trace, const void *values, size_t n, int type)
{
    trace_number *texts = allocate(n, sizeof *texts);
    for (size_t i = 0; i < n; i++) {
        size_t length = number_format(type, (const char *)values + i * prefix_type_size(type), texts[i]);
        if (length > trace->width)
            trace->width = length;
    }
    return texts;
}

static void record(void *user, int event, size_t from, size_t to, const void *values, size_t n, int type)
{
    struct trace *trace = user;
    if (trace->count == trace->capacity) {
        trace->capacity = 2 * trace->capacity + 64;
        trace->events = reallocate(trace->events, trace->capacity, sizeof *trace->events);
    }
    if (event == PREFIX_EVENT_STEP)
        trace->tiles = n;
    trace->events[trace->count++] =
        (struct trace_event){event, from, to, n, values ? as_text(trace, values, n, type) : NULL};
}

void trace_label(const struct trace *trace, size_t index, int behind_clear, char label[TRACE_LABEL_MAX])
{
    int sweeps = strcmp(trace->algorithm, prefix_algorithm_name(PREFIX_ALGORITHM_BLELLOCH)) == 0;
    snprintf(label, TRACE_LABEL_MAX, "%s %zu", !sweeps ? "round" : behind_clear ? "down-sweep" : "up-sweep", index);
}

static void run(const struct trace_options *o, const void *in, size_t n, struct trace *trace)
{
    prefix_ctx *ctx;
    prefix_plan *plan;
    void *out = allocate(n, prefix_type_size(o->type));
    check(NULL, prefix_ctx_create(&ctx, "serial"));
    check(ctx, prefix_ctx_set_threads(ctx, o->threads));
    check(ctx, prefix_plan_create(&plan, ctx, o->op, o->type));
    check(ctx, prefix_plan_set_kind(plan, o->kind));
    check(ctx, prefix_plan_set_algorithm(plan, o->algorithm));
    check(ctx, prefix_plan_set_tile(plan, o->tile));
    check(ctx, prefix_plan_set_trace(plan, record, trace));
    check(ctx, prefix_plan_run(plan, in, out, n));
    check(ctx, prefix_plan_counts(plan, &trace->work, &trace->span));
    trace->results = as_text(trace, out, n, o->type);
    prefix_plan_destroy(plan);
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

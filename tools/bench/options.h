/* SPDX-License-Identifier: BSD-3-Clause */
/* What pfx bench is asked for. */
#ifndef PREFIX_TOOLS_BENCH_OPTIONS_H
#define PREFIX_TOOLS_BENCH_OPTIONS_H

#include <stddef.h>

#include "bench/case.h"

#define BENCH_ITEMS_MAX 64

struct bench_constants {
    int items[BENCH_ITEMS_MAX];
    int count;
};

struct bench_names {
    const char *items[BENCH_ITEMS_MAX];
    int count;
};

struct bench_sizes {
    size_t items[BENCH_ITEMS_MAX];
    int count;
};

/* What is measured, and how; forms by their number, NULL past the last, and whether one has an operator, if any has. */
struct bench_primitive {
    const char *name;
    int (*measure)(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size);
    const char *(*form)(int index);
    int (*has_op)(const char *form);
};

struct bench_options {
    struct bench_constants types, ops, kinds, algorithms, blocks;
    struct bench_sizes sizes;
    struct bench_names backends, forms;
    char *form_patterns; /* NULL: all forms */
    const struct bench_primitive *primitive;
    const char *name; /* of its rows */
    int catalogue;
    int output_type; /* 0: the input's */
    int threads, repeat, format, in_place, misaligned, flush, rest, small_pages;
    char *plot; /* NULL: no picture */
};

/* Whole, defaults included. Returns 0 when help was shown and nothing is left to do; dies of what makes no sense. */
int bench_read_options(int argc, char **argv, struct bench_options *o);

#endif

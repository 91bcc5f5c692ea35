/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_COMPARISON_H
#define PREFIX_TOOLS_BENCH_COMPARISON_H

#include <stddef.h>

#include <prefix/prefix.h>

#include "bench/case.h"
#include "bench/data.h"
#include "bench/measure.h"

/*
 * Contenders, the first of which is the row's, next to copies of half of so many bytes from in to out,
 * for which there is room after them, at places that are so many bytes apart.
 */
struct bench_comparison {
    const struct bench_case *what;
    prefix_ctx *ctx;
    int memory;
    char *out;
    const char *in;
    struct bench_places places;
    size_t out_stride, in_stride;
};
void bench_compare_with_copies(const struct bench_comparison *comparison, size_t bytes,
                               struct bench_contender *contenders, int count, int repeat, struct bench_row *row);
/* Whether a row's first call did its work; if it was refused, text says why, and all else ends the command. */
int bench_works(prefix_ctx *ctx, int status, char *text, size_t text_size);
/* What was made in host memory, at most a stage, over and over to a buffer. */
void bench_upload(prefix_ctx *ctx, void *to, const void *from, size_t bytes, size_t stage);

#endif

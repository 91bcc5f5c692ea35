/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans of rows and of columns, summed-area tables, box filters, moving windows and differences, next to a copy
 * of the bytes that each must move.
 */
#include <config.h>

#include "bench/tables.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "bench/comparison.h"
#include "bench/copy.h"
#include "bench/data.h"
#include "bench/measure.h"

#define STAGE ((size_t)1 << 20) /* elements that are made at once, and repeated */

enum call { ROWS, COLUMNS, INTEGRAL, BOX_FILTER, WINDOW, DIFFERENCE };

static const struct form {
    const char *name;
    enum call call;
    size_t size; /* elements of a row, or of a window */
    int op;      /* of a window */
} forms[] = {
    {"rows/16", ROWS, 16, 0},
    {"rows/33", ROWS, 33, 0},
    {"rows/101", ROWS, 101, 0},
    {"rows/256", ROWS, 256, 0},
    {"rows/4096", ROWS, 4096, 0},
    {"rows/65536", ROWS, 65536, 0},
    {"columns/2", COLUMNS, 2, 0},
    {"columns/4", COLUMNS, 4, 0},
    {"columns/256", COLUMNS, 256, 0},
    {"columns/1024", COLUMNS, 1024, 0},
    {"columns/16384", COLUMNS, 16384, 0},
    {"integral", INTEGRAL, 0, 0},
    {"box-filter/63", BOX_FILTER, 63, 0},
    {"window-sum/63", WINDOW, 63, PREFIX_SUM},
    {"window-min/63", WINDOW, 63, PREFIX_MIN},
    {"difference", DIFFERENCE, 0, 0},
};

const char *bench_tables_form(int index)
{
    return index < (int)(sizeof forms / sizeof *forms) ? forms[index].name : NULL;
}

static const struct form *find_form(const char *name)
{
    const struct form *form = forms;
    while (strcmp(form->name, name) != 0)
        form++;
    return form;
}

int bench_tables_has_op(const char *form)
{
    const enum call call = find_form(form)->call;
    return call == ROWS || call == COLUMNS;
}

struct bench {
    struct bench_case what; /* with the output type that the form has */
    const struct form *form;
    prefix_ctx *ctx;
    prefix_plan *plan; /* of rows and columns */
    int memory;
    size_t width, height;
    struct bench_places places;
    size_t in_stride, out_stride;
    char *in, *out;
};

/* Of n elements, as many as the form has a place for; or of an image that is a square. */
static void set_shape(struct bench *b)
{
    const size_t n = b->what.n;
    switch (b->form->call) {
    case ROWS:
    case COLUMNS:
        b->width = b->form->size;
        b->height = n / b->width;
        break;
    case INTEGRAL:
    case BOX_FILTER:
        b->width = b->height = (size_t)sqrt((double)n);
        break;
    default:
        b->width = n;
        b->height = 1;
        break;
    }
}

static int make_plan(struct bench *b)
{
    const size_t shape[2] = {b->height, b->width};
    if (!b->what.has_op)
        return PREFIX_OK;
    const int status = prefix_plan_create(&b->plan, b->ctx, b->what.op, b->what.type);
    if (status != PREFIX_OK)
        return status;
    if (b->form->call == COLUMNS)
        return prefix_plan_set_array(b->plan, 2, shape, 0, NULL, NULL);
    return prefix_plan_set_batch(b->plan, b->height, (ptrdiff_t)b->width, (ptrdiff_t)b->width);
}

static int call(struct bench *b, size_t place)
{
    const size_t size = b->form->size;
    const int type = b->what.type;
    const char *in = b->in + place * b->in_stride;
    char *out = b->out + place * b->out_stride;
    switch (b->form->call) {
    case ROWS:
        return prefix_plan_run(b->plan, in, out, b->width);
    case COLUMNS:
        return prefix_plan_run(b->plan, in, out, b->height);
    case INTEGRAL:
        return prefix_integral(b->ctx, type, b->what.output_type, in, out, b->width, b->height);
    case BOX_FILTER:
        return prefix_box_filter(b->ctx, type, in, out, b->width, b->height, size / 2);
    case WINDOW:
        return prefix_window(b->ctx, b->form->op, type, in, out, b->width, size, size - 1);
    default:
        return prefix_difference(b->ctx, type, in, out, b->width);
    }
}

static void run_call(void *user, int index)
{
    struct bench *b = user;
    (void)index;
    check(b->ctx, call(b, bench_next_place(&b->places)));
}

static void wait(void *user)
{
    struct bench *b = user;
    check(b->ctx, prefix_ctx_synchronize(b->ctx));
}

/* A copy reads half of the bytes that the call moves, which may be more than the call reads; so it is with writing. */
static void make_buffers(struct bench *b, size_t read, size_t written)
{
    const size_t copied = (read + written + 1) / 2, stage = STAGE * prefix_type_size(b->what.type);
    b->in_stride = bench_stride(read > copied ? read : copied);
    b->out_stride = bench_stride(written > copied ? written : copied);
    b->places = bench_places(b->what.flush, b->in_stride);
    b->in = bench_buffer(b->ctx, &b->memory, b->places.count * b->in_stride);
    b->out = bench_buffer(b->ctx, &b->memory, b->places.count * b->out_stride);
    void *elements = allocate(stage, 1);
    bench_fill(elements, stage, b->what.type, b->what.has_op ? b->what.op : PREFIX_SUM);
    bench_upload(b->ctx, b->in, elements, b->places.count * b->in_stride, stage);
    bench_upload(b->ctx, b->out, elements, b->places.count * b->out_stride, stage);
    free(elements);
}

static void measure(struct bench *b, size_t bytes, int repeat, struct bench_row *row)
{
    const struct bench_comparison comparison = {&b->what, b->ctx,    b->memory,     b->out,
                                                b->in,    b->places, b->out_stride, b->in_stride};
    struct bench_contender contenders[1 + BENCH_COPIES] = {{.run = run_call, .wait = wait, .user = b}};
    bench_compare_with_copies(&comparison, bytes, contenders, 1, repeat, row);
}

int bench_tables(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t text_size)
{
    struct bench b = {.what = *what, .form = find_form(what->form)};
    if (b.form->call == INTEGRAL && (what->type == PREFIX_U8 || what->type == PREFIX_U16))
        b.what.output_type = PREFIX_U32;
    const size_t in_size = prefix_type_size(what->type), out_size = prefix_type_size(b.what.output_type);
    if (what->n > PTRDIFF_MAX / (in_size + out_size) - BENCH_ALIGNMENT)
        die_usage("--n: %zu elements of %zu bytes do not fit this machine's sizes", what->n, in_size + out_size);
    set_shape(&b);
    const size_t elements = b.width * b.height;
    if (elements == 0) {
        snprintf(text, text_size, "--n: %zu elements are less than a row of %zu", what->n, b.width);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    check(NULL, prefix_ctx_create(&b.ctx, what->backend));
    check(b.ctx, prefix_ctx_set_threads(b.ctx, what->threads));
    int status = make_plan(&b);
    if (status == PREFIX_OK) {
        make_buffers(&b, elements * in_size, elements * out_size);
        check(b.ctx, prefix_ctx_set_memory(b.ctx, b.memory));
        status = call(&b, 0);
    }
    if (bench_works(b.ctx, status, text, text_size))
        measure(&b, elements * (in_size + out_size), repeat, row);
    check(b.ctx, prefix_memory_free(b.ctx, b.in));
    check(b.ctx, prefix_memory_free(b.ctx, b.out));
    prefix_plan_destroy(b.plan);
    prefix_ctx_destroy(b.ctx);
    return status;
}

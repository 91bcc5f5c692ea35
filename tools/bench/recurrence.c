/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Linear recurrences, of one row, of rows and of columns, a filter of the second order and exponentially weighted
 * means, next to a copy of the bytes that each must move, and to a loop by one thread; on a GPU to CUB's scans of
 * pairs.
 */
#include <config.h>

#include "bench/recurrence.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "bench/comparison.h"
#include "bench/copy.h"
#include "bench/data.h"
#include "bench/loops.h"
#include "bench/measure.h"

#define STAGE ((size_t)1 << 20) /* elements that are made at once, and repeated */
#define ALPHA 0.1

enum call { RECURRENCE, CONSTANT, ROWS, COLUMNS, WIDE_COLUMNS, FILTER, EWM };

static const char *const forms[] = {"recurrence",   "constant", "rows/4096", "columns/1024",
                                    "columns/8192", "filter/2", "ewm"};
#define FORMS ((int)(sizeof forms / sizeof *forms))

/* scipy.signal.butter(2, 0.2) */
static const double b_of[] = {0.0674552738890719, 0.1349105477781438, 0.0674552738890719};
static const double a_of[] = {1, -1.1429805025399011, 0.4128015980961886};
static const double constant = 0.875;

const char *bench_recurrence_form(int index)
{
    return index < FORMS ? forms[index] : NULL;
}

/* (rows, time), and (time, columns). */
enum { ROW = 4096, COLUMN = 1024, WIDE = 8192 };

struct bench {
    const struct bench_case *what;
    enum call call;
    size_t n, lines; /* of each recurrence, and so many of them */
    prefix_ctx *ctx;
    prefix_recurrence_plan *recurrence;
    prefix_filter *filter;
    prefix_ewm *ewm;
    int memory;
    struct bench_places places;
    size_t in_stride, out_stride, second; /* bytes; where the second input is in the first */
    char *in, *out;
    void *cub;
};

static int make(struct bench *b)
{
    const int type = b->what->type;
    const float single = (float)constant;
    int status = PREFIX_OK;
    if (b->call == FILTER)
        return prefix_filter_create(&b->filter, b->ctx, type, b_of, 3, a_of, 3);
    if (b->call == EWM)
        return prefix_ewm_create(&b->ewm, b->ctx, type, ALPHA);
    status = prefix_recurrence_create(&b->recurrence, b->ctx, type);
    if (status == PREFIX_OK && b->call == ROWS)
        status = prefix_recurrence_set_array(b->recurrence, 2, (const size_t[]){b->lines, b->n}, 1, NULL, NULL, NULL);
    else if (status == PREFIX_OK && b->lines > 1)
        status = prefix_recurrence_set_array(b->recurrence, 2, (const size_t[]){b->n, b->lines}, 0, NULL, NULL, NULL);
    if (status == PREFIX_OK && b->call == CONSTANT)
        status = prefix_recurrence_set_constant(b->recurrence,
                                                type == PREFIX_F32 ? (const void *)&single : (const void *)&constant);
    return status;
}

static int call(struct bench *b, size_t place)
{
    const char *const in = b->in + place * b->in_stride, *const a = b->second > 0 ? in + b->second : NULL;
    char *const out = b->out + place * b->out_stride;
    return b->filter ? prefix_filter_run(b->filter, in, out, b->what->n)
           : b->ewm  ? prefix_ewm_mean(b->ewm, in, out, b->what->n)
                     : prefix_recurrence_run(b->recurrence, a, in, out, b->n);
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

static void run_loop(void *user, int index)
{
    struct bench *b = user;
    const size_t place = bench_next_place(&b->places), n = b->what->n;
    const char *const in = b->in + place * b->in_stride;
    char *const out = b->out + place * b->out_stride;
    (void)index;
    if (b->call == FILTER)
        bench_loop_filter(b->what->type, b_of, a_of, in, out, n);
    else if (b->call == EWM)
        bench_loop_ewm(b->what->type, ALPHA, in, out, n);
    else
        bench_loop_recurrence(b->what->type, b->call == RECURRENCE ? in + b->second : NULL, constant, in, out, n);
}

#ifdef BENCH_CUB
static void run_cub(void *user, int index)
{
    struct bench *b = user;
    const size_t place = bench_next_place(&b->places);
    const char *const in = b->in + place * b->in_stride;
    (void)index;
    bench_cub_recurrence(b->cub, b->call == RECURRENCE ? in + b->second : NULL, in, b->out + place * b->out_stride);
}
#endif

/* The name of who else does it, or NULL. */
static const char *open_peer(struct bench *b, struct bench_contender *contender)
{
    *contender = (struct bench_contender){.run = run_loop, .wait = wait, .user = b};
    if (b->lines > 1)
        return NULL;
    if (b->memory == PREFIX_MEMORY_HOST)
        return "loop";
#ifdef BENCH_CUB
    if (b->call == RECURRENCE || b->call == CONSTANT)
        b->cub = bench_cub_recurrence_open(b->what->type, b->call == CONSTANT, constant, b->what->n);
    contender->run = run_cub;
#endif
    return b->cub ? "cub" : NULL;
}

static void close_peer(struct bench *b)
{
#ifdef BENCH_CUB
    if (b->cub)
        bench_cub_recurrence_close(b->cub);
#else
    (void)b;
#endif
}

/* A copy reads half of the bytes that the call moves, and writes as many. */
static void make_buffers(struct bench *b, size_t bytes, size_t moved)
{
    const size_t copied = (moved + 1) / 2, stage = STAGE * prefix_type_size(b->what->type);
    b->second = moved > 2 * bytes ? bench_stride(bytes) : 0;
    b->in_stride = b->second + bench_stride(bytes);
    b->out_stride = bench_stride(copied);
    b->places = bench_places(b->what->flush, b->in_stride);
    b->in = bench_buffer(b->ctx, &b->memory, b->places.count * b->in_stride);
    b->out = bench_buffer(b->ctx, &b->memory, b->places.count * b->out_stride);
    void *elements = allocate(stage, 1);
    bench_fill(elements, stage, b->what->type, PREFIX_SUM);
    bench_upload(b->ctx, b->in, elements, b->places.count * b->in_stride, stage);
    bench_upload(b->ctx, b->out, elements, b->places.count * b->out_stride, stage);
    free(elements);
}

static void measure(struct bench *b, size_t moved, int repeat, struct bench_row *row)
{
    const struct bench_comparison comparison = {b->what, b->ctx,    b->memory,     b->out,
                                                b->in,   b->places, b->out_stride, b->in_stride};
    struct bench_contender contenders[2 + BENCH_COPIES] = {{.run = run_call, .wait = wait, .user = b}};
    const char *const peer = open_peer(b, contenders + 1);
    bench_compare_with_copies(&comparison, moved, contenders, peer ? 2 : 1, repeat, row);
    if (peer)
        row->peers[row->peer_count++] = (struct bench_peer_time){peer, contenders[1].timing};
    close_peer(b);
}

int bench_recurrence(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t text_size)
{
    struct bench b = {.what = what};
    const size_t size = prefix_type_size(what->type);
    while (strcmp(forms[b.call], what->form) != 0)
        b.call++;
    if (what->n > PTRDIFF_MAX / (3 * size) - BENCH_ALIGNMENT)
        die_usage("--n: %zu elements of %zu bytes do not fit this machine's sizes", what->n, 3 * size);
    if (what->type != PREFIX_F32 && what->type != PREFIX_F64) {
        snprintf(text, text_size, "recurrences of %s are not measured", prefix_type_name(what->type));
        return PREFIX_ERROR_UNSUPPORTED;
    }
    const size_t side = b.call == ROWS           ? ROW
                        : b.call == COLUMNS      ? COLUMN
                        : b.call == WIDE_COLUMNS ? WIDE
                                                 : 1;
    if (what->n % side != 0) {
        snprintf(text, text_size, "%s are measured of multiples of %zu elements", what->form, side);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    b.n = b.call == ROWS ? side : what->n / side;
    b.lines = what->n / b.n;
    const int has_factors = b.call == RECURRENCE || side > 1;
    const size_t bytes = what->n * size, moved = (has_factors ? 3 : 2) * bytes;
    check(NULL, prefix_ctx_create(&b.ctx, what->backend));
    check(b.ctx, prefix_ctx_set_threads(b.ctx, what->threads));
    check(b.ctx, make(&b));
    make_buffers(&b, bytes, moved);
    check(b.ctx, prefix_ctx_set_memory(b.ctx, b.memory));
    const int status = call(&b, 0);
    if (bench_works(b.ctx, status, text, text_size))
        measure(&b, moved, repeat, row);
    check(b.ctx, prefix_memory_free(b.ctx, b.in));
    check(b.ctx, prefix_memory_free(b.ctx, b.out));
    prefix_recurrence_destroy(b.recurrence);
    prefix_filter_destroy(b.filter);
    prefix_ewm_destroy(b.ewm);
    prefix_ctx_destroy(b.ctx);
    return status;
}

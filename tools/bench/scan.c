/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "bench/scan.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/number.h"
#include "bench/comparison.h"
#include "bench/copy.h"
#include "bench/data.h"
#include "bench/measure.h"

/* A sample's least time: the clock, and a launch's jitter, are then below a thousandth. */
#define HOST_SECONDS 2e-3
#define DEVICE_SECONDS 1e-2

/* Smaller arrays of the host are not restored in place: one call would be too short, and find its data in one cache. */
#define RESTORED_BYTES ((size_t)1 << 25)

/* Bytes that go to a device at once. */
#define STAGE ((size_t)1 << 22)

struct bench {
    const struct bench_case *what;
    prefix_ctx *ctx;
    prefix_plan *plan;
    int reduces; /* there is no output but the total */
    int memory;  /* where in, out and total lie */
    char *in, *out;
    void *total;
    size_t in_stride, out_stride;
    struct bench_places places;
    size_t copied; /* bytes: half of what is read and written; on the host what is read, where more is written, */
    size_t times;  /* so many times as much */
    void *peers[BENCH_PEERS];
};

static int call(struct bench *b, size_t place)
{
    const struct bench_case *w = b->what;
    char *in = b->in + place * b->in_stride + (size_t)w->misaligned * prefix_type_size(w->type);
    char *out = b->out + place * b->out_stride + (size_t)w->misaligned * prefix_type_size(w->output_type);
    return b->reduces ? prefix_plan_reduce(b->plan, in, w->n)
                      : prefix_plan_run(b->plan, in, w->in_place ? in : out, w->n);
}

static void run_call(void *user, int index)
{
    struct bench *b = user;
    (void)index;
    check(b->ctx, call(b, bench_next_place(&b->places)));
}

static void run_read(void *user, int index)
{
    struct bench *b = user;
    (void)index;
    bench_read(b->in + bench_next_place(&b->places) * b->in_stride, b->what->n * prefix_type_size(b->what->type),
               b->what->copy_threads);
}

/* Where others than the library read; where they write is the other one. In place, the output keeps the elements. */
static char *from_place(const struct bench *b, size_t place)
{
    return b->what->in_place ? b->out + place * b->out_stride : b->in + place * b->in_stride;
}

static char *to_place(const struct bench *b, size_t place)
{
    return b->what->in_place ? b->in + place * b->in_stride : b->out + place * b->out_stride;
}

static void run_device_copy(void *user, int index)
{
    struct bench *b = user;
    size_t place = bench_next_place(&b->places);
    (void)index;
    check(b->ctx, prefix_memory_copy(b->ctx, to_place(b, place), from_place(b, place), b->copied));
}

static void run_host_copy(void *user, int index)
{
    struct bench *b = user;
    size_t place = bench_next_place(&b->places);
    bench_copy(index, b->out + place * b->out_stride, b->in + place * b->in_stride, b->copied, b->times,
               b->what->copy_threads);
}

static void run_rewrite(void *user, int index)
{
    struct bench *b = user;
    bench_rewrite(index, b->in + bench_next_place(&b->places) * b->in_stride, b->copied, b->what->copy_threads);
}

/* Sums of sums soon overflow, and floats then take other ways: in place, each call finds the same ones. */
static void restore(void *user)
{
    struct bench *b = user;
    check(b->ctx, prefix_memory_copy(b->ctx, b->in, b->out, b->places.count * b->in_stride));
}

static int is_restored(const struct bench *b)
{
    return b->what->in_place && number_is_float(b->what->type) &&
           (b->memory == PREFIX_MEMORY_DEVICE || b->in_stride >= RESTORED_BYTES);
}

static void wait(void *user)
{
    struct bench *b = user;
    check(b->ctx, prefix_ctx_synchronize(b->ctx));
}

/* Returns UNSUPPORTED when these settings do not go together. */
static int make_plan(struct bench *b)
{
    const struct bench_case *w = b->what;
    int status = prefix_plan_create(&b->plan, b->ctx, w->op, w->type);
    if (status == PREFIX_OK)
        status = prefix_plan_set_output_type(b->plan, w->output_type);
    if (status == PREFIX_OK)
        status = prefix_plan_set_kind(b->plan, w->kind);
    if (status == PREFIX_OK)
        status = prefix_plan_set_algorithm(b->plan, w->algorithm);
    if (status == PREFIX_OK)
        status = prefix_plan_set_block_algorithm(b->plan, w->block_algorithm);
    return status;
}

static void fill(struct bench *b, void *memory, size_t bytes)
{
    if (b->memory == PREFIX_MEMORY_HOST) {
        bench_fill(memory, bytes, b->what->type, b->what->op);
        return;
    }
    char *stage = allocate(STAGE, 1);
    bench_fill(stage, STAGE, b->what->type, b->what->op);
    for (size_t done = 0; done < bytes; done += STAGE) {
        size_t part = bytes - done < STAGE ? bytes - done : STAGE;
        check(b->ctx, prefix_memory_copy(b->ctx, (char *)memory + done, stage, part));
    }
    check(b->ctx, prefix_ctx_synchronize(b->ctx));
    free(stage);
}

#ifdef BENCH_CUB
static void run_peer(void *user, int index)
{
    struct bench *b = user;
    size_t place = bench_next_place(&b->places);
    const size_t misaligned = (size_t)b->what->misaligned, in_size = prefix_type_size(b->what->type);
    const size_t out_size = prefix_type_size(b->what->output_type);
    bench_peers[index].run(b->peers[index], from_place(b, place) + misaligned * in_size,
                           to_place(b, place) + misaligned * out_size);
}

static int open_peers(struct bench *b, struct bench_contender *contenders)
{
    const struct bench_case *w = b->what;
    int count = 0;
    for (int i = 0; i < BENCH_PEERS; i++) {
        b->peers[i] = bench_peers[i].open(b->reduces, w->kind, w->op, w->type, w->output_type, w->n);
        if (b->peers[i])
            contenders[count++] = (struct bench_contender){.run = run_peer, .wait = wait, .user = b, .index = i};
    }
    return count;
}

static void close_peers(struct bench *b, const struct bench_contender *contenders, int count, struct bench_row *row)
{
    for (int i = 0; i < count; i++) {
        int index = contenders[i].index;
        bench_peers[index].close(b->peers[index]);
        row->peers[i] = (struct bench_peer_time){bench_peers[index].name, contenders[i].timing};
    }
    row->peer_count = count;
}
#endif

static void measure(struct bench *b, int repeat, struct bench_row *row)
{
    int device = b->memory == PREFIX_MEMORY_DEVICE;
    int copies = device ? 1 : b->what->in_place ? BENCH_REWRITES : BENCH_COPIES, peers = 0;
    struct bench_contender contenders[1 + BENCH_COPIES + BENCH_PEERS];
    contenders[0] = (struct bench_contender){
        .run = run_call,
        .wait = wait,
        .restore = is_restored(b) ? restore : NULL,
        .user = b,
    };
    for (int i = 0; i < copies; i++)
        contenders[1 + i] = (struct bench_contender){
            .run = device              ? run_device_copy
                   : b->what->in_place ? run_rewrite
                                       : run_host_copy,
            .wait = wait,
            .user = b,
            .index = i,
        };
    if (!device && b->reduces)
        contenders[1 + copies + peers++] = (struct bench_contender){.run = run_read, .wait = wait, .user = b};
#ifdef BENCH_CUB
    if (device)
        peers = open_peers(b, contenders + 1 + copies);
#endif
    for (int i = 0; i < 1 + copies + peers; i++)
        contenders[i].on_device = device;
    bench_measure(contenders, 1 + copies + peers, repeat, device ? DEVICE_SECONDS : HOST_SECONDS, b->what->rest);
    row->work = contenders[0].timing;
    row->copy = contenders[1].timing;
    for (int i = 1; i < copies; i++)
        if (contenders[1 + i].timing.median < row->copy.median)
            row->copy = contenders[1 + i].timing;
    row->peer_count = peers;
    if (!device && peers > 0)
        row->peers[0] = (struct bench_peer_time){"read", contenders[1 + copies].timing};
#ifdef BENCH_CUB
    if (device)
        close_peers(b, contenders + 1 + copies, peers, row);
#endif
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

int bench_scan(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size)
{
    struct bench b = {.what = what, .reduces = strcmp(what->primitive, "reduce") == 0};
    size_t in_size = prefix_type_size(what->type), out_size = b.reduces ? 0 : prefix_type_size(what->output_type);
    if (what->n > PTRDIFF_MAX / (in_size + out_size) - BENCH_MISALIGN_MAX)
        die_usage("--n: %zu elements of %zu bytes do not fit this machine's sizes", what->n, in_size + out_size);
    if (what->in_place && in_size != out_size) {
        snprintf(text, size, "in place, an output is as wide as the input");
        return PREFIX_ERROR_UNSUPPORTED;
    }
    check(NULL, prefix_ctx_create(&b.ctx, what->backend));
    check(b.ctx, prefix_ctx_set_threads(b.ctx, what->threads));
    int status = make_plan(&b);
    if (status == PREFIX_OK) {
        b.copied = (what->n * (in_size + out_size) + 1) / 2;
        b.in_stride = bench_stride(larger((what->n + (size_t)what->misaligned) * in_size, b.copied));
        b.out_stride = bench_stride(larger((what->n + (size_t)what->misaligned) * out_size, b.copied));
        b.places = bench_places(what->flush, larger(b.in_stride, b.out_stride));
        b.in = bench_buffer(b.ctx, &b.memory, b.places.count * b.in_stride);
        b.out = bench_buffer(b.ctx, &b.memory, b.places.count * b.out_stride);
        b.times = 1;
        if (b.memory == PREFIX_MEMORY_HOST && out_size > in_size) {
            b.copied = what->n * in_size;
            b.times = out_size / in_size;
        }
        fill(&b, b.in, b.places.count * b.in_stride);
        fill(&b, b.out, b.places.count * b.out_stride);
        check(b.ctx, prefix_ctx_set_memory(b.ctx, b.memory));
        if (b.reduces) {
            b.total = bench_buffer(b.ctx, &b.memory, BENCH_ALIGNMENT);
            check(b.ctx, prefix_plan_set_total(b.plan, what->output_type, b.total));
        }
        status = call(&b, 0);
    }
    if (bench_works(b.ctx, status, text, size)) {
        row->what = *what;
        if (b.memory == PREFIX_MEMORY_DEVICE)
            row->what.threads = 0;
        row->bytes = (double)what->n * (double)(in_size + out_size);
        measure(&b, repeat, row);
    }
    check(b.ctx, prefix_memory_free(b.ctx, b.in));
    check(b.ctx, prefix_memory_free(b.ctx, b.out));
    check(b.ctx, prefix_memory_free(b.ctx, b.total));
    prefix_plan_destroy(b.plan);
    prefix_ctx_destroy(b.ctx);
    return status;
}

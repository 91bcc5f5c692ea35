/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "bench.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "message.h"

/* A sample's least time: the clock, and a launch's jitter, are then below a thousandth. */
#define HOST_SECONDS 2e-3
#define DEVICE_SECONDS 1e-2

/* Bytes that go to a device at once. */
#define STAGE ((size_t)1 << 22)

struct bench {
    const struct bench_case *what;
    prefix_ctx *ctx;
    prefix_plan *plan;
    int memory; /* where in and out lie */
    void *in, *out;
    size_t copied; /* bytes: half of what a scan reads and writes */
};

static void run_scan(void *user, int index)
{
    struct bench *b = user;
    (void)index;
    check(b->ctx, prefix_plan_run(b->plan, b->in, b->out, b->what->n));
}

static void run_device_copy(void *user, int index)
{
    struct bench *b = user;
    (void)index;
    check(b->ctx, prefix_memory_copy(b->ctx, b->out, b->in, b->copied));
}

static void run_host_copy(void *user, int index)
{
    struct bench *b = user;
    bench_copy(index, b->out, b->in, b->copied, b->what->copy_threads);
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
    return status;
}

/* A buffer on the device where there is one, on the host otherwise. */
static void *make_buffer(struct bench *b, size_t bytes)
{
    void *memory;
    b->memory = PREFIX_MEMORY_DEVICE;
    int status = prefix_memory_alloc(b->ctx, &memory, bytes, b->memory);
    if (status == PREFIX_ERROR_UNSUPPORTED) {
        b->memory = PREFIX_MEMORY_HOST;
        status = prefix_memory_alloc(b->ctx, &memory, bytes, b->memory);
    }
    check(b->ctx, status);
    return memory;
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

static void measure(struct bench *b, int repeat, struct bench_row *row)
{
    int device = b->memory == PREFIX_MEMORY_DEVICE;
    int copies = device ? 1 : BENCH_COPIES;
    struct bench_contender contenders[1 + BENCH_COPIES];
    contenders[0] = (struct bench_contender){.run = run_scan, .wait = wait, .user = b};
    for (int i = 0; i < copies; i++)
        contenders[1 + i] = (struct bench_contender){
            .run = device ? run_device_copy : run_host_copy, .wait = wait, .user = b, .index = i};
    bench_measure(contenders, 1 + copies, repeat, device ? DEVICE_SECONDS : HOST_SECONDS);
    row->scan = contenders[0].timing;
    row->copy = contenders[1].timing;
    for (int i = 1; i < copies; i++)
        if (contenders[1 + i].timing.median < row->copy.median)
            row->copy = contenders[1 + i].timing;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

int bench_scan(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size)
{
    struct bench b = {.what = what};
    size_t in_size = prefix_type_size(what->type), out_size = prefix_type_size(what->output_type);
    if (what->n > PTRDIFF_MAX / (in_size + out_size))
        die_usage("--n: %zu elements of %zu bytes do not fit this machine's sizes", what->n, in_size + out_size);
    check(NULL, prefix_ctx_create(&b.ctx, what->backend));
    check(b.ctx, prefix_ctx_set_threads(b.ctx, what->threads));
    int status = make_plan(&b);
    if (status == PREFIX_OK) {
        b.copied = (what->n * (in_size + out_size) + 1) / 2;
        size_t in_bytes = larger(what->n * in_size, b.copied), out_bytes = larger(what->n * out_size, b.copied);
        b.in = make_buffer(&b, in_bytes);
        b.out = make_buffer(&b, out_bytes);
        fill(&b, b.in, in_bytes);
        fill(&b, b.out, out_bytes);
        check(b.ctx, prefix_ctx_set_memory(b.ctx, b.memory));
        status = prefix_plan_run(b.plan, b.in, b.out, what->n);
    }
    if (status == PREFIX_OK) {
        row->what = *what;
        if (b.memory == PREFIX_MEMORY_DEVICE)
            row->what.threads = 0;
        row->bytes = (double)what->n * (double)(in_size + out_size);
        measure(&b, repeat, row);
    } else if (status == PREFIX_ERROR_UNSUPPORTED) {
        snprintf(text, size, "%s", prefix_ctx_error(b.ctx));
    } else {
        check(b.ctx, status);
    }
    check(b.ctx, prefix_memory_free(b.ctx, b.in));
    check(b.ctx, prefix_memory_free(b.ctx, b.out));
    prefix_plan_destroy(b.plan);
    prefix_ctx_destroy(b.ctx);
    return status;
}

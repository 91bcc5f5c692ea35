/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "bench/comparison.h"

#include <stdio.h>

#include "base/message.h"
#include "bench/copy.h"
#include "bench/data.h"
#include "bench/measure.h"

/* A sample's least time: the clock, and a launch's jitter, are then below a thousandth. */
#define HOST_SECONDS 2e-3
#define DEVICE_SECONDS 1e-2

struct copy {
    struct bench_comparison *comparison;
    size_t bytes; /* half of what is read and written */
};

static void run_copy(void *user, int index)
{
    const struct copy *copy = user;
    struct bench_comparison *b = copy->comparison;
    const size_t place = bench_next_place(&b->places);
    char *out = b->out + place * b->out_stride;
    const char *in = b->in + place * b->in_stride;
    if (b->memory == PREFIX_MEMORY_HOST)
        bench_copy(index, out, in, copy->bytes, 1, b->what->copy_threads);
    else
        check(b->ctx, prefix_memory_copy(b->ctx, out, in, copy->bytes));
}

static void wait(void *user)
{
    const struct copy *copy = user;
    check(copy->comparison->ctx, prefix_ctx_synchronize(copy->comparison->ctx));
}

void bench_compare_with_copies(const struct bench_comparison *comparison, size_t bytes,
                               struct bench_contender *contenders, int count, int repeat, struct bench_row *row)
{
    const int device = comparison->memory == PREFIX_MEMORY_DEVICE, copies = device ? 1 : BENCH_COPIES;
    struct bench_comparison at = *comparison;
    struct copy copy = {&at, (bytes + 1) / 2};
    struct bench_contender *const copying = contenders + count;
    for (int i = 0; i < copies; i++)
        copying[i] = (struct bench_contender){.run = run_copy, .wait = wait, .user = &copy, .index = i};
    for (int i = 0; i < count + copies; i++)
        contenders[i].on_device = device;
    bench_measure(contenders, count + copies, repeat, device ? DEVICE_SECONDS : HOST_SECONDS, comparison->what->rest);
    row->what = *comparison->what;
    if (device)
        row->what.threads = 0;
    row->bytes = (double)bytes;
    row->work = contenders[0].timing;
    row->copy = copying[0].timing;
    for (int i = 1; i < copies; i++)
        if (copying[i].timing.median < row->copy.median)
            row->copy = copying[i].timing;
    row->peer_count = 0;
}

int bench_works(prefix_ctx *ctx, int status, char *text, size_t text_size)
{
    if (status == PREFIX_ERROR_UNSUPPORTED)
        snprintf(text, text_size, "%s", prefix_ctx_error(ctx));
    else
        check(ctx, status);
    return status == PREFIX_OK;
}

void bench_upload(prefix_ctx *ctx, void *to, const void *from, size_t bytes, size_t stage)
{
    for (size_t done = 0; done < bytes; done += stage)
        check(ctx, prefix_memory_copy(ctx, (char *)to + done, from, bytes - done < stage ? bytes - done : stage));
    check(ctx, prefix_ctx_synchronize(ctx));
}

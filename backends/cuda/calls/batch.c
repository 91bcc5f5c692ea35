/* SPDX-License-Identifier: BSD-3-Clause */
/* The rows of a batch: the range of memory in which they lie, if that is the host's, is an array of the call. */
#include "calls/batch.h"

#include "launch/batch.h"
#include "launch/missing_batch.h"
#include "launch/store_ends.h"
#include "memory/scratch.h"
#include "shared/types.h"
#include "staging/bits.h"
#include "staging/call.h"

enum { INPUT, OUTPUT, TOTAL, BITS, ARRAYS };

struct call {
    struct prefix_scan_work work;
    prefix__cuda_rows_fn *on_device;
    const void *user;
    struct prefix_validity validity;
    const char *in;
    char *out;                       /* where the ranges begin, before the elements with all indices 0 by */
    ptrdiff_t in_before, out_before; /* bytes */
    struct prefix__cuda_array arrays[ARRAYS];
};

static int scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    return work->validity ? prefix__cuda_missing_batch_on_device(session, work)
                          : prefix__cuda_batch_on_device(session, work);
}

/* Totals become an array first, and then the rows' ends. */
static int scan_with_ends(struct prefix_session *session, const struct prefix_scan_work *given)
{
    const size_t size = prefix__size_of(given->output_type);
    struct prefix_batch batch = *given->batch;
    struct prefix_scan_work work = *given;
    int status = prefix__cuda_allocate(session, &work.total, batch.rows * size, work.stream);
    batch.ends = 0;
    work.batch = &batch;
    if (status == PREFIX_OK)
        status = scan(session, &work);
    if (status == PREFIX_OK)
        status = prefix__cuda_store_ends(session, &batch, work.n, work.reverse, size, size, work.total, work.out,
                                         work.stream);
    return prefix__cuda_release(session, work.total, work.stream, status);
}

static int run(struct prefix_session *session, void *given)
{
    struct call *c = given;
    c->work.in = c->in + c->in_before;
    c->work.out = c->out ? c->out + c->out_before : NULL;
    return c->on_device(session, &c->work, c->user);
}

static void widen(ptrdiff_t step, size_t count, ptrdiff_t *low, ptrdiff_t *high)
{
    const ptrdiff_t last = step * (ptrdiff_t)(count - 1);
    *(last < 0 ? low : high) += last;
}

/* Along a row, or between the rows of a dimension. */
static ptrdiff_t pick(enum prefix__cuda_batch_array array, ptrdiff_t in, ptrdiff_t out, ptrdiff_t second)
{
    return array == PREFIX__CUDA_BATCH_IN ? in : array == PREFIX__CUDA_BATCH_OUT ? out : second;
}

size_t prefix__cuda_batch_range(const struct prefix_batch *batch, size_t n, int reverse,
                                enum prefix__cuda_batch_array array, ptrdiff_t *before)
{
    ptrdiff_t low = 0, high = 0;
    widen(pick(array, batch->in_step, batch->out_step, batch->second_step), n, &low, &high);
    if (array == PREFIX__CUDA_BATCH_OUT && batch->ends)
        widen(reverse ? -batch->out_step : batch->out_step, 2, &low, &high);
    for (int d = 0; d < batch->dims; d++)
        widen(pick(array, batch->dim[d].in_step, batch->dim[d].out_step, batch->dim[d].second_step),
              batch->dim[d].count, &low, &high);
    *before = -low;
    return (size_t)(high - low) + 1;
}

int prefix__cuda_rows(struct prefix_session *session, const struct prefix_scan_work *work, const char *what,
                      prefix__cuda_rows_fn *on_device, const void *user)
{
    struct call c = {.work = *work, .on_device = on_device, .user = user};
    const size_t in_size = prefix__size_of(work->type), out_size = prefix__size_of(work->output_type);
    const size_t inputs =
        prefix__cuda_batch_range(work->batch, work->n, work->reverse, PREFIX__CUDA_BATCH_IN, &c.in_before);
    const size_t results =
        work->out ? prefix__cuda_batch_range(work->batch, work->n, work->reverse, PREFIX__CUDA_BATCH_OUT, &c.out_before)
                  : 0;
    c.in_before *= (ptrdiff_t)in_size;
    c.out_before *= (ptrdiff_t)out_size;
    c.in = (const char *)work->in - c.in_before;
    c.out = work->out ? (char *)work->out - c.out_before : NULL;
    c.arrays[INPUT] = prefix__cuda_input(&c.in, inputs, in_size, work->in_memory);
    c.arrays[OUTPUT] = prefix__cuda_result(&c.out, results, out_size, work->out_memory);
    c.arrays[OUTPUT].has_gaps = results != work->batch->rows * (work->n + (size_t)work->batch->ends);
    c.arrays[TOTAL] =
        prefix__cuda_result(&c.work.total, work->batch->rows, prefix__size_of(work->total_type), work->total_memory);
    if (work->validity) {
        c.validity = *work->validity;
        c.work.validity = &c.validity;
        c.arrays[BITS] = prefix__cuda_bits(&c.validity, work->n * work->batch->rows);
    }
    struct prefix__cuda_call call = {
        .what = what,
        .arrays = c.arrays,
        .count = work->validity ? ARRAYS : BITS,
        .threads = work->threads,
        .stream = work->stream,
        .run = run,
        .work = &c,
    };
    return prefix__cuda_call(session, &call);
}

static int scan_rows(struct prefix_session *session, const struct prefix_scan_work *work, const void *user)
{
    (void)user;
    return work->batch->ends ? scan_with_ends(session, work) : scan(session, work);
}

int prefix__cuda_batch(struct prefix_session *session, const struct prefix_scan_work *work)
{
    return prefix__cuda_rows(session, work, "a batch of host arrays", scan_rows, NULL);
}

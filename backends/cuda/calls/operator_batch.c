/* SPDX-License-Identifier: BSD-3-Clause */
/* Of rows in host memory the range in which they lie is an array of the call, as in calls/batch.c. */
#include "calls/operator_batch.h"

#include "base/context.h"
#include "calls/batch.h"
#include "launch/operator_batch.h"
#include "launch/store_ends.h"
#include "memory/scratch.h"
#include "shared/operator_stages.h"
#include "staging/call.h"

enum { INPUT, OUTPUT, TOTAL, SECOND, FIRSTS, ARRAYS };

struct call {
    struct prefix_operator_work work;
    const char *in, *second;
    char *out;
    ptrdiff_t in_before, second_before, out_before; /* bytes */
    struct prefix__cuda_array arrays[ARRAYS];
};

static int scan_with_ends(struct prefix_session *session, struct prefix_operator_work *work)
{
    struct prefix_batch batch = *work->batch;
    int status = prefix__cuda_allocate(session, &work->total, batch.rows * work->out_size, work->stream);
    batch.ends = 0;
    work->batch = &batch;
    if (status == PREFIX_OK)
        status = prefix__cuda_operator_batch_on_device(session, work);
    if (status == PREFIX_OK)
        status = prefix__cuda_store_ends(session, &batch, work->n, work->reverse, work->out_size, work->out_alignment,
                                         work->total, work->out, work->stream);
    return prefix__cuda_release(session, work->total, work->stream, status);
}

/* What stands before a row is read by all its tiles, and its total written by one. */
static int scan_behind_copies(struct prefix_session *session, struct prefix_operator_work *work)
{
    const size_t bytes = work->batch->rows * prefix__operator_total_size(work);
    void *firsts = NULL;
    int status = prefix__cuda_allocate(session, &firsts, bytes, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(
            session, cudaMemcpyAsync(firsts, work->firsts, bytes, cudaMemcpyDeviceToDevice, (cudaStream_t)work->stream),
            "copying what stands before rows");
    work->firsts = firsts;
    if (status == PREFIX_OK)
        status = prefix__cuda_operator_batch_on_device(session, work);
    return prefix__cuda_release(session, firsts, work->stream, status);
}

static int run(struct prefix_session *session, void *given)
{
    struct call *c = given;
    struct prefix_operator_work work = c->work;
    work.in = c->in + c->in_before;
    work.out = c->out ? c->out + c->out_before : NULL;
    if (work.second)
        work.second = c->second + c->second_before;
    if (work.batch->ends)
        return scan_with_ends(session, &work);
    return work.firsts && work.firsts == work.total ? scan_behind_copies(session, &work)
                                                    : prefix__cuda_operator_batch_on_device(session, &work);
}

int prefix__cuda_operator_batch(struct prefix_session *session, const struct prefix_operator_work *work)
{
    struct call c = {.work = *work};
    const size_t inputs =
        prefix__cuda_batch_range(work->batch, work->n, work->reverse, PREFIX__CUDA_BATCH_IN, &c.in_before);
    const size_t results =
        work->out ? prefix__cuda_batch_range(work->batch, work->n, work->reverse, PREFIX__CUDA_BATCH_OUT, &c.out_before)
                  : 0;
    const size_t seconds = work->second ? prefix__cuda_batch_range(work->batch, work->n, work->reverse,
                                                                   PREFIX__CUDA_BATCH_SECOND, &c.second_before)
                                        : 0;
    c.in_before *= (ptrdiff_t)work->in_size;
    c.second_before *= (ptrdiff_t)work->in_size;
    c.out_before *= (ptrdiff_t)work->out_size;
    c.in = (const char *)work->in - c.in_before;
    c.out = work->out ? (char *)work->out - c.out_before : NULL;
    c.second = work->second ? (const char *)work->second - c.second_before : NULL;
    c.arrays[INPUT] = prefix__cuda_input(&c.in, inputs, work->in_size, work->in_memory);
    c.arrays[OUTPUT] = prefix__cuda_result(&c.out, results, work->out_size, work->out_memory);
    c.arrays[OUTPUT].has_gaps = results != work->batch->rows * (work->n + (size_t)work->batch->ends);
    c.arrays[TOTAL] =
        prefix__cuda_result(&c.work.total, work->batch->rows, prefix__operator_total_size(work), work->total_memory);
    c.arrays[SECOND] = prefix__cuda_input(&c.second, seconds, work->in_size, work->second_memory);
    c.arrays[FIRSTS] =
        prefix__cuda_input(&c.work.firsts, work->batch->rows,
                           work->first_is_element ? work->total_bytes : work->in_size, work->firsts_memory);
    struct prefix__cuda_call call = {
        .what = "a batch of host arrays",
        .arrays = c.arrays,
        .count = ARRAYS,
        .threads = work->threads,
        .stream = work->stream,
        .run = run,
        .work = &c,
    };
    return prefix__cuda_call(session, &call);
}

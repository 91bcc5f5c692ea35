/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A batch with missing elements: what they come to is scanned in place as any other, in the order of the bitmap, which
 * is C order without gaps. Arrays that lie otherwise are brought into it, and results out of it.
 */
#include "launch/missing_batch.h"

#include <string.h>

#include "launch/batch.h"
#include "launch/missing.h"
#include "launch/rearrange.h"
#include "memory/scratch.h"
#include "shared/types.h"

struct job {
    const struct prefix_scan_work *work;
    struct prefix_batch dense; /* the batch of what is filled in */
    /* From the input to there, and from there to the output. */
    struct prefix__cuda_places in, out;
    size_t elements, in_size, out_size;
    int in_is_dense, out_is_dense;
    char *copy, *filled; /* the input in the order of the bitmap, and what is filled in */
    uint32_t *closed;    /* or NULL */
};

/* A dimension of the batch, or behind them that along its rows, at its place in the order of the bitmap. */
static void insert(struct job *job, int *order, int dims, int which)
{
    const struct prefix_batch *batch = job->work->batch;
    const int has_bits = job->work->validity->bits != NULL;
    int at = dims;
#define VALID_STEP(d) ((d) < batch->dims ? batch->dim[d].valid_step : batch->valid_step)
    for (; has_bits && at > 0 && VALID_STEP(order[at - 1]) < VALID_STEP(which); at--)
        order[at] = order[at - 1];
#undef VALID_STEP
    order[at] = which;
}

/* Where everything lies: all dimensions with the steps of both arrays, and those of an array without gaps. */
static void describe(struct job *job)
{
    const struct prefix_scan_work *work = job->work;
    const struct prefix_batch *batch = work->batch;
    int order[PREFIX__CUDA_REARRANGE_DIMS];
    int64_t step = 1;
    job->dense = *batch;
    job->in_is_dense = job->out_is_dense = 1;
    job->in.dims = job->out.dims = batch->dims + 1;
    for (int d = 0; d <= batch->dims; d++)
        insert(job, order, d, d);
    for (int i = batch->dims; i >= 0; i--) {
        const int d = order[i], along = d == batch->dims;
        const uint64_t count = along ? work->n : batch->dim[d].count;
        const int64_t in_step = along ? batch->in_step : batch->dim[d].in_step;
        const int64_t out_step = along ? batch->out_step : batch->dim[d].out_step;
        job->in.dim[i] = (struct prefix__cuda_batch_dim){count, in_step, step};
        job->out.dim[i] = (struct prefix__cuda_batch_dim){count, step, out_step};
        job->in_is_dense &= in_step == step || count == 1;
        job->out_is_dense &= out_step == step || count == 1;
        if (along)
            job->dense.in_step = job->dense.out_step = (ptrdiff_t)step;
        else
            job->dense.dim[d].in_step = job->dense.dim[d].out_step = (ptrdiff_t)step;
        step *= (int64_t)count;
    }
    job->out_is_dense &= work->out != NULL;
}

/* Memory of the call: for what is filled in, the copy of the input, and bits. */
static int allocate(struct prefix_session *session, struct job *job, char **scratch)
{
    const struct prefix_scan_work *work = job->work;
    const size_t filled = job->out_is_dense ? 0 : (job->elements * job->out_size + 15) / 16 * 16;
    const size_t copy =
        job->in_is_dense || work->type == work->output_type ? 0 : (job->elements * job->in_size + 15) / 16 * 16;
    const size_t closed =
        work->validity->blank && prefix__is_float(work->type) ? (job->elements + 31) / 32 * sizeof *job->closed : 0;
    int status = PREFIX_OK;
    if (filled + copy + closed > 0)
        status = prefix__cuda_allocate(session, (void **)scratch, filled + copy + closed, work->stream);
    job->filled = filled ? *scratch : work->out;
    job->copy = copy ? *scratch + filled : job->filled;
    job->closed = closed ? (uint32_t *)(*scratch + filled + copy) : NULL;
    return status;
}

static int fill(struct prefix_session *session, struct job *job)
{
    const struct prefix_scan_work *work = job->work;
    const struct prefix_validity *v = work->validity;
    struct prefix__cuda_fill params = {.in = job->in_is_dense ? work->in : job->copy,
                                       .out = job->filled,
                                       .n = job->elements,
                                       .bits = v->bits,
                                       .first = v->first,
                                       .mask = v->mask,
                                       .range = v->range,
                                       .closed = job->closed};
    int status = PREFIX_OK;
    memcpy(&params.identity, v->identity, job->out_size);
    if (!job->in_is_dense)
        status =
            prefix__cuda_rearrange(session, &job->in, job->in_size, job->in_size, work->in, job->copy, work->stream);
    return status == PREFIX_OK ? prefix__cuda_fill_in(session, work->type, work->output_type, &params, work->stream)
                               : status;
}

static int scan(struct prefix_session *session, const struct job *job)
{
    struct prefix_scan_work filled = *job->work;
    filled.type = filled.output_type;
    filled.in = job->filled;
    filled.out = filled.out ? job->filled : NULL;
    filled.batch = &job->dense;
    filled.validity = NULL;
    return prefix__cuda_batch_on_device(session, &filled);
}

static int blank(struct prefix_session *session, const struct job *job)
{
    const struct prefix_validity *v = job->work->validity;
    struct prefix__cuda_blank params = {.out = job->filled,
                                        .n = job->elements,
                                        .bits = job->closed ? (const uint8_t *)job->closed : v->bits,
                                        .first = job->closed ? 0 : v->first};
    return prefix__cuda_blank_out(session, job->out_size, job->out_size, v->blank, &params, job->work->stream);
}

int prefix__cuda_missing_batch_on_device(struct prefix_session *session, const struct prefix_scan_work *work)
{
    struct job job = {.work = work,
                      .elements = work->n * work->batch->rows,
                      .in_size = prefix__size_of(work->type),
                      .out_size = prefix__size_of(work->output_type)};
    char *scratch = NULL;
    describe(&job);
    int status = allocate(session, &job, &scratch);
    if (status == PREFIX_OK)
        status = fill(session, &job);
    if (status == PREFIX_OK)
        status = scan(session, &job);
    if (status == PREFIX_OK && work->validity->blank)
        status = blank(session, &job);
    if (status == PREFIX_OK && work->out && !job.out_is_dense)
        status =
            prefix__cuda_rearrange(session, &job.out, job.out_size, job.out_size, job.filled, work->out, work->stream);
    return prefix__cuda_release(session, scratch, work->stream, status);
}

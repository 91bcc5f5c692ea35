/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of neighbours, a fixed step apart, are one launch; others are copied to such rows, and their results back. */
#include "launch/operator_batch.h"

#include "launch/operator.h"
#include "launch/rearrange.h"
#include "launch/recurrence.h"
#include "memory/scratch.h"

enum { INPUT, SECOND, OUTPUT, ARRAYS };

static ptrdiff_t step_along(const struct prefix_batch *batch, int array)
{
    return array == INPUT ? batch->in_step : array == SECOND ? batch->second_step : batch->out_step;
}

static ptrdiff_t step_of(const struct prefix_batch_dim *dim, int array)
{
    return array == INPUT ? dim->in_step : array == SECOND ? dim->second_step : dim->out_step;
}

/* All dimensions of a batch, its rows' elements innermost: from an input's steps, or to the output's, of rows. */
static struct prefix__cuda_places places_of(const struct prefix_operator_work *work, int array)
{
    const struct prefix_batch *batch = work->batch;
    struct prefix__cuda_places places = {.dims = batch->dims + 1};
    int64_t step = 1;
    for (int d = batch->dims; d >= 0; d--) {
        const int along = d == batch->dims;
        const uint64_t count = along ? work->n : batch->dim[d].count;
        const int64_t given = along ? step_along(batch, array) : step_of(&batch->dim[d], array);
        places.dim[d] =
            (struct prefix__cuda_batch_dim){count, array == OUTPUT ? step : given, array == OUTPUT ? given : step};
        step *= (int64_t)count;
    }
    return places;
}

/* A second input may have one element for all of a row. */
static int moves(const struct prefix_batch *batch, int array)
{
    const ptrdiff_t step = step_along(batch, array);
    return batch->dims > 1 || (step != 1 && (array != SECOND || step != 0));
}

static size_t rounded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static int bring_together(struct prefix_session *session, const struct prefix_operator_work *work, int array,
                          const void *from, void *to)
{
    const struct prefix__cuda_places places = places_of(work, array);
    return prefix__cuda_rearrange(session, &places, work->in_size, work->in_alignment, from, to, work->stream);
}

static int scan_rows(struct prefix_session *session, const struct prefix_operator_work *work, char *scratch,
                     const size_t bytes[ARRAYS])
{
    const struct prefix_batch *batch = work->batch;
    struct prefix_operator_work moved = *work;
    struct prefix_batch rows = {.size = sizeof rows,
                                .in_step = 1,
                                .out_step = 1,
                                .second_step = batch->second_step,
                                .rows = batch->rows,
                                .dims = 1};
    int status = PREFIX_OK;
    if (batch->dims == 1)
        rows.dim[0] = batch->dim[0];
    rows.dim[0].count = batch->rows;
    if (bytes[INPUT] > 0) {
        moved.in = scratch;
        rows.dim[0].in_step = (ptrdiff_t)work->n;
        status = bring_together(session, work, INPUT, work->in, scratch);
    }
    if (status == PREFIX_OK && bytes[SECOND] > 0) {
        moved.second = scratch + bytes[INPUT];
        rows.second_step = 1;
        rows.dim[0].second_step = (ptrdiff_t)work->n;
        status = bring_together(session, work, SECOND, work->second, scratch + bytes[INPUT]);
    }
    if (bytes[OUTPUT] > 0) {
        moved.out = scratch + bytes[INPUT] + bytes[SECOND];
        rows.dim[0].out_step = (ptrdiff_t)work->n;
    }
    moved.batch = &rows;
    if (status == PREFIX_OK)
        status = prefix__cuda_operator_scan_into(session, &moved, moved.out, moved.total);
    if (status == PREFIX_OK && bytes[OUTPUT] > 0) {
        const struct prefix__cuda_places places = places_of(work, OUTPUT);
        status = prefix__cuda_rearrange(session, &places, work->out_size, work->out_alignment, moved.out, work->out,
                                        work->stream);
    }
    return status;
}

int prefix__cuda_operator_batch_on_device(struct prefix_session *session, const struct prefix_operator_work *work)
{
    if (work->recurrence_type)
        return prefix__cuda_recurrence_on_device(session, work);
    const size_t elements = work->batch->rows * work->n;
    const size_t bytes[ARRAYS] = {
        [INPUT] = moves(work->batch, INPUT) ? rounded(elements * work->in_size) : 0,
        [SECOND] = work->second && moves(work->batch, SECOND) ? rounded(elements * work->in_size) : 0,
        [OUTPUT] = work->out && moves(work->batch, OUTPUT) ? rounded(elements * work->out_size) : 0,
    };
    const size_t all = bytes[INPUT] + bytes[SECOND] + bytes[OUTPUT];
    char *scratch = NULL;
    int status = PREFIX_OK;
    if (all > 0)
        status = prefix__cuda_allocate(session, (void **)&scratch, all, work->stream);
    if (status == PREFIX_OK)
        status = scan_rows(session, work, scratch, bytes);
    return prefix__cuda_release(session, scratch, work->stream, status);
}

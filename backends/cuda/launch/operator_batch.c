/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of neighbours, a fixed step apart, are one launch; others are copied to such rows, and their results back. */
#include "launch/operator_batch.h"

#include "launch/operator.h"
#include "launch/rearrange.h"
#include "memory/scratch.h"

/* All dimensions of a batch, its rows' elements innermost: from the input's steps, or to the output's, of rows. */
static struct prefix__cuda_places places_of(const struct prefix_operator_work *work, int is_out)
{
    const struct prefix_batch *batch = work->batch;
    struct prefix__cuda_places places = {.dims = batch->dims + 1};
    int64_t step = 1;
    for (int d = batch->dims; d >= 0; d--) {
        const int along = d == batch->dims;
        const uint64_t count = along ? work->n : batch->dim[d].count;
        const int64_t in = along ? batch->in_step : batch->dim[d].in_step;
        const int64_t out = along ? batch->out_step : batch->dim[d].out_step;
        places.dim[d] = (struct prefix__cuda_batch_dim){count, is_out ? step : in, is_out ? out : step};
        step *= (int64_t)count;
    }
    return places;
}

static size_t rounded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

int prefix__cuda_operator_batch_on_device(struct prefix_session *session, const struct prefix_operator_work *work)
{
    const struct prefix_batch *batch = work->batch;
    const int moves_in = batch->dims > 1 || batch->in_step != 1;
    const int moves_out = work->out && (batch->dims > 1 || batch->out_step != 1);
    const size_t elements = batch->rows * work->n;
    const size_t in_bytes = moves_in ? rounded(elements * work->in_size) : 0;
    const size_t out_bytes = moves_out ? rounded(elements * work->out_size) : 0;
    struct prefix_operator_work moved = *work;
    struct prefix_batch rows = {.size = sizeof rows, .in_step = 1, .out_step = 1, .rows = batch->rows, .dims = 1};
    char *scratch = NULL;
    int status = PREFIX_OK;
    if (in_bytes + out_bytes > 0)
        status = prefix__cuda_allocate(session, (void **)&scratch, in_bytes + out_bytes, work->stream);
    if (batch->dims == 1)
        rows.dim[0] = batch->dim[0];
    rows.dim[0].count = batch->rows;
    if (moves_in) {
        const struct prefix__cuda_places places = places_of(work, 0);
        moved.in = scratch;
        rows.dim[0].in_step = (ptrdiff_t)work->n;
        if (status == PREFIX_OK)
            status = prefix__cuda_rearrange(session, &places, work->in_size, work->in_alignment, work->in, scratch,
                                            work->stream);
    }
    if (moves_out) {
        moved.out = scratch + in_bytes;
        rows.dim[0].out_step = (ptrdiff_t)work->n;
    }
    moved.batch = &rows;
    if (status == PREFIX_OK)
        status = prefix__cuda_operator_scan_into(session, &moved, moved.out, moved.total);
    if (status == PREFIX_OK && moves_out) {
        const struct prefix__cuda_places places = places_of(work, 1);
        status = prefix__cuda_rearrange(session, &places, work->out_size, work->out_alignment, moved.out, work->out,
                                        work->stream);
    }
    return prefix__cuda_release(session, scratch, work->stream, status);
}

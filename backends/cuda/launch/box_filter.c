/* SPDX-License-Identifier: BSD-3-Clause */
/* A table of the image in scratch memory; of f32 its least and greatest element; and a kernel that looks windows up. */
#include "launch/box_filter.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "launch/integral.h"
#include "memory/scratch.h"
#include "shared/box.h"

#define BLOCKS 8 /* on a multiprocessor */

static struct prefix__cuda_box describe(const struct prefix_box_filter_work *work, const void *table)
{
    return (struct prefix__cuda_box){
        .in = work->in,
        .table = table,
        .radii = work->radii,
        .out = work->out,
        .width = work->width,
        .height = work->height,
        .in_pitch = work->in_pitch,
        .out_pitch = work->out_pitch,
        .radius_pitch = work->radius_pitch,
        .radius_x = work->radius_x,
        .radius_y = work->radius_y,
        .channels = (uint32_t)work->channels,
        .output_type = work->output_type,
        .radius_type = work->radius_type,
    };
}

static int queue(struct prefix_session *session, const void *kernel, uint32_t threads, struct prefix__cuda_box *box,
                 void *stream)
{
    const struct prefix__cuda_grid grid = {session->multiprocessors * BLOCKS, threads, 0, 0, 0};
    return prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){box}, "a box filter");
}

/* Keys at limits, which are two; they begin at the far ends. */
static int find_limits(struct prefix_session *session, struct prefix__cuda_box *box, uint32_t *limits, void *stream)
{
    uint32_t threads;
    const void *kernel = prefix__cuda_box_limits_kernel(&threads);
    box->least = limits;
    box->greatest = limits + 1;
    cudaError_t error = cudaMemsetAsync(box->least, 0xff, sizeof *limits, (cudaStream_t)stream);
    if (error == cudaSuccess)
        error = cudaMemsetAsync(box->greatest, 0, sizeof *limits, (cudaStream_t)stream);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "clearing scratch memory");
    return queue(session, kernel, threads, box, stream);
}

int prefix__cuda_box_filter_on_device(struct prefix_session *session, const struct prefix_box_filter_work *work)
{
    struct prefix_integral_work table = prefix__box_table(work, NULL);
    const size_t bytes = (prefix__box_table_bytes(&table) + 7) / 8 * 8;
    uint32_t threads;
    const void *kernel = prefix__cuda_box_kernel(prefix__cuda_sum_of(table.output_type), &threads);
    int status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK)
        status = prefix__cuda_allocate(session, &table.out, bytes + 2 * sizeof(uint32_t), work->stream);
    if (status != PREFIX_OK)
        return status;
    struct prefix__cuda_box box = describe(work, table.out);
    status = prefix__cuda_integral_on_device(session, &table);
    if (status == PREFIX_OK && table.output_type == PREFIX_F64)
        status = find_limits(session, &box, (uint32_t *)((char *)table.out + bytes), work->stream);
    if (status == PREFIX_OK)
        status = queue(session, kernel, threads, &box, work->stream);
    return prefix__cuda_release(session, table.out, work->stream, status);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch/integral.h"

#include "base/function.h"
#include "memory/scratch.h"
#include "shared/tables.h"

#define BLOCKS_MAX 0x7fffffff

enum prefix__cuda_sum prefix__cuda_sum_of(int output_type)
{
    return prefix__is_float(output_type)       ? PREFIX__CUDA_SUM_F64
           : prefix__size_of(output_type) == 4 ? PREFIX__CUDA_SUM_U32
                                               : PREFIX__CUDA_SUM_U64;
}

static struct prefix__cuda_table describe(const struct prefix_integral_work *work, int squares)
{
    const int type = squares ? work->square_type : work->output_type;
    struct prefix__cuda_table t = {
        .in = work->in,
        .out = squares ? work->squares : work->out,
        .width = work->width,
        .height = work->height,
        .tiles = (work->width - 1) / PREFIX__CUDA_TABLE_COLUMNS + 1,
        .bands = (work->height - 1) / PREFIX__CUDA_TABLE_ROWS + 1,
        .in_pitch = work->in_pitch,
        .out_pitch = squares ? work->square_pitch : work->out_pitch,
        .channels = (uint32_t)work->channels,
        .type = work->type,
        .output_type = type,
        .squares = squares,
        .border = work->border,
    };
    if (work->border)
        t.out = (char *)t.out + t.out_pitch + work->channels * prefix__size_of(type);
    return t;
}

static int queue(struct prefix_session *session, const void *kernel, uint64_t blocks, uint32_t threads,
                 struct prefix__cuda_table *t, void *stream)
{
    const struct prefix__cuda_grid grid = {(unsigned)blocks, threads, 0, 0, 0};
    if (blocks > BLOCKS_MAX) {
        session->host->error(session->owner, "the image has more than %d blocks of tiles", BLOCKS_MAX);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    return prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){t}, "a summed-area table");
}

static int add_up(struct prefix_session *session, const struct prefix_integral_work *work, int squares)
{
    struct prefix__cuda_table t = describe(work, squares);
    const enum prefix__cuda_sum sum = prefix__cuda_sum_of(t.output_type);
    const struct prefix__cuda_table_kernels *kernels = prefix__cuda_table_kernels_of(sum);
    const uint64_t tiles = t.tiles * t.bands * t.channels;
    const uint64_t warps = ((t.tiles - 1) / kernels->warp_tiles + 1) * t.bands * t.channels;
    const uint64_t tile_blocks = (warps - 1) / kernels->tile_warps + 1;
    const uint64_t rows = t.bands * PREFIX__CUDA_TABLE_ROWS * t.channels;
    const uint64_t columns = t.tiles * PREFIX__CUDA_TABLE_COLUMNS * t.channels;
    const size_t side = tiles * PREFIX__CUDA_TABLE_ROWS * (sum == PREFIX__CUDA_SUM_U32 ? 4 : 8);
    int status = prefix__cuda_allocate(session, &t.right, 2 * side, work->stream);
    if (status != PREFIX_OK)
        return status;
    t.lower = (char *)t.right + side;
    status = queue(session, kernels->reduce, tile_blocks, kernels->tile_threads, &t, work->stream);
    if (status == PREFIX_OK)
        status = queue(session, kernels->carry_rows, (rows - 1) / kernels->carry_threads + 1, kernels->carry_threads,
                       &t, work->stream);
    if (status == PREFIX_OK)
        status = queue(session, kernels->carry_columns, (columns - 1) / kernels->carry_threads + 1,
                       kernels->carry_threads, &t, work->stream);
    if (status == PREFIX_OK)
        status = queue(session, kernels->write, tile_blocks, kernels->tile_threads, &t, work->stream);
    return prefix__cuda_release(session, t.right, work->stream, status);
}

int prefix__cuda_integral_on_device(struct prefix_session *session, const struct prefix_integral_work *work)
{
    int status = work->squares ? add_up(session, work, 1) : PREFIX_OK; /* first: the other may replace the input */
    return status == PREFIX_OK ? add_up(session, work, 0) : status;
}

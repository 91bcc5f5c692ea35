/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short lines of neighbours: a warp has two rows, of one line, or where lines are shorter than a row each of several.
 * They are packed: whole packets of the operator's own elements, as they are, and so a line takes few registers, and
 * the time of its copy (1.2 times the speed of steps).
 */
#ifndef PREFIX_CUDA_BATCH_SHORT_LINES_CUH
#define PREFIX_CUDA_BATCH_SHORT_LINES_CUH

#include "batch/place.cuh"
#include "block/tile_load.cuh"
#include "block/tile_store.cuh"
#include "grid/dependent.cuh"
#include "grid/total.cuh"
#include "warp/row_scan.cuh"
#include "word/tile_shape.cuh"

namespace prefix_cuda
{

constexpr int short_line_rows = PREFIX__CUDA_SHORT_LINE_ROWS, short_line_warps = PREFIX__CUDA_SHORT_LINE_WARPS;

/* Which line a warp's row is of, and where it has the lane's elements. */
struct short_line_row {
    uint64_t line;
    const char *in;
    char *out;
    bool exists;

    __device__ void find(const prefix__cuda_batch &batch, int row, int lane_elements, int size)
    {
        const uint64_t warp = (uint64_t)blockIdx.x * short_line_warps + (threadIdx.x >> 5);
        const int lane = threadIdx.x & 31, lanes = (int)batch.lanes, shared_lines = 32 / lanes;
        const bool alone = lanes == 32;
        line = alone ? warp : (warp * short_line_rows + row) * shared_lines + lane / lanes;
        const int first = ((lane & (lanes - 1)) + (alone ? row * 32 : 0)) * lane_elements;
        exists = line < batch.lines && first < (int)batch.scan.n;
        const line_place place = place_of(batch, line);
        in = (const char *)batch.scan.in + (place.in + first) * size;
        out = (char *)batch.scan.out + (place.out + first) * size;
    }
};

template <class OP>
__global__ void __launch_bounds__(short_line_warps * 32, 12)
    short_line_kernel(const __grid_constant__ prefix__cuda_batch batch)
{
    using shape = tile_shape<OP>;
    using single = typename OP::single::word;
    constexpr int size = OP::bits / 8;
    const int lanes = (int)batch.lanes;
    const typename OP::carry tile = (typename OP::carry)batch.scan.carry;
    typename OP::word x[short_line_rows][shape::lane_words];
    single last[short_line_rows], before[short_line_rows], upto[short_line_rows];
    packet<16> p[short_line_rows];
    short_line_row rows[short_line_rows];
#pragma unroll
    for (int r = 0; r < short_line_rows; r++)
        rows[r].find(batch, r, shape::lane_elements, size);
    await_previous();
#pragma unroll
    for (int r = 0; r < short_line_rows; r++) {
        if (rows[r].exists)
            p[r] = load_packet<16>(rows[r].in);
    }
#pragma unroll
    for (int r = 0; r < short_line_rows; r++)
        unpack<OP, size>(x[r], p[r]);
    flip_words<OP>(x, batch.scan);
#pragma unroll
    for (int r = 0; r < short_line_rows; r++) {
#pragma unroll
        for (int k = 0; k < shape::lane_words; k++)
            x[r][k] = rows[r].exists ? x[r][k] : (typename OP::word)OP::neutral;
    }
    row_scan<OP>(x, last, lanes);
#pragma unroll
    for (int r = 0; r < short_line_rows; r++) {
        before[r] = r > 0 && lanes == 32 ? upto[r - 1] : OP::single::neutral;
        upto[r] = OP::single::combine(before[r], __shfl_sync(~0u, last[r], lanes - 1, lanes));
    }
    if (batch.scan.out) {
        enter_rows<OP>(x, last, before, batch.scan.exclusive, lanes);
        enter_tile<OP>(x, last, tile, batch.scan.exclusive);
        flip_words<OP>(x, batch.scan);
#pragma unroll
        for (int r = 0; r < short_line_rows; r++) {
            if (rows[r].exists)
                store_packet(rows[r].out, pack<OP>(x[r]));
        }
    }
    if (batch.scan.total_form == PREFIX__CUDA_TOTAL_NONE || (threadIdx.x & (lanes - 1)) != 0)
        return;
    prefix__cuda_scan scan = batch.scan;
#pragma unroll
    for (int r = 0; r < short_line_rows; r++) {
        scan.total = (char *)batch.scan.total + rows[r].line * batch.total_size;
        if (rows[r].line < batch.lines && (lanes < 32 || r == short_line_rows - 1))
            write_total<OP>(scan, OP::join(tile, OP::widen(upto[r])));
    }
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines of neighbours, many: each has a block that walks along it by steps of 2 rows a warp. Nobody looks back, and
 * blocks that start together work side by side in memory; while one computes, others load: so blocks are small. In
 * place is safe: a step is in registers before it is stored.
 */
#ifndef PREFIX_CUDA_BATCH_LINES_CUH
#define PREFIX_CUDA_BATCH_LINES_CUH

#include "batch/place.cuh"
#include "block/tile_load.cuh"
#include "block/tile_store.cuh"
#include "grid/dependent.cuh"
#include "grid/total.cuh"
#include "warp/row_scan.cuh"
#include "word/tile_shape.cuh"

namespace prefix_cuda
{

constexpr int line_rows = 2; /* of a warp, in a step */

/* What stands before a row: in its tile, if the order matters, and before that. */
template <class OP> struct line_carry {
    using single = typename OP::single::word;
    single row;
    typename OP::carry tile;

    /*
     * From what stands before a step. totals: of its rows; before: in the tile before those from own on. Then it is
     * behind those; where the order does not matter, behind the step.
     */
    __device__ void pass(const single *totals, int rows, int own, single (&before)[line_rows])
    {
        if constexpr (OP::ordered) {
#pragma unroll 4
            for (int i = 0; i < own; i++)
                row = OP::combine(row, totals[i]);
#pragma unroll
            for (int r = 0; r < line_rows; r++) {
                before[r] = row;
                row = OP::combine(row, totals[own + r]);
            }
        } else {
            const int lane = threadIdx.x & 31;
            single upto[1] = {lane < rows ? totals[lane] : OP::single::neutral};
            warp_scan<typename OP::single>(upto);
            single ahead = __shfl_up_sync(~0u, upto[0], 1);
            if (lane == 0)
                ahead = OP::single::neutral;
#pragma unroll
            for (int r = 0; r < line_rows; r++)
                before[r] = __shfl_sync(~0u, ahead, own + r);
            row = __shfl_sync(~0u, upto[0], 31);
        }
    }
    /* When a tile ends, and where the order does not matter behind each step. */
    __device__ void close()
    {
        tile = OP::join(tile, OP::widen(row));
        row = OP::single::neutral;
    }
};

template <class OP>
__global__ void __launch_bounds__(PREFIX__CUDA_LINE_WARPS * 32, 2)
    line_kernel(const __grid_constant__ prefix__cuda_batch batch)
{
    using shape = tile_shape<OP>;
    using single = typename OP::single::word;
    constexpr int part = line_rows * 32 * shape::lane_elements; /* elements of a warp in a step */
    __shared__ single totals[2][PREFIX__CUDA_LINE_WARPS * line_rows];
    __shared__ line_carry<OP> starts[2]; /* of steps but the first, from the last warp of the step before */
    const int warp = (int)threadIdx.x >> 5, warps = (int)blockDim.x >> 5, own = warp * line_rows;
    const bool is_last = warp == warps - 1 && (threadIdx.x & 31) == 0;
    await_previous();
    const prefix__cuda_scan line = line_of(batch, blockIdx.x);
    line_carry<OP> carry = {OP::single::neutral, (typename OP::carry)line.carry};
    bool ends = false;
    int turn = 0, row = 0; /* of the tile */
    for (uint64_t at = 0; !ends; turn ^= 1, row = (row + warps * line_rows) % shape::rows) {
        const uint64_t begin = at + warp * part, first = begin + (threadIdx.x & 31) * shape::lane_elements;
        const bool full = begin + part <= line.n;
        typename OP::word x[line_rows][shape::lane_words];
        single last[line_rows], before[line_rows];
        if (begin < line.n) {
            load_tile<OP>(x, line, first, full);
            row_scan<OP>(x, last);
        }
        if ((threadIdx.x & 31) == 31) {
#pragma unroll
            for (int r = 0; r < line_rows; r++)
                totals[turn][own + r] = begin < line.n ? last[r] : OP::single::neutral;
        }
        __syncthreads();
        if (at > 0)
            carry = starts[turn];
        const typename OP::carry tile = carry.tile;
        carry.pass(totals[turn], warps * line_rows, own, before);
        at += (uint64_t)warps * part;
        ends = at >= line.n;
        if (!OP::ordered || row + warps * line_rows == shape::rows || ends)
            carry.close();
        if (is_last)
            starts[turn ^ 1] = carry;
        if (begin < line.n && line.out) {
            enter_rows<OP>(x, last, before, line.exclusive);
            store_tile<OP>(x, last, tile, line, first, full);
        }
    }
    if (is_last && line.total_form != PREFIX__CUDA_TOTAL_NONE)
        write_total<OP>(line, carry.tile);
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines of neighbours, many: each has a block, or a warp if it is short, that walks along it by steps of 2 rows a warp,
 * half a tile. A step's loads are on their way while the one before it is scanned. Nobody looks back, and blocks that
 * start together work side by side in memory. In place is safe: a step is in registers before it is stored.
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

constexpr int line_warps = 16;      /* of a block, at most */
constexpr int line_rows = 2;        /* of a warp, in a step */
constexpr int line_short_warps = 4; /* of a block in which each has a line */

/* What stands before the next step; the same in all threads. */
template <class OP> struct line_carry {
    using single = typename OP::single::word;
    single row; /* in the tile, if the order matters */
    typename OP::carry tile;

    /* totals: of the rows of the step; before: in the tile before those from own on. */
    __device__ void pass(const single *totals, int rows, int own, single (&before)[line_rows])
    {
        if constexpr (OP::ordered) {
#pragma unroll 4
            for (int i = 0; i < rows; i += line_rows) {
#pragma unroll
                for (int r = 0; r < line_rows; r++) {
                    before[r] = i == own ? row : before[r];
                    row = OP::combine(row, totals[i + r]);
                }
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

/* The part of a line that a warp has in a step. */
template <class OP> struct line_part {
    using shape = tile_shape<OP>;
    static constexpr int elements = line_rows * 32 * shape::lane_elements;
    typename OP::word x[line_rows][shape::lane_words];

    __device__ static uint64_t first(uint64_t begin)
    {
        return begin + (threadIdx.x & 31) * shape::lane_elements;
    }
    /* begin: the place of the warp's first element, which is in the line. */
    __device__ void load(const prefix__cuda_scan &line, uint64_t begin)
    {
        load_tile<OP>(x, line, first(begin), begin + elements <= line.n);
    }
};

template <class OP>
__global__ void __launch_bounds__(line_warps * 32, 2) line_kernel(const __grid_constant__ prefix__cuda_batch batch)
{
    using part = line_part<OP>;
    using single = typename OP::single::word;
    static_assert(line_warps * line_rows * PREFIX__CUDA_LINE_STEPS == tile_shape<OP>::rows, "steps make a tile");
    __shared__ single totals[2][line_warps * line_rows];
    const int lane = threadIdx.x & 31, warp = (int)threadIdx.x >> 5, own = batch.line_warps == 1 ? 0 : warp * line_rows;
    const int rows = batch.line_warps * line_rows;
    const uint64_t index = batch.line_warps == 1 ? (uint64_t)blockIdx.x * (blockDim.x >> 5) + warp : blockIdx.x;
    await_previous();
    if (index >= batch.lines) /* warps that are alone */
        return;
    const line_place place = place_of(batch, index);
    prefix__cuda_scan line = batch.scan;
    line.in = (const char *)line.in + place.in * line.in_size;
    if (line.out)
        line.out = (char *)line.out + place.out * batch.out_size;
    line.total = (char *)line.total + index * batch.total_size;

    const uint64_t step = (uint64_t)batch.line_warps * part::elements;
    uint64_t begin = (uint64_t)(own / line_rows) * part::elements; /* of the warp */
    line_carry<OP> carry = {OP::single::neutral, (typename OP::carry)line.carry};
    part mine, next;
    if (begin < line.n)
        mine.load(line, begin);
    uint64_t done = 0;
    for (int turn = 0;; turn ^= 1) {
        single *const of_step = totals[turn] + (batch.line_warps == 1 ? warp * line_rows : 0);
        const bool some = begin < line.n;
        single last[line_rows], before[line_rows];
        if (some)
            row_scan<OP>(mine.x, last);
#pragma unroll
        for (int r = 0; r < line_rows; r++) {
            if (lane == 31)
                of_step[own + r] = some ? last[r] : OP::single::neutral;
        }
        done += step;
        if (begin + step < line.n)
            next.load(line, begin + step);
        if (batch.line_warps == 1)
            __syncwarp();
        else
            __syncthreads();
        const typename OP::carry tile = carry.tile;
        carry.pass(of_step, rows, own, before);
        if (!OP::ordered || turn == PREFIX__CUDA_LINE_STEPS - 1 || done >= line.n)
            carry.close();
        if (some && line.out) {
            enter_rows<OP>(mine.x, last, before, line.exclusive);
            store_tile<OP>(mine.x, last, tile, line, part::first(begin), begin + part::elements <= line.n);
        }
        if (done >= line.n)
            break;
        begin += step;
        mine = next;
    }
    if (line.total_form != PREFIX__CUDA_TOTAL_NONE && own == 0 && lane == 0)
        write_total<OP>(line, carry.tile);
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short lines of neighbours, each of at most 2 rows and a warp's. They are packed: whole packets of the operator's own
 * elements, as they are, and so a line takes few registers, and the time of its copy (1.2 times the speed of steps).
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

constexpr int short_line_rows = 2;
constexpr int short_line_warps = 4; /* of a block, each with a line */

template <class OP>
__global__ void __launch_bounds__(short_line_warps * 32, 12)
    short_line_kernel(const __grid_constant__ prefix__cuda_batch batch)
{
    using shape = tile_shape<OP>;
    using single = typename OP::single::word;
    constexpr int size = OP::bits / 8, row_elements = 32 * shape::lane_elements;
    const uint64_t index = (uint64_t)blockIdx.x * short_line_warps + (threadIdx.x >> 5);
    await_previous();
    if (index >= batch.lines)
        return;
    const prefix__cuda_scan line = line_of(batch, index);
    const typename OP::carry tile = (typename OP::carry)line.carry;
    const int first = (threadIdx.x & 31) * shape::lane_elements, n = (int)line.n;
    typename OP::word x[short_line_rows][shape::lane_words];
    single last[short_line_rows], before[short_line_rows], row = OP::single::neutral;
    packet<16> p[short_line_rows];
#pragma unroll
    for (int r = 0; r < short_line_rows; r++) {
        if (first + r * row_elements < n)
            p[r] = load_packet<16>((const char *)line.in + (first + r * row_elements) * size);
    }
#pragma unroll
    for (int r = 0; r < short_line_rows; r++)
        unpack<OP, size>(x[r], p[r]);
    flip_words<OP>(x, line);
#pragma unroll
    for (int r = 0; r < short_line_rows; r++) {
#pragma unroll
        for (int k = 0; k < shape::lane_words; k++)
            x[r][k] = first + r * row_elements < n ? x[r][k] : (typename OP::word)OP::neutral;
    }
    row_scan<OP>(x, last);
#pragma unroll
    for (int r = 0; r < short_line_rows; r++) {
        before[r] = row;
        row = OP::single::combine(row, __shfl_sync(~0u, last[r], 31));
    }
    if (line.out) {
        enter_rows<OP>(x, last, before, line.exclusive);
        enter_tile<OP>(x, last, tile, line.exclusive);
        flip_words<OP>(x, line);
#pragma unroll
        for (int r = 0; r < short_line_rows; r++) {
            if (first + r * row_elements < n)
                store_packet((char *)line.out + (first + r * row_elements) * size, pack<OP>(x[r]));
        }
    }
    if (line.total_form != PREFIX__CUDA_TOTAL_NONE && (threadIdx.x & 31) == 0)
        write_total<OP>(line, OP::join(tile, OP::widen(row)));
}

} // namespace prefix_cuda

#endif

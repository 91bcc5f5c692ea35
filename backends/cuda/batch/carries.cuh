/* SPDX-License-Identifier: BSD-3-Clause */
/* Between the passes of strips: from the totals of rows to what stands before each tile of the canonical order. */
#ifndef PREFIX_CUDA_BATCH_CARRIES_CUH
#define PREFIX_CUDA_BATCH_CARRIES_CUH

#include "batch/strips.cuh"

namespace prefix_cuda
{

constexpr int tile_totals_threads = 256;
constexpr int carries_threads = 128;

template <class OP> __device__ inline uint64_t rows_of_line(const prefix__cuda_batch &batch)
{
    return (batch.scan.n - 1) / row_elements<OP> + 1;
}

/* A thread for each tile of each line. Totals of rows become what stands before these in the tile. */
template <class OP>
__global__ void __launch_bounds__(tile_totals_threads)
    tile_totals_kernel(const __grid_constant__ prefix__cuda_batch batch)
{
    using word = typename OP::word;
    const uint64_t at = (uint64_t)blockIdx.x * tile_totals_threads + threadIdx.x;
    const uint64_t tile = at / batch.lines, line = at % batch.lines, rows = rows_of_line<OP>(batch);
    word *const totals = (word *)batch.row_totals + line;
    word sum = OP::neutral;
    await_previous();
    if (tile * canonical_rows >= rows)
        return;
    const uint64_t end = min(rows, (tile + 1) * canonical_rows);
    constexpr int chunk = 16; /* whose loads go ahead of the chain */
#pragma unroll 1
    for (uint64_t r = tile * canonical_rows; r < end; r += chunk) {
        word total[chunk];
#pragma unroll
        for (int k = 0; k < chunk; k++)
            total[k] = r + k < end ? totals[(r + k) * batch.lines] : OP::neutral;
#pragma unroll
        for (int k = 0; k < chunk; k++) {
            if (r + k < end) {
                totals[(r + k) * batch.lines] = sum;
                sum = OP::combine(sum, total[k]);
            }
        }
    }
    ((word *)batch.tile_totals)[at] = sum;
}

/* What stands before each value, in place and one after the other; what stands behind the last. */
template <class OP>
__device__ inline typename OP::carry pass_window(typename OP::carry before, typename OP::carry *values)
{
    constexpr int chunk = 16; /* whose loads go ahead of the chain */
#pragma unroll 1
    for (int i = 0; i < carries_threads; i += chunk) {
        typename OP::carry value[chunk];
#pragma unroll
        for (int k = 0; k < chunk; k++)
            value[k] = values[i + k];
#pragma unroll
        for (int k = 0; k < chunk; k++) {
            values[i + k] = before;
            before = OP::join(before, value[k]);
        }
    }
    return before;
}

/* A block for each line; and the line's total. */
template <class OP>
__global__ void __launch_bounds__(carries_threads) carries_kernel(const __grid_constant__ prefix__cuda_batch batch)
{
    using word = typename OP::word;
    using carry = typename OP::carry;
    __shared__ alignas(16) carry window[carries_threads];
    const uint64_t line = blockIdx.x, tiles = (rows_of_line<OP>(batch) - 1) / canonical_rows + 1;
    const auto total_of = [&](uint64_t tile) {
        return tile < tiles ? ((const word *)batch.tile_totals)[tile * batch.lines + line] : OP::neutral;
    };
    carry before = (carry)batch.scan.carry;
    await_previous();
    word total = total_of(threadIdx.x);
    for (uint64_t at = threadIdx.x; at - threadIdx.x < tiles; at += carries_threads) {
        window[threadIdx.x] = OP::widen(total);
        __syncthreads();
        total = total_of(at + carries_threads);
        if (threadIdx.x == 0)
            before = pass_window<OP>(before, window);
        __syncthreads();
        if (at < tiles)
            ((carry *)batch.carries)[at * batch.lines + line] = window[threadIdx.x];
    }
    if (threadIdx.x == 0)
        write_line_total<OP>(batch, line, before);
}

} // namespace prefix_cuda

#endif

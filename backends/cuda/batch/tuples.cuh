/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A few lines whose elements lie side by side, as those of pairs do. A warp takes a row of the canonical order of each
 * at once: what a lane needs of all of them is one piece of memory, so that they are taken apart in registers. Totals
 * of rows, and rows behind what carries.cuh makes of these: two passes that wait for nobody.
 */
#ifndef PREFIX_CUDA_BATCH_TUPLES_CUH
#define PREFIX_CUDA_BATCH_TUPLES_CUH

#include "batch/carries.cuh"
#include "block/tile_load.cuh"
#include "block/tile_store.cuh"
#include "warp/row_scan.cuh"
#include "word/tile_shape.cuh"

namespace prefix_cuda
{

constexpr int tuple_warps = PREFIX__CUDA_TUPLE_WARPS;

/* A warp's row of LINES lines. */
template <class OP, int LINES> struct tuple_row {
    using word = typename OP::word;
    static constexpr int count = tile_shape<OP>::lane_words;
    static constexpr int size = (int)sizeof(word), packets = LINES * count * size / 16;
    static constexpr int packet_words = 16 / size;
    uint64_t row, at; /* in words: the lane's first */
    int64_t left;     /* words of the array from there on; none, or fewer: it has none */
    word x[LINES][count];

    __device__ explicit tuple_row(const prefix__cuda_batch &batch)
        : row((uint64_t)blockIdx.x * tuple_warps + (threadIdx.x >> 5))
    {
        at = (row * 32 + (threadIdx.x & 31)) * count * LINES;
        left = (int64_t)(batch.scan.n * LINES) - (int64_t)at;
    }
    __device__ bool exists(const prefix__cuda_batch &batch) const
    {
        return row * 32 * count < batch.scan.n;
    }
    __device__ word &nth(int i)
    {
        return x[i % LINES][i / LINES];
    }
    __device__ void load(const prefix__cuda_batch &batch)
    {
        const word *const from = (const word *)batch.scan.in + at;
        if (batch.packed && left >= count * LINES) {
            packet<16> p[packets];
#pragma unroll
            for (int i = 0; i < packets; i++)
                p[i] = load_packet<16>((const char *)from + 16 * i);
#pragma unroll
            for (int i = 0; i < packets; i++) {
                word w[packet_words];
                unpack<OP, size>(w, p[i]);
#pragma unroll
                for (int k = 0; k < packet_words; k++)
                    nth(i * packet_words + k) = w[k];
            }
        } else {
#pragma unroll
            for (int i = 0; i < count * LINES; i++)
                nth(i) = i < left ? from[i] : (word)OP::neutral;
        }
    }
    __device__ void store(const prefix__cuda_batch &batch)
    {
        word *const to = (word *)batch.scan.out + at;
        if (batch.packed && left >= count * LINES) {
#pragma unroll
            for (int i = 0; i < packets; i++) {
                word w[packet_words];
#pragma unroll
                for (int k = 0; k < packet_words; k++)
                    w[k] = nth(i * packet_words + k);
                store_packet((char *)to + 16 * i, pack<OP>(w));
            }
        } else {
#pragma unroll
            for (int i = 0; i < count * LINES; i++) {
                if (i < left)
                    to[i] = nth(i);
            }
        }
    }
};

template <class OP, int LINES>
__global__ void __launch_bounds__(tuple_warps * 32)
    tuple_totals_kernel(const __grid_constant__ prefix__cuda_batch batch)
{
    using word = typename OP::word;
    tuple_row<OP, LINES> row(batch);
    word last[LINES];
    await_previous();
    if (!row.exists(batch))
        return;
    row.load(batch);
    row_scan<OP>(row.x, last);
    if ((threadIdx.x & 31) < 31)
        return;
#pragma unroll
    for (int line = 0; line < LINES; line++)
        ((word *)batch.row_totals)[row.row * LINES + line] = last[line];
}

template <class OP, int LINES>
__global__ void __launch_bounds__(tuple_warps * 32) tuple_scan_kernel(const __grid_constant__ prefix__cuda_batch batch)
{
    using word = typename OP::word;
    tuple_row<OP, LINES> row(batch);
    word last[LINES], before[LINES];
    await_previous();
    if (!row.exists(batch))
        return;
    row.load(batch);
#pragma unroll
    for (int line = 0; line < LINES; line++)
        before[line] = ((const word *)batch.row_totals)[row.row * LINES + line];
    row_scan<OP>(row.x, last);
    enter_rows<OP>(row.x, last, before, batch.scan.exclusive);
    const typename OP::carry *const carries =
        (const typename OP::carry *)batch.carries + row.row / canonical_rows * LINES;
#pragma unroll
    for (int line = 0; line < LINES; line++)
        enter_tile_row<OP>(row.x[line], last[line], carries[line], batch.scan.exclusive);
    row.store(batch);
}

} // namespace prefix_cuda

#endif

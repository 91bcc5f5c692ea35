/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The inclusive scan of rows of 512 bytes: 32 lanes hold 16 bytes each, COUNT words.
 *
 * Ordered operators follow Sklansky's network over all elements of the row, as lib/order.h says:
 * first the rounds inside a lane, then those across lanes, where every word of the right half
 * takes the last word of the left half. The others scan inside each lane, then the lanes' last
 * words by Kogge and Stone, which combines less.
 */
#ifndef PREFIX_CUDA_WARP_ROW_SCAN_CUH
#define PREFIX_CUDA_WARP_ROW_SCAN_CUH

#include "../word/integer.cuh"
#include "../word/packed_sum.cuh"
#include "kogge_stone.cuh"

namespace prefix_cuda
{

template <class OP> __device__ inline typename OP::word word_scan(typename OP::word w)
{
    if constexpr (OP::elements >= 2)
        w = OP::combine(OP::shift(OP::neutral, w), w);
    if constexpr (OP::elements >= 4)
        w = OP::combine(OP::shift(OP::neutral, OP::shift(OP::neutral, w)), w);
    return w;
}

template <class OP, int ROWS, int COUNT> __device__ inline void sklansky_rows(typename OP::word (&x)[ROWS][COUNT])
{
#pragma unroll
    for (int distance = 1; distance < COUNT; distance *= 2) {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
#pragma unroll
            for (int k = 0; k < COUNT; k++) {
                if (k & distance)
                    x[r][k] = OP::combine(x[r][(k & ~(2 * distance - 1)) + distance - 1], x[r][k]);
            }
        }
    }
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        int source = (lane & ~(2 * distance - 1)) + distance - 1;
        typename OP::word before[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            before[r] = __shfl_sync(~0u, x[r][COUNT - 1], source);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            bool right = lane & distance;
            if constexpr (sizeof(typename OP::word) == 4) { /* one selection for all words */
                before[r] = right ? before[r] : OP::neutral;
#pragma unroll
                for (int k = 0; k < COUNT; k++)
                    x[r][k] = OP::combine(before[r], x[r][k]);
            } else { /* 64-bit selections cost more than instructions not done */
#pragma unroll
                for (int k = 0; k < COUNT; k++)
                    x[r][k] = right ? OP::combine(before[r], x[r][k]) : x[r][k];
            }
        }
    }
}

template <class OP, int ROWS, int COUNT> __device__ inline void kogge_stone_rows(typename OP::word (&x)[ROWS][COUNT])
{
    typename OP::word last[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            x[r][k] = word_scan<OP>(x[r][k]);
            if (k > 0)
                x[r][k] = OP::combine(OP::spread(x[r][k - 1]), x[r][k]);
        }
        last[r] = OP::spread(x[r][COUNT - 1]);
    }
    warp_scan<OP, ROWS>(last);
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        typename OP::word before = __shfl_up_sync(~0u, last[r], 1);
        if (lane == 0)
            before = OP::neutral;
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            x[r][k] = OP::combine(before, x[r][k]);
    }
}

template <class OP, int ROWS, int COUNT> __device__ inline void packed_sum_rows(uint32_t (&x)[ROWS][COUNT])
{
    uint32_t total[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        total[r] = packed_total<OP::bits>(x[r]);
    warp_scan<integer<PREFIX__CUDA_SUM, 32>, ROWS>(total);
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        uint32_t before = __shfl_up_sync(~0u, total[r], 1);
        packed_scan<OP::bits>(x[r], lane == 0 ? 0 : before);
    }
}

template <class OP, int ROWS, int COUNT> __device__ inline void row_scan(typename OP::word (&x)[ROWS][COUNT])
{
    if constexpr (OP::ordered)
        sklansky_rows<OP>(x);
    else if constexpr (OP::packed_sum)
        packed_sum_rows<OP>(x);
    else
        kogge_stone_rows<OP>(x);
}

} // namespace prefix_cuda

#endif

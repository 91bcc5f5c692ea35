/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scan of rows of 512 bytes: 32 lanes hold 16 bytes each, COUNT words.
 *
 * Ordered operators follow Sklansky's network over all elements of the row, as lib/order.h says:
 * first the rounds inside a lane, then those across lanes, where every word of the right half
 * takes the last word of the left half. For the others only the lanes' totals are scanned, by
 * Kogge and Stone: each element is then combined once, when all that stands before it is known.
 */
#ifndef PREFIX_CUDA_WARP_ROW_SCAN_CUH
#define PREFIX_CUDA_WARP_ROW_SCAN_CUH

#include "word/narrow.cuh"
#include "warp/kogge_stone.cuh"

namespace prefix_cuda
{

/* So many lanes, a power of two, hold a row, and neighbours of theirs others. */
template <class OP, int ROWS, int COUNT>
__device__ inline void sklansky_rows(typename OP::word (&x)[ROWS][COUNT], int lanes = 32)
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
        if (distance >= lanes)
            break;
        typename OP::word before[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            before[r] = __shfl_sync(~0u, x[r][COUNT - 1], distance - 1, 2 * distance);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            uint32_t right = (uint32_t)(lane & distance);
#pragma unroll
            for (int k = 0; k < COUNT; k++) {
                OP::combine_where(right, before[r], x[r][k]);
            }
        }
    }
}

/*
 * Ordered: x becomes the rows' inclusive scans. Otherwise: x is left alone, and last becomes all
 * of the row up to the lane's own elements; in its last lane, in either case, last is the row's total.
 */
template <class OP, int ROWS, int COUNT>
__device__ inline void row_scan(typename OP::word (&x)[ROWS][COUNT], typename OP::single::word (&last)[ROWS],
                                int lanes = 32)
{
    if constexpr (OP::ordered) {
        sklansky_rows<OP>(x, lanes);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            last[r] = x[r][COUNT - 1];
    } else {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            last[r] = lane_total<OP>(x[r]);
        warp_scan<typename OP::single, ROWS>(last, lanes);
    }
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The totals of 8 rows of 512 bytes at once: in each row the balanced tree, as the last element of
 * Sklansky's network has it. The first three rounds across lanes halve the rows that a lane cares
 * for, so that 9 shuffles do for 8 rows. All operators commute.
 */
#ifndef PREFIX_CUDA_WARP_ROW_TOTALS_CUH
#define PREFIX_CUDA_WARP_ROW_TOTALS_CUH

#include "row_scan.cuh"

namespace prefix_cuda
{

/* The row of which totals_of_rows() gives the total in this lane. */
__device__ inline int row_of_lane(int lane)
{
    return (lane & 1) << 2 | (lane & 2) | (lane & 4) >> 2;
}

/* One word a row in each lane to the rows' totals, each in the lanes that row_of_lane() says. */
template <class OP> __device__ inline typename OP::word transposed_totals(typename OP::word (&total)[8])
{
    using word = typename OP::word;
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int distance = 1, rows = 4; rows > 0; distance *= 2, rows /= 2) {
        bool upper = lane & distance;
#pragma unroll
        for (int r = 0; r < rows; r++) {
            word mine = upper ? total[r + rows] : total[r];
            word other = upper ? total[r] : total[r + rows];
            total[r] = OP::combine(mine, __shfl_xor_sync(~0u, other, distance));
        }
    }
#pragma unroll
    for (int distance = 8; distance < 32; distance *= 2)
        total[0] = OP::combine(total[0], __shfl_xor_sync(~0u, total[0], distance));
    return total[0];
}

template <class OP, int COUNT>
__device__ inline typename OP::single::word totals_of_rows(typename OP::word (&x)[8][COUNT])
{
    typename OP::single::word total[8];
    if constexpr (OP::ordered) {
#pragma unroll
        for (int distance = 1; distance < COUNT; distance *= 2) {
#pragma unroll
            for (int r = 0; r < 8; r++) {
#pragma unroll
                for (int k = 0; k + distance < COUNT; k += 2 * distance)
                    x[r][k] = OP::combine(x[r][k], x[r][k + distance]);
            }
        }
    }
#pragma unroll
    for (int r = 0; r < 8; r++) {
        if constexpr (OP::ordered)
            total[r] = x[r][0];
        else
            total[r] = lane_total<OP>(x[r]);
    }
    return transposed_totals<typename OP::single>(total);
}

} // namespace prefix_cuda

#endif

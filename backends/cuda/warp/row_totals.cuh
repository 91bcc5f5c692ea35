/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The totals of rows of 512 bytes, several at once: in each row the balanced tree, as the last
 * element of Sklansky's network has it. The first rounds across lanes halve the rows that a lane
 * cares for, so that 16 shuffles do for 16 rows. All operators commute.
 */
#ifndef PREFIX_CUDA_WARP_ROW_TOTALS_CUH
#define PREFIX_CUDA_WARP_ROW_TOTALS_CUH

#include "warp/row_scan.cuh"

namespace prefix_cuda
{

/* The row of which transposed_totals() gives the total in this lane: its lowest bits, reversed. */
template <int ROWS> __device__ inline int row_of_lane(int lane)
{
    constexpr int bits = ROWS == 16 ? 4 : ROWS == 8 ? 3 : 2;
    return (int)(__brev((uint32_t)lane) >> (32 - bits));
}

/* Of the words of neighbours at that distance, each keeps one half of the rows and gives the other. */
template <class OP, int DISTANCE, int LEFT, int ROWS>
__device__ inline void halve_rows(typename OP::word (&total)[ROWS])
{
    using word = typename OP::word;
    if constexpr (LEFT > 0) {
        bool upper = threadIdx.x & DISTANCE;
#pragma unroll
        for (int r = 0; r < LEFT; r++) {
            word mine = upper ? total[r + LEFT] : total[r];
            word other = upper ? total[r] : total[r + LEFT];
            total[r] = OP::combine(mine, __shfl_xor_sync(~0u, other, DISTANCE));
        }
        halve_rows<OP, 2 * DISTANCE, LEFT / 2>(total);
    }
}

/*
 * One word a row in each of LANES lanes to the rows' totals, each in the lanes that row_of_lane()
 * says. Neighbouring lanes hold other rows.
 */
template <class OP, int LANES, int ROWS>
__device__ inline typename OP::word transposed_totals(typename OP::word (&total)[ROWS])
{
    halve_rows<OP, 1, ROWS / 2>(total);
#pragma unroll
    for (int distance = ROWS; distance < LANES; distance *= 2)
        total[0] = OP::combine(total[0], __shfl_xor_sync(~0u, total[0], distance));
    return total[0];
}

/* What the lane has of each row, combined. */
template <class OP, int ROWS, int COUNT>
__device__ inline void lane_totals(typename OP::single::word (&total)[ROWS], typename OP::word (&x)[ROWS][COUNT])
{
    if constexpr (OP::ordered) {
#pragma unroll
        for (int distance = 1; distance < COUNT; distance *= 2) {
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
#pragma unroll
                for (int k = 0; k + distance < COUNT; k += 2 * distance)
                    x[r][k] = OP::combine(x[r][k], x[r][k + distance]);
            }
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        if constexpr (OP::ordered)
            total[r] = x[r][0];
        else
            total[r] = lane_total<OP>(x[r]);
    }
}

/* The rows' totals, where the whole warp holds each of them. */
template <class OP, int ROWS, int COUNT>
__device__ inline typename OP::single::word totals_of_rows(typename OP::word (&x)[ROWS][COUNT])
{
    typename OP::single::word total[ROWS];
    lane_totals<OP>(total, x);
    return transposed_totals<typename OP::single, 32>(total);
}

} // namespace prefix_cuda

#endif

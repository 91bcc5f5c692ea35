/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From the totals of a tile's rows to what stands before each row inside the tile. One warp does
 * it, in shared memory and in place, and returns the tile's aggregate in every lane; or, of several
 * tiles that follow each other, one in each of as many lanes.
 */
#ifndef PREFIX_CUDA_BLOCK_ROW_CARRIES_CUH
#define PREFIX_CUDA_BLOCK_ROW_CARRIES_CUH

#include "warp/kogge_stone.cuh"

namespace prefix_cuda
{

/* Any order: each lane takes neighbouring rows. */
template <class OP, int ROWS> __device__ inline typename OP::word scan_row_totals(typename OP::word *rows)
{
    using word = typename OP::word;
    constexpr int each = ROWS / 32;
    int lane = threadIdx.x & 31;
    word mine[each];
    word sum[1];
#pragma unroll
    for (int k = 0; k < each; k++) {
        mine[k] = rows[lane * each + k];
        sum[0] = k == 0 ? mine[0] : OP::combine(sum[0], mine[k]);
    }
    warp_scan<OP, 1>(sum);
    word before = __shfl_up_sync(~0u, sum[0], 1);
    if (lane == 0)
        before = OP::neutral;
#pragma unroll
    for (int k = 0; k < each; k++) {
        rows[lane * each + k] = before;
        before = OP::combine(before, mine[k]);
    }
    return __shfl_sync(~0u, sum[0], 31);
}

/* Left to right, as the canonical order wants it; loads go ahead of the chain of combinations. */
template <class OP, int ROWS, int TILES> __device__ inline typename OP::word fold_row_totals(typename OP::word *rows)
{
    using word = typename OP::word;
    constexpr int chunk = 16;
    word before = OP::neutral;
    int tile = threadIdx.x & 31;
    if (tile < TILES) {
        rows += tile * ROWS;
#pragma unroll 1
        for (int i = 0; i < ROWS; i += chunk) {
            word total[chunk];
#pragma unroll
            for (int k = 0; k < chunk; k++)
                total[k] = rows[i + k];
#pragma unroll
            for (int k = 0; k < chunk; k++) {
                rows[i + k] = before;
                before = OP::combine(before, total[k]);
            }
        }
    }
    return TILES == 1 ? __shfl_sync(~0u, before, 0) : before;
}

template <class OP, int ROWS, int TILES = 1>
__device__ inline typename OP::single::word row_carries(typename OP::single::word *rows)
{
    static_assert(OP::ordered || TILES == 1, "other tiles take all lanes");
    if constexpr (OP::ordered)
        return fold_row_totals<OP, ROWS, TILES>(rows);
    else
        return scan_row_totals<typename OP::single, ROWS>(rows);
}

} // namespace prefix_cuda

#endif

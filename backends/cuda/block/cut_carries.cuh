/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From the totals of a tile's rows, each behind the row's last head, to what stands before each row in the
 * tile, behind the last head of the rows before. One warp does it, in shared memory and in place, and returns
 * the tile's aggregate in every lane. begins: bit r is set when a segment begins in row r.
 */
#ifndef PREFIX_CUDA_BLOCK_CUT_CARRIES_CUH
#define PREFIX_CUDA_BLOCK_CUT_CARRIES_CUH

#include "../warp/cut_scan.cuh"

namespace prefix_cuda
{

/* Left to right, as the canonical order wants it. */
template <class OP, int ROWS>
__device__ inline typename OP::word fold_cut_rows(typename OP::word *rows, uint64_t begins)
{
    using word = typename OP::word;
    constexpr int chunk = 16;
    word before = OP::neutral;
    if ((threadIdx.x & 31) == 0) {
#pragma unroll 1
        for (int i = 0; i < ROWS; i += chunk, begins >>= chunk) {
            const uint32_t some = (uint32_t)begins;
            word total[chunk];
#pragma unroll
            for (int k = 0; k < chunk; k++)
                total[k] = rows[i + k];
#pragma unroll
            for (int k = 0; k < chunk; k++) {
                rows[i + k] = before;
                const word sum = OP::combine(before, total[k]);
                before = some >> k & 1 ? total[k] : sum;
            }
        }
    }
    return __shfl_sync(~0u, before, 0);
}

/* Any order: each lane takes neighbouring rows. */
template <class OP, int ROWS>
__device__ inline typename OP::word scan_cut_rows(typename OP::word *rows, uint64_t begins)
{
    using word = typename OP::word;
    constexpr int each = ROWS / 32;
    const int lane = threadIdx.x & 31;
    const cut_row<each> own((uint32_t)(begins >> (lane * each)) & ((1u << each) - 1));
    word mine[each];
#pragma unroll
    for (int k = 0; k < each; k++)
        mine[k] = rows[lane * each + k];
    const word total = scan_cut_totals<OP, each>(cut_lane_total<OP>(mine, own), own);
    word before = __shfl_up_sync(~0u, total, 1);
    before = lane == 0 ? OP::neutral : before;
#pragma unroll
    for (int k = 0; k < each; k++) {
        rows[lane * each + k] = before;
        before = own.is_head(k) ? mine[k] : OP::combine(before, mine[k]);
    }
    return __shfl_sync(~0u, total, 31);
}

template <class OP, int ROWS> __device__ inline typename OP::word cut_carries(typename OP::word *rows, uint64_t begins)
{
    if constexpr (OP::ordered)
        return fold_cut_rows<OP, ROWS>(rows, begins);
    else
        return scan_cut_rows<OP, ROWS>(rows, begins);
}

} // namespace prefix_cuda

#endif

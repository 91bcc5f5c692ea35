/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kogge and Stone's network over the lanes of a warp: five rounds, one word a lane. In the canonical
 * order, only for operators that are exactly associative.
 */
#ifndef PREFIX_CUDA_WARP_KOGGE_STONE_CUH
#define PREFIX_CUDA_WARP_KOGGE_STONE_CUH

#include <stdint.h>

namespace prefix_cuda
{

/*
 * ROWS scans side by side, so that the latency of a shuffle is spent on the others. A lane that has none
 * before it gets its own word again: IDEMPOTENT operators may combine that. So many lanes, a power of two, have a scan.
 */
template <int ROWS, bool IDEMPOTENT = false, class WORD, class COMBINE>
__device__ inline void warp_scan_by(WORD (&x)[ROWS], COMBINE combine, int lanes = 32)
{
    int lane = threadIdx.x & (lanes - 1);
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        if (distance >= lanes)
            break;
        WORD before[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            before[r] = __shfl_up_sync(~0u, x[r], distance, lanes);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            x[r] = IDEMPOTENT || lane >= distance ? combine(before[r], x[r]) : x[r];
    }
}

template <class OP, int ROWS> __device__ inline void warp_scan(typename OP::word (&x)[ROWS], int lanes = 32)
{
    using word = typename OP::word;
    warp_scan_by<ROWS, OP::idempotent>(
        x, [](word a, word b) { return OP::combine(a, b); }, lanes);
}

/* Rows that follow each other, each by itself scanned: x becomes what stands before each word in all of them. */
template <class OP, int ROWS> __device__ inline void follow_rows(typename OP::word (&x)[ROWS])
{
    typename OP::word before = OP::neutral;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        x[r] = OP::combine(before, x[r]);
        typename OP::word neighbour = __shfl_up_sync(~0u, x[r], 1), all = __shfl_sync(~0u, x[r], 31);
        x[r] = (threadIdx.x & 31) == 0 ? before : neighbour;
        before = all;
    }
}

} // namespace prefix_cuda

#endif

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

/* ROWS scans side by side, so that the latency of a shuffle is spent on the others. */
template <int ROWS, class WORD, class COMBINE> __device__ inline void warp_scan_by(WORD (&x)[ROWS], COMBINE combine)
{
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        WORD before[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            before[r] = __shfl_up_sync(~0u, x[r], distance);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            x[r] = lane >= distance ? combine(before[r], x[r]) : x[r];
    }
}

template <class OP, int ROWS> __device__ inline void warp_scan(typename OP::word (&x)[ROWS])
{
    using word = typename OP::word;
    warp_scan_by<ROWS>(x, [](word a, word b) { return OP::combine(a, b); });
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kogge and Stone's network over the lanes of a warp: five rounds, one word a lane. For operators
 * that are exactly associative.
 */
#ifndef PREFIX_CUDA_WARP_KOGGE_STONE_CUH
#define PREFIX_CUDA_WARP_KOGGE_STONE_CUH

#include <stdint.h>

namespace prefix_cuda
{

/* ROWS scans side by side, so that the latency of a shuffle is spent on the others. */
template <class OP, int ROWS> __device__ inline void warp_scan(typename OP::word (&x)[ROWS])
{
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        typename OP::word before[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            before[r] = __shfl_up_sync(~0u, x[r], distance);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            x[r] = lane >= distance ? OP::combine(before[r], x[r]) : x[r];
    }
}

} // namespace prefix_cuda

#endif

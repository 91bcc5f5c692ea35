/* SPDX-License-Identifier: BSD-3-Clause */
/* The total of a tile of the catalogue, earlier elements first. */
#ifndef PREFIX_CUDA_CATALOGUE_BLOCK_TOTAL_CUH
#define PREFIX_CUDA_CATALOGUE_BLOCK_TOTAL_CUH

#include "catalogue/elements.cuh"

namespace prefix_cuda
{

/* Of a warp's lanes, in lane 0. */
template <class WORD, class OP> __device__ inline WORD warp_total(WORD x, const OP &op)
{
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2)
        x = op.combine(x, __shfl_down_sync(~0u, x, distance));
    return x;
}

/* Given to all lanes of the first warp. */
template <class BLOCK, class OP>
__device__ inline typename OP::word block_total(const typename OP::word (&x)[BLOCK::vectors][BLOCK::width],
                                                const OP &op)
{
    using word = typename OP::word;
    constexpr int warps = BLOCK::threads / 32, rows = BLOCK::vectors * warps;
    static_assert(rows <= 32, "one warp has all rows' totals");
    __shared__ word totals[rows];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
    for (int v = 0; v < BLOCK::vectors; v++) {
        word sum = x[v][0];
#pragma unroll
        for (int k = 1; k < BLOCK::width; k++)
            sum = op.combine(sum, x[v][k]);
        sum = warp_total(sum, op);
        if (lane == 0)
            totals[v * warps + warp] = sum;
    }
    __syncthreads();
    if (warp > 0)
        return op.neutral;
    return __shfl_sync(~0u, warp_total(lane < rows ? totals[lane] : op.neutral, op), 0);
}

} // namespace prefix_cuda

#endif

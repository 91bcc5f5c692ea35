/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Recursive doubling in one array, as a circuit has it: all read, then all write. P. M. Kogge and
 * H. S. Stone, A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence
 * Equations, 1973.
 */
#ifndef PREFIX_CUDA_CATALOGUE_SCAN_KOGGE_STONE_CUH
#define PREFIX_CUDA_CATALOGUE_SCAN_KOGGE_STONE_CUH

#include "catalogue/network.cuh"

namespace prefix_cuda
{

template <class WORD> struct kogge_stone : network<WORD, 1> {
    using base = network<WORD, 1>;
    using typename base::memory;

    template <class OP> static __device__ WORD scan(WORD (&x)[1][1], memory &m, const OP &op, bool exclusive)
    {
        const int t = (int)threadIdx.x;
        base::put(x, m.x);
#pragma unroll 1
        for (int distance = 1; distance < base::elements; distance *= 2) {
            const WORD before = t < distance ? op.neutral : m.x[t - distance];
            __syncthreads();
            if (t >= distance)
                m.x[t] = op.combine(before, m.x[t]);
            __syncthreads();
        }
        return base::get(x, m.x, op.neutral, exclusive);
    }
};

} // namespace prefix_cuda

#endif

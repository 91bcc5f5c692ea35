/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Divide and conquer: each round, the last element of the left half of each block goes before the whole right
 * half, one combination a thread. J. Sklansky, Conditional-Sum Addition Logic, 1960.
 */
#ifndef PREFIX_CUDA_CATALOGUE_SCAN_SKLANSKY_CUH
#define PREFIX_CUDA_CATALOGUE_SCAN_SKLANSKY_CUH

#include "catalogue/network.cuh"

namespace prefix_cuda
{

template <class WORD> struct sklansky : network<WORD, 2> {
    using base = network<WORD, 2>;
    using typename base::memory;

    template <class OP> static __device__ WORD scan(WORD (&x)[2][1], memory &m, const OP &op, bool exclusive)
    {
        const int t = (int)threadIdx.x;
        base::put(x, m.x);
#pragma unroll 1
        for (int half = 1; half < base::elements; half *= 2) {
            const int middle = (t & ~(half - 1)) * 2 + half, right = middle + (t & (half - 1));
            m.x[right] = op.combine(m.x[middle - 1], m.x[right]);
            __syncthreads();
        }
        return base::get(x, m.x, op.neutral, exclusive);
    }
};

} // namespace prefix_cuda

#endif

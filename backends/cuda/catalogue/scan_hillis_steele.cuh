/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Recursive doubling between two arrays: each round, an element takes in the one twice as far before it as
 * in the round before. W. D. Hillis and G. L. Steele, Data Parallel Algorithms, 1986; GPU Gems 3, ch. 39,
 * algorithm 2.
 */
#ifndef PREFIX_CUDA_CATALOGUE_SCAN_HILLIS_STEELE_CUH
#define PREFIX_CUDA_CATALOGUE_SCAN_HILLIS_STEELE_CUH

#include "catalogue/network.cuh"

namespace prefix_cuda
{

template <class WORD> struct hillis_steele : network<WORD, 1> {
    using base = network<WORD, 1>;
    struct memory {
        WORD x[2][base::elements];
    };

    template <class OP> static __device__ WORD scan(WORD (&x)[1][1], memory &m, const OP &op, bool exclusive)
    {
        const int t = (int)threadIdx.x;
        int now = 0;
        base::put(x, m.x[0]);
#pragma unroll 1
        for (int distance = 1; distance < base::elements; distance *= 2) {
            const WORD own = m.x[now][t];
            m.x[!now][t] = t < distance ? own : op.combine(m.x[now][t - distance], own);
            now = !now;
            __syncthreads();
        }
        return base::get(x, m.x[now], op.neutral, exclusive);
    }
};

} // namespace prefix_cuda

#endif

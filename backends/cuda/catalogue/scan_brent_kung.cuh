/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tree of totals up; then down, where the ends of left halves take in the end of the block before.
 * R. P. Brent and H. T. Kung, A Regular Layout for Parallel Adders, 1982.
 */
#ifndef PREFIX_CUDA_CATALOGUE_SCAN_BRENT_KUNG_CUH
#define PREFIX_CUDA_CATALOGUE_SCAN_BRENT_KUNG_CUH

#include "catalogue/network.cuh"

namespace prefix_cuda
{

template <class WORD> struct brent_kung : network<WORD, 2> {
    using base = network<WORD, 2>;
    using typename base::memory;

    template <class OP> static __device__ WORD scan(WORD (&x)[2][1], memory &m, const OP &op, bool exclusive)
    {
        const int t = (int)threadIdx.x;
        base::put(x, m.x);
#pragma unroll 1
        for (int half = 1; half < base::elements; half *= 2) {
            const int to = (t + 1) * 2 * half - 1;
            if (to < base::elements)
                m.x[to] = op.combine(m.x[to - half], m.x[to]);
            __syncthreads();
        }
#pragma unroll 1
        for (int half = base::elements / 4; half > 0; half /= 2) {
            const int to = (t + 1) * 2 * half + half - 1;
            if (to < base::elements)
                m.x[to] = op.combine(m.x[to - half], m.x[to]);
            __syncthreads();
        }
        return base::get(x, m.x, op.neutral, exclusive);
    }
};

} // namespace prefix_cuda

#endif

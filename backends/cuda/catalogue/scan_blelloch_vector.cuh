/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The work-efficient scan, padded, of the totals of vectors, with its rounds unrolled: D. Lichterman's, in
 * GPU Gems 3, ch. 39.2.5.
 */
#ifndef PREFIX_CUDA_CATALOGUE_SCAN_BLELLOCH_VECTOR_CUH
#define PREFIX_CUDA_CATALOGUE_SCAN_BLELLOCH_VECTOR_CUH

#include "catalogue/blelloch_tree.cuh"
#include "catalogue/vectors.cuh"

namespace prefix_cuda
{

template <class WORD> struct blelloch_vector : vectors_shape<WORD, 2> {
    using base = vectors_shape<WORD, 2>;
    struct memory {
        WORD x[padded_place::at(base::totals)];
    };

    template <class OP> static __device__ WORD scan(WORD (&x)[2][base::width], memory &m, const OP &op, bool exclusive)
    {
        scan_vectors(x, op);
#pragma unroll
        for (int v = 0; v < 2; v++)
            m.x[padded_place::at(v * base::threads + (int)threadIdx.x)] = x[v][base::width - 1];
        __syncthreads();
        const WORD total = blelloch_tree<base::totals, true, padded_place>(m.x, op);
#pragma unroll
        for (int v = 0; v < 2; v++)
            enter_vector(x[v], m.x[padded_place::at(v * base::threads + (int)threadIdx.x)], op, exclusive);
        return total;
    }
};

} // namespace prefix_cuda

#endif

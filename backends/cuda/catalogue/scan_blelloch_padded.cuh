/* SPDX-License-Identifier: BSD-3-Clause */
/* The work-efficient scan without bank conflicts: GPU Gems 3, ch. 39.2.3. */
#ifndef PREFIX_CUDA_CATALOGUE_SCAN_BLELLOCH_PADDED_CUH
#define PREFIX_CUDA_CATALOGUE_SCAN_BLELLOCH_PADDED_CUH

#include "catalogue/blelloch_tree.cuh"
#include "catalogue/network.cuh"

namespace prefix_cuda
{

template <class WORD> struct blelloch_padded : network<WORD, 2> {
    using base = network<WORD, 2>;
    struct memory {
        WORD x[padded_place::at(base::elements)];
    };

    template <class OP> static __device__ WORD scan(WORD (&x)[2][1], memory &m, const OP &op, bool exclusive)
    {
        return blelloch_scan<padded_place, WORD, base::elements>(x, m.x, op, exclusive);
    }
};

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The work-efficient scan. G. E. Blelloch, Prefix Sums and Their Applications, 1990; GPU Gems 3, ch. 39,
 * algorithms 3 and 4 and listing 39-2.
 */
#ifndef PREFIX_CUDA_CATALOGUE_SCAN_BLELLOCH_CUH
#define PREFIX_CUDA_CATALOGUE_SCAN_BLELLOCH_CUH

#include "catalogue/blelloch_tree.cuh"
#include "catalogue/network.cuh"

namespace prefix_cuda
{

template <class WORD> struct blelloch : network<WORD, 2> {
    using base = network<WORD, 2>;
    using typename base::memory;

    template <class OP> static __device__ WORD scan(WORD (&x)[2][1], memory &m, const OP &op, bool exclusive)
    {
        return blelloch_scan<packed_place, WORD, base::elements>(x, m.x, op, exclusive);
    }
};

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* What the lanes of a warp have, combined in any order: every lane gets the result. */
#ifndef PREFIX_CUDA_WARP_WARP_TOTAL_CUH
#define PREFIX_CUDA_WARP_WARP_TOTAL_CUH

#include "word/integer.cuh"

namespace prefix_cuda
{

template <class OP> __device__ inline typename OP::word warp_total(typename OP::word mine)
{
#if __CUDA_ARCH__ >= 800
    if constexpr (sizeof(mine) == 4 && OP::op != PREFIX__CUDA_PRODUCT) {
        switch (OP::op) {
        case PREFIX__CUDA_SUM:
            return __reduce_add_sync(~0u, mine);
        case PREFIX__CUDA_MAX:
            return (uint32_t)__reduce_max_sync(~0u, (int32_t)mine);
        case PREFIX__CUDA_OR:
            return __reduce_or_sync(~0u, mine);
        default:
            return __reduce_xor_sync(~0u, mine);
        }
    } else
#endif
    {
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2)
            mine = OP::combine(mine, __shfl_xor_sync(~0u, mine, distance));
        return mine;
    }
}

} // namespace prefix_cuda

#endif

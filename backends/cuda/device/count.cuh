/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The operator of selections, as the look-back sees it: how many elements are selected. A tile's number
 * takes 32 bits, what goes from tile to tile 64.
 */
#ifndef PREFIX_CUDA_DEVICE_COUNT_CUH
#define PREFIX_CUDA_DEVICE_COUNT_CUH

#include "../word/lanes.cuh"

namespace prefix_cuda
{

struct single_count {
    using word = uint32_t;
    static constexpr word neutral = 0;
    static constexpr bool idempotent = false;
    static __device__ word combine(word a, word b)
    {
        return a + b;
    }
};

/* BITS: of an element, of which a tile has the fewer the wider they are. */
template <int BITS> struct count_of : lanes<BITS> {
    using single = single_count;
    using carry = uint64_t;
    static constexpr int bits = BITS;
    static constexpr bool ordered = false;
    static __device__ carry widen(uint32_t count)
    {
        return count;
    }
    static __device__ carry join(carry a, carry b)
    {
        return a + b;
    }
};

} // namespace prefix_cuda

#endif

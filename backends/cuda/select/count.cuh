/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The operators of selections, as the look-back sees them: how many elements are selected, of which a
 * tile's number takes 32 bits, what goes from tile to tile 64; and, of fewer than 2^32 elements, how many,
 * in the higher half of a word, and 1 + the place of the last, in the lower. A larger place is a later one,
 * so that any order will do.
 */
#ifndef PREFIX_CUDA_SELECT_COUNT_CUH
#define PREFIX_CUDA_SELECT_COUNT_CUH

#include "word/lanes.cuh"

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

struct single_heads {
    using word = uint64_t;
    static constexpr word neutral = 0;
    static constexpr bool idempotent = false;
    static __device__ word of(uint32_t count, uint32_t last)
    {
        return (uint64_t)count << 32 | last;
    }
    static __device__ uint32_t count(word x)
    {
        return (uint32_t)(x >> 32);
    }
    static __device__ uint32_t last(word x)
    {
        return (uint32_t)x;
    }
    static __device__ word combine(word a, word b)
    {
        return of(count(a) + count(b), max(last(a), last(b)));
    }
};

template <int BITS> struct heads_of : lanes<BITS> {
    using single = single_heads;
    using carry = uint64_t;
    static constexpr int bits = BITS;
    static constexpr bool ordered = false;
    static __device__ carry widen(uint64_t heads)
    {
        return heads;
    }
    static __device__ carry join(carry a, carry b)
    {
        return single::combine(a, b);
    }
};

} // namespace prefix_cuda

#endif

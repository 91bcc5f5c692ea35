/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The exactly associative operators, on words of elements of 8 to 64 bits. Integers wrap, so sum
 * and product need no signedness. An operator offers
 *   combine(earlier, later)   element by element
 *   neutral                   a word whose elements change nothing
 *   widen(word)               the same as a carry
 *   join(carry, carry)        combines in the carry's type
 */
#ifndef PREFIX_CUDA_WORD_INTEGER_CUH
#define PREFIX_CUDA_WORD_INTEGER_CUH

#include "../scan_params.h"
#include "lanes.cuh"

namespace prefix_cuda
{

template <int OP> __device__ inline uint32_t combine_whole(uint32_t a, uint32_t b)
{
    switch (OP) {
    case PREFIX__CUDA_SUM:
        return a + b;
    case PREFIX__CUDA_PRODUCT:
        return a * b;
    case PREFIX__CUDA_MIN_SIGNED:
        return (uint32_t)min((int32_t)a, (int32_t)b);
    case PREFIX__CUDA_MIN_UNSIGNED:
        return min(a, b);
    case PREFIX__CUDA_MAX_SIGNED:
        return (uint32_t)max((int32_t)a, (int32_t)b);
    case PREFIX__CUDA_MAX_UNSIGNED:
        return max(a, b);
    case PREFIX__CUDA_AND:
        return a & b;
    case PREFIX__CUDA_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

template <int OP> __device__ inline uint64_t combine_whole(uint64_t a, uint64_t b)
{
    switch (OP) {
    case PREFIX__CUDA_SUM:
        return a + b;
    case PREFIX__CUDA_PRODUCT:
        return a * b;
    case PREFIX__CUDA_MIN_SIGNED:
        return (int64_t)b < (int64_t)a ? b : a;
    case PREFIX__CUDA_MIN_UNSIGNED:
        return b < a ? b : a;
    case PREFIX__CUDA_MAX_SIGNED:
        return (int64_t)a < (int64_t)b ? b : a;
    case PREFIX__CUDA_MAX_UNSIGNED:
        return a < b ? b : a;
    case PREFIX__CUDA_AND:
        return a & b;
    case PREFIX__CUDA_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

template <int OP> __device__ inline uint32_t combine_bytes(uint32_t a, uint32_t b)
{
    switch (OP) {
    case PREFIX__CUDA_SUM:
        return __vadd4(a, b);
    case PREFIX__CUDA_PRODUCT: {
        uint32_t low = __byte_perm(a * b, (a >> 8) * (b >> 8), 0x0040);
        uint32_t high = __byte_perm((a >> 16) * (b >> 16), (a >> 24) * (b >> 24), 0x0040);
        return __byte_perm(low, high, 0x5410);
    }
    case PREFIX__CUDA_MIN_SIGNED:
        return __vmins4(a, b);
    case PREFIX__CUDA_MIN_UNSIGNED:
        return __vminu4(a, b);
    case PREFIX__CUDA_MAX_SIGNED:
        return __vmaxs4(a, b);
    case PREFIX__CUDA_MAX_UNSIGNED:
        return __vmaxu4(a, b);
    default:
        return combine_whole<OP>(a, b);
    }
}

template <int OP> __device__ inline uint32_t combine_halves(uint32_t a, uint32_t b)
{
    switch (OP) {
    case PREFIX__CUDA_SUM:
        return __vadd2(a, b);
    case PREFIX__CUDA_PRODUCT:
        return __byte_perm(a * b, (a >> 16) * (b >> 16), 0x5410);
    case PREFIX__CUDA_MIN_SIGNED:
        return __vmins2(a, b);
    case PREFIX__CUDA_MIN_UNSIGNED:
        return __vminu2(a, b);
    case PREFIX__CUDA_MAX_SIGNED:
        return __vmaxs2(a, b);
    case PREFIX__CUDA_MAX_UNSIGNED:
        return __vmaxu2(a, b);
    default:
        return combine_whole<OP>(a, b);
    }
}

template <int OP, int BITS> constexpr uint64_t neutral_element()
{
    constexpr uint64_t ones = ~(uint64_t)0 >> (64 - BITS);
    return OP == PREFIX__CUDA_PRODUCT                                  ? 1
           : OP == PREFIX__CUDA_MIN_SIGNED                             ? ones >> 1
           : OP == PREFIX__CUDA_MAX_SIGNED                             ? ones ^ (ones >> 1)
           : OP == PREFIX__CUDA_MIN_UNSIGNED || OP == PREFIX__CUDA_AND ? ones
                                                                       : 0;
}

template <int OP, int BITS> struct integer : lanes<BITS> {
    using word = typename lanes<BITS>::word;
    using carry = word;
    static constexpr int bits = BITS;
    static constexpr bool ordered = false; /* any order of combination gives the same */
    static constexpr bool packed_sum = OP == PREFIX__CUDA_SUM && BITS < 32;
    /* Four combinations of bytes a word are much work for the few warps of a persistent block. */
    static constexpr bool ring =
        BITS > 8 || packed_sum || OP == PREFIX__CUDA_AND || OP == PREFIX__CUDA_OR || OP == PREFIX__CUDA_XOR;
    static constexpr bool has_float_input =
        BITS >= 32 && (OP == PREFIX__CUDA_MIN_SIGNED || OP == PREFIX__CUDA_MAX_SIGNED || OP == PREFIX__CUDA_AND ||
                       OP == PREFIX__CUDA_OR);
    static constexpr bool has_keys = BITS >= 16 && (OP == PREFIX__CUDA_MIN_SIGNED || OP == PREFIX__CUDA_MAX_SIGNED);
    static constexpr bool has_truth = OP == PREFIX__CUDA_AND || OP == PREFIX__CUDA_OR;
    static constexpr word neutral = lanes<BITS>::repeat((word)neutral_element<OP, BITS>());

    static __device__ word combine(word a, word b)
    {
        if constexpr (BITS == 8)
            return combine_bytes<OP>(a, b);
        else if constexpr (BITS == 16)
            return combine_halves<OP>(a, b);
        else
            return combine_whole<OP>(a, b);
    }
    static __device__ carry widen(word w)
    {
        return w;
    }
    static __device__ carry join(carry a, carry b)
    {
        return combine(a, b);
    }
};

} // namespace prefix_cuda

#endif

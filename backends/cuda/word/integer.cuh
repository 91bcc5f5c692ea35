/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The exactly associative operators, on elements of 8 to 64 bits. Integers wrap, so sum and
 * product need no signedness. An operator offers
 *   word                      a register of one or, for the narrow types, several elements
 *   neutral                   a word whose elements change nothing
 *   single                    the operator on one element a word, as totals and carries are kept:
 *                             narrow elements in 32 bits, of which the low ones count; for maximum
 *                             they are extended
 *     single::combine(earlier, later), single::neutral
 *   flips                     whether there are operators that are this one on inverted bits
 *   carry                     what goes from tile to tile
 *   invertible, remove(single, single)  whether there is an inverse: what the second is without the first before it
 *   widen(single)             the same as a carry
 *   join(carry, carry)        combines in the carry's type
 * and narrow.cuh what is done with words of several elements.
 */
#ifndef PREFIX_CUDA_WORD_INTEGER_CUH
#define PREFIX_CUDA_WORD_INTEGER_CUH

#include "params/scan_params.h"
#include "word/conditional.cuh"
#include "word/lanes.cuh"

namespace prefix_cuda
{

template <int OP> __device__ inline uint32_t combine_whole(uint32_t a, uint32_t b)
{
    switch (OP) {
    case PREFIX__CUDA_SUM:
        return a + b;
    case PREFIX__CUDA_PRODUCT:
        return a * b;
    case PREFIX__CUDA_MAX:
        return (uint32_t)max((int32_t)a, (int32_t)b);
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
    case PREFIX__CUDA_MAX:
        return (int64_t)a < (int64_t)b ? b : a;
    case PREFIX__CUDA_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

template <int OP, int BITS> constexpr uint64_t neutral_element()
{
    constexpr uint64_t ones = ~(uint64_t)0 >> (64 - BITS);
    return OP == PREFIX__CUDA_PRODUCT ? 1 : OP == PREFIX__CUDA_MAX ? ones ^ (ones >> 1) : 0;
}

/* Those that scans of segments need. */
template <int OP, class WORD> struct integer_conditionals {
};
#define PREFIX_CUDA_INTEGER_CONDITIONALS(op, of_32_bits, of_64_bits)                                                   \
    template <> struct integer_conditionals<op, uint32_t> {                                                            \
        using word = uint32_t;                                                                                         \
        PREFIX_CUDA_CONDITIONALS(of_32_bits, "r")                                                                      \
    };                                                                                                                 \
    template <> struct integer_conditionals<op, uint64_t> {                                                            \
        using word = uint64_t;                                                                                         \
        PREFIX_CUDA_CONDITIONALS(of_64_bits, "l")                                                                      \
    };
PREFIX_CUDA_INTEGER_CONDITIONALS(PREFIX__CUDA_SUM, "add.u32", "add.u64")
PREFIX_CUDA_INTEGER_CONDITIONALS(PREFIX__CUDA_PRODUCT, "mul.lo.u32", "mul.lo.u64")
PREFIX_CUDA_INTEGER_CONDITIONALS(PREFIX__CUDA_MAX, "max.s32", "max.s64")
PREFIX_CUDA_INTEGER_CONDITIONALS(PREFIX__CUDA_OR, "or.b32", "or.b64")
PREFIX_CUDA_INTEGER_CONDITIONALS(PREFIX__CUDA_XOR, "xor.b32", "xor.b64")

template <int OP, int BITS> struct integer : lanes<BITS>, integer_conditionals<OP, typename lanes<BITS>::word> {
    using word = typename lanes<BITS>::word;
    using single = integer < OP, BITS<32 ? 32 : BITS>;
    using carry = typename lanes < BITS<32 ? 32 : BITS>::word;
    static constexpr int op = OP;
    static constexpr int bits = BITS;
    static constexpr bool ordered = false; /* any order of combination gives the same */
    static constexpr bool idempotent = OP != PREFIX__CUDA_SUM && OP != PREFIX__CUDA_PRODUCT && OP != PREFIX__CUDA_XOR;
    static constexpr bool invertible = OP == PREFIX__CUDA_SUM || OP == PREFIX__CUDA_XOR;
    static constexpr bool flips =
        OP == PREFIX__CUDA_MAX || OP == PREFIX__CUDA_OR; /* others are these on inverted bits */
    static constexpr bool has_float_input = BITS >= 32 && flips;
    static constexpr bool has_keys = BITS >= 16 && OP == PREFIX__CUDA_MAX;
    static constexpr bool has_truth = OP == PREFIX__CUDA_OR;
    static constexpr word neutral = lanes<BITS>::repeat((word)neutral_element<OP, BITS>());

    static __device__ word combine(word a, word b)
    {
        static_assert(BITS >= 32, "narrow elements are combined by narrow.cuh");
        return combine_whole<OP>(a, b);
    }
    static __device__ carry remove(carry earlier, carry all)
    {
        return OP == PREFIX__CUDA_SUM ? all - earlier : all ^ earlier;
    }
    static __device__ carry widen(carry c)
    {
        return c;
    }
    static __device__ carry join(carry a, carry b)
    {
        return combine_whole<OP>(a, b);
    }
};

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators as objects, for the catalogue: one that the compiler knows, and one that is chosen at run time, so that
 * one kernel does for all. Each has
 *   word, carry              a single element, and what goes from tile to tile
 *   neutral                  an element that changes nothing
 *   combine(earlier, later)  of words
 *   widen(word)              a carry
 *   join(earlier, later)     of carries
 */
#ifndef PREFIX_CUDA_WORD_CHOSEN_CUH
#define PREFIX_CUDA_WORD_CHOSEN_CUH

#include "params/catalogue_params.h"
#include "word/integer.cuh"
#include "word/ordered.cuh"

namespace prefix_cuda
{

template <class OP> struct known_operator {
    using word = typename OP::word;
    using carry = typename OP::carry;
    word neutral;
    __device__ explicit known_operator(const prefix__cuda_pass &pass) : neutral((word)pass.neutral)
    {
    }
    __device__ word combine(word a, word b) const
    {
        return OP::combine(a, b);
    }
    __device__ carry widen(word w) const
    {
        return OP::widen(w);
    }
    __device__ carry join(carry a, carry b) const
    {
        return OP::join(a, b);
    }
};

template <class WORD> struct chosen_operator {
    using word = WORD;
    using carry = WORD;
    int op;
    word neutral;
    __device__ explicit chosen_operator(const prefix__cuda_pass &pass) : op(pass.op), neutral((word)pass.neutral)
    {
    }
    __device__ word combine(word a, word b) const
    {
        switch (op) {
        case PREFIX__CUDA_SUM:
            return a + b;
        case PREFIX__CUDA_PRODUCT:
            return a * b;
        case PREFIX__CUDA_MAX:
            return combine_whole<PREFIX__CUDA_MAX>(a, b);
        case PREFIX__CUDA_OR:
            return a | b;
        case PREFIX__CUDA_XOR:
            return a ^ b;
        case PREFIX__CUDA_PRODUCT_FLOAT:
            if constexpr (sizeof(word) == 4)
                return float_product32::combine(a, b);
            else
                return float_product64::combine(a, b);
        default: /* of 32 bits they are known */
            if constexpr (sizeof(word) == 4)
                return a;
            else
                return float_sum64::combine(a, b);
        }
    }
    __device__ carry widen(word w) const
    {
        return w;
    }
    __device__ carry join(carry a, carry b) const
    {
        return combine(a, b);
    }
};

} // namespace prefix_cuda

#endif

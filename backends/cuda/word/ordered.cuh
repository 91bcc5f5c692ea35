/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sums and products of floats: not exactly associative, so they keep to the canonical order of
 * lib/order.h. The neutral elements change no bit of what they are combined with: a row without
 * a carry, a place past the end and the place before the first all hold them. The identity is what nothing comes to,
 * and what stands before results to which no other carry is given.
 */
#ifndef PREFIX_CUDA_WORD_ORDERED_CUH
#define PREFIX_CUDA_WORD_ORDERED_CUH

#include "params/scan_params.h"
#include "word/conditional.cuh"
#include "word/lanes.cuh"

namespace prefix_cuda
{

template <int OP, int BITS> struct float_operator : lanes<BITS> {
    static constexpr int op = OP;
    static constexpr int bits = BITS;
    static constexpr bool ordered = true;
    static constexpr bool invertible = false;
    static constexpr bool flips = false;
    static constexpr bool has_float_input = true;
    static constexpr bool has_keys = false;
    static constexpr bool has_truth = false;
};

/* Sums in f32, carried from tile to tile in f64. */
struct float_sum32 : float_operator<PREFIX__CUDA_SUM_FLOAT, 32> {
    using single = float_sum32;
    using carry = uint64_t;
    static constexpr word neutral = 0x80000000u; /* -0 */
    static constexpr word identity = 0;
    static __device__ word combine(word a, word b)
    {
        return __float_as_uint(__fadd_rn(__uint_as_float(a), __uint_as_float(b)));
    }
    PREFIX_CUDA_CONDITIONALS("add.rn.f32", "r")
    static __device__ carry widen(word w)
    {
        return (uint64_t)__double_as_longlong((double)__uint_as_float(w));
    }
    static __device__ carry join(carry a, carry b)
    {
        return (uint64_t)__double_as_longlong(
            __dadd_rn(__longlong_as_double((long long)a), __longlong_as_double((long long)b)));
    }
};

struct float_product32 : float_operator<PREFIX__CUDA_PRODUCT_FLOAT, 32> {
    using single = float_product32;
    using carry = uint32_t;
    static constexpr word neutral = 0x3f800000u; /* 1 */
    static constexpr word identity = neutral;
    static __device__ word combine(word a, word b)
    {
        return __float_as_uint(__fmul_rn(__uint_as_float(a), __uint_as_float(b)));
    }
    PREFIX_CUDA_CONDITIONALS("mul.rn.f32", "r")
    static __device__ carry widen(word w)
    {
        return w;
    }
    static __device__ carry join(carry a, carry b)
    {
        return combine(a, b);
    }
};

struct float_sum64 : float_operator<PREFIX__CUDA_SUM_FLOAT, 64> {
    using single = float_sum64;
    using carry = uint64_t;
    static constexpr word neutral = 0x8000000000000000u; /* -0 */
    static constexpr word identity = 0;
    static __device__ word combine(word a, word b)
    {
        return (uint64_t)__double_as_longlong(
            __dadd_rn(__longlong_as_double((long long)a), __longlong_as_double((long long)b)));
    }
    PREFIX_CUDA_CONDITIONALS_BY_CHOICE
    static __device__ carry widen(word w)
    {
        return w;
    }
    static __device__ carry join(carry a, carry b)
    {
        return combine(a, b);
    }
};

struct float_product64 : float_operator<PREFIX__CUDA_PRODUCT_FLOAT, 64> {
    using single = float_product64;
    using carry = uint64_t;
    static constexpr word neutral = 0x3ff0000000000000u; /* 1 */
    static constexpr word identity = neutral;
    static __device__ word combine(word a, word b)
    {
        return (uint64_t)__double_as_longlong(
            __dmul_rn(__longlong_as_double((long long)a), __longlong_as_double((long long)b)));
    }
    PREFIX_CUDA_CONDITIONALS_BY_CHOICE
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

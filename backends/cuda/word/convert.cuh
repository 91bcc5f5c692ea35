/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From input elements to words of the accumulator, and from results to output elements. Kernels
 * branch on these choices once for many words: they are the same in the whole grid.
 */
#ifndef PREFIX_CUDA_WORD_CONVERT_CUH
#define PREFIX_CUDA_WORD_CONVERT_CUH

#include "../scan_params.h"
#include "lanes.cuh"

namespace prefix_cuda
{

__device__ inline float f16_to_f32(uint32_t h)
{
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((uint16_t)h));
    return x;
}

__device__ inline float bf16_to_f32(uint32_t h)
{
    return __uint_as_float(h << 16);
}

__device__ inline uint32_t f16_from_f32(float x)
{
    uint16_t h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    return h;
}

__device__ inline uint32_t f16_from_f64(double x)
{
    uint16_t h;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(h) : "d"(x));
    return h;
}

__device__ inline uint32_t bf16_from_f32(float x)
{
    uint32_t bits = __float_as_uint(x);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return bits >> 16 | 0x40u;
    return (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
}

/* Rounding to odd on the way through f32 keeps what the one rounding to nearest must know. */
__device__ inline uint32_t bf16_from_f64(double x)
{
    float toward_zero = __double2float_rz(x);
    uint32_t inexact = (double)toward_zero != x;
    if (x != x)
        inexact = 0;
    return bf16_from_f32(__uint_as_float(__float_as_uint(toward_zero) | inexact));
}

/* x holds input elements, zero-extended. */
template <class OP, int COUNT> __device__ inline void convert(typename OP::word (&x)[COUNT], int kind, int in_size)
{
    using word = typename OP::word;
    if (kind == PREFIX__CUDA_CONVERT_NONE)
        return;
    if constexpr (!OP::ordered) {
        if (kind == PREFIX__CUDA_CONVERT_SIGN) {
#pragma unroll
            for (int k = 0; k < COUNT; k++) {
                if constexpr (OP::bits == 16)
                    x[k] |= (x[k] & 0x00800080u) * 0x1feu;
                else if constexpr (OP::bits == 32)
                    x[k] = (word)((int32_t)(x[k] << (32 - 8 * in_size)) >> (32 - 8 * in_size));
                else if constexpr (OP::bits == 64)
                    x[k] = (word)((int64_t)(x[k] << (64 - 8 * in_size)) >> (64 - 8 * in_size));
            }
            return;
        }
    }
    if constexpr (OP::has_float_input) {
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            float value = kind == PREFIX__CUDA_CONVERT_F16    ? f16_to_f32((uint32_t)x[k])
                          : kind == PREFIX__CUDA_CONVERT_BF16 ? bf16_to_f32((uint32_t)x[k])
                                                              : __uint_as_float((uint32_t)x[k]);
            if constexpr (OP::bits == 64)
                x[k] = (word)__double_as_longlong((double)value);
            else
                x[k] = __float_as_uint(value);
        }
    }
}

/* An element that is not 0 has all its bits set. */
template <int BITS> __device__ inline typename lanes<BITS>::word truth(typename lanes<BITS>::word w)
{
    if constexpr (BITS == 8)
        return __vcmpne4(w, 0);
    else if constexpr (BITS == 16)
        return __vcmpne2(w, 0);
    else
        return w ? ~(typename lanes<BITS>::word)0 : 0;
}

/* One float's bits, low in w, as a signed integer of the same order; its own inverse but for NaN. */
template <int BITS> __device__ inline uint64_t flip(uint64_t bits)
{
    constexpr uint64_t sign = (uint64_t)1 << (BITS - 1);
    return bits & sign ? bits ^ (sign - 1) : bits;
}

template <int BITS> __device__ inline uint64_t key(uint64_t bits, uint64_t infinity, int kind)
{
    constexpr uint64_t sign = (uint64_t)1 << (BITS - 1);
    if ((bits & (sign - 1)) > infinity)
        return kind == PREFIX__CUDA_MAP_KEY_MIN ? sign : sign - 1;
    return flip<BITS>(bits);
}

template <class OP, int COUNT> __device__ inline void map(typename OP::word (&x)[COUNT], int kind, uint64_t pattern)
{
    using word = typename OP::word;
    constexpr word magnitude = ~OP::repeat((word)((uint64_t)1 << (OP::bits - 1)));
    if (kind == PREFIX__CUDA_MAP_NONE)
        return;
    if constexpr (OP::has_truth) {
        word mask = kind == PREFIX__CUDA_MAP_TRUTH_FLOAT ? magnitude : ~(word)0;
        word one = OP::repeat((word)pattern);
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            x[k] = truth<OP::bits>(x[k] & mask) & one;
    }
    if constexpr (OP::has_keys) {
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            if constexpr (OP::bits == 16)
                x[k] = (word)(key<16>(x[k] & 0xffffu, pattern, kind) | key<16>(x[k] >> 16, pattern, kind) << 16);
            else
                x[k] = (word)key<OP::bits>(x[k], pattern, kind);
        }
    }
}

/* Turns keys back to floats. */
template <class OP, int COUNT> __device__ inline void unmap(typename OP::word (&x)[COUNT], int kind)
{
    if constexpr (OP::has_keys) {
        if (kind < PREFIX__CUDA_MAP_KEY_MIN)
            return;
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            if constexpr (OP::bits == 16)
                x[k] = (typename OP::word)(flip<16>(x[k] & 0xffffu) | flip<16>(x[k] >> 16) << 16);
            else
                x[k] = (typename OP::word)flip<OP::bits>(x[k]);
        }
    }
}

/* A result in the carry type to the accumulator's own type: f64 to f32 for sums of f32. */
template <class OP> __device__ inline typename OP::word narrow(typename OP::carry c)
{
    if constexpr (sizeof(typename OP::carry) > sizeof(typename OP::word))
        return __float_as_uint(__double2float_rn(__longlong_as_double((long long)c)));
    else
        return c;
}

/* A result in the carry type rounded to a float of two bytes. */
template <class OP> __device__ inline uint32_t narrow_to_half(typename OP::carry c, int kind)
{
    if constexpr (sizeof(typename OP::carry) > sizeof(typename OP::word)) {
        double x = __longlong_as_double((long long)c);
        return kind == PREFIX__CUDA_ROUND_F16 ? f16_from_f64(x) : bf16_from_f64(x);
    } else {
        float x = __uint_as_float(c);
        return kind == PREFIX__CUDA_ROUND_F16 ? f16_from_f32(x) : bf16_from_f32(x);
    }
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From input elements to words of the accumulator, and from results to output elements. Kernels
 * branch on these choices once for many words: they are the same in the whole grid.
 */
#ifndef PREFIX_CUDA_WORD_CONVERT_CUH
#define PREFIX_CUDA_WORD_CONVERT_CUH

#include "params/scan_params.h"
#include "word/lanes.cuh"

namespace prefix_cuda
{

template <class WORD, int ROWS, int COUNT, class DO> __device__ inline void for_words(WORD (&x)[ROWS][COUNT], DO what)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            x[r][k] = what(x[r][k]);
    }
}

/* In each element all bits, if it is negative, or none. */
template <int BITS> __device__ inline typename lanes<BITS>::word fill_by_sign(typename lanes<BITS>::word w)
{
    if constexpr (BITS == 64) {
        const uint32_t sign = (uint32_t)((int32_t)(w >> 32) >> 31); /* both halves, of one instruction */
        return (uint64_t)sign << 32 | sign;
    } else if constexpr (BITS == 32) {
        return (uint32_t)((int32_t)w >> 31);
    } else {
        asm("prmt.b32 %0, %0, 0, %1;" : "+r"(w) : "n"(BITS == 16 ? 0xbb99 : 0xba98));
        return w;
    }
}

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
        return 0x7fffu; /* as the GPU's own conversions give it */
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

template <class WORD> __device__ inline WORD from_f32(float x)
{
    if constexpr (sizeof(WORD) == 8)
        return (WORD)__double_as_longlong((double)x);
    else
        return __float_as_uint(x);
}

/* x holds input elements of SIZE bytes, zero-extended. */
template <class OP, int SIZE, int ROWS, int COUNT>
__device__ inline void convert(typename OP::word (&x)[ROWS][COUNT], int kind)
{
    using word = typename OP::word;
    if constexpr (!OP::ordered) {
        if (kind == PREFIX__CUDA_CONVERT_SIGN) {
            constexpr int spare = OP::bits - 8 * SIZE;
            for_words(x, [](word w) {
                if constexpr (OP::bits == 16)
                    return w | (w & 0x00800080u) * 0x1feu;
                else if constexpr (OP::bits == 32)
                    return (word)((int32_t)(w << spare) >> spare);
                else
                    return (word)((int64_t)(w << spare) >> spare);
            });
            return;
        }
    }
    if constexpr (OP::has_float_input) {
        if (SIZE == 2 && kind == PREFIX__CUDA_CONVERT_F16)
            for_words(x, [](word w) { return from_f32<word>(f16_to_f32((uint32_t)w)); });
        else if (SIZE == 2 && kind == PREFIX__CUDA_CONVERT_BF16)
            for_words(x, [](word w) { return from_f32<word>(bf16_to_f32((uint32_t)w)); });
        else if (SIZE == 4 && kind == PREFIX__CUDA_CONVERT_F32)
            for_words(x, [](word w) { return from_f32<word>(__uint_as_float((uint32_t)w)); });
    }
}

/* In each element that is not 0, all bits. */
template <int BITS> __device__ inline typename lanes<BITS>::word truth(typename lanes<BITS>::word w)
{
    if constexpr (BITS < 32) {
        constexpr uint32_t below = lanes<BITS>::repeat((1u << (BITS - 1)) - 1);
        return fill_by_sign<BITS>(((w & below) + below) | w);
    } else {
        return w ? ~(typename lanes<BITS>::word)0 : 0;
    }
}

/* Floats' bits as signed integers of the same order; its own inverse but for NaN. */
template <int BITS> __device__ inline typename lanes<BITS>::word flip(typename lanes<BITS>::word w)
{
    using word = typename lanes<BITS>::word;
    return w ^ (fill_by_sign<BITS>(w) & lanes<BITS>::repeat(((word)1 << (BITS - 1)) - 1));
}

/* The same, and nan for every NaN; repeated, as are infinity and nan. */
template <int BITS>
__device__ inline typename lanes<BITS>::word key(typename lanes<BITS>::word w, typename lanes<BITS>::word infinity,
                                                 typename lanes<BITS>::word nan)
{
    using word = typename lanes<BITS>::word;
    if constexpr (BITS == 16) {
        uint32_t which = fill_by_sign<16>((w & 0x7fff7fffu) + (0x7fff7fffu - infinity));
        return (flip<16>(w) & ~which) | (nan & which);
    } else if constexpr (BITS == 32) {
        return isnan(__uint_as_float(w)) ? nan : flip<32>(w);
    } else {
        return isnan(__longlong_as_double((long long)w)) ? nan : flip<BITS>(w);
    }
}

/* What every NaN becomes, first of all or last; repeated. */
template <int BITS> __device__ inline typename lanes<BITS>::word nan_key(int kind)
{
    constexpr typename lanes<BITS>::word sign = (typename lanes<BITS>::word)1 << (BITS - 1);
    return lanes<BITS>::repeat(kind == PREFIX__CUDA_MAP_KEY_MIN ? sign : sign - 1);
}

template <class OP, int ROWS, int COUNT>
__device__ inline void map(typename OP::word (&x)[ROWS][COUNT], int kind, uint64_t pattern)
{
    using word = typename OP::word;
    constexpr word sign = (word)1 << (OP::bits - 1);
    word repeated = OP::repeat((word)pattern);
    if constexpr (OP::has_truth) {
        word mask = kind == PREFIX__CUDA_MAP_TRUTH_FLOAT ? ~OP::repeat(sign) : ~(word)0;
        for_words(x, [=](word w) { return truth<OP::bits>(w & mask) & repeated; });
    }
    if constexpr (OP::has_keys) {
        word nan = nan_key<OP::bits>(kind);
        for_words(x, [=](word w) { return key<OP::bits>(w, repeated, nan); });
    }
}

/* Turns keys back to floats. */
template <class OP, int ROWS, int COUNT> __device__ inline void unmap(typename OP::word (&x)[ROWS][COUNT], int kind)
{
    if constexpr (OP::has_keys) {
        if (kind >= PREFIX__CUDA_MAP_KEY_MIN)
            for_words(x, [](typename OP::word w) { return flip<OP::bits>(w); });
    }
}

/* From elements that have been converted and mapped to what is combined, and back. */
template <class OP, int ROWS, int COUNT>
__device__ inline void flip_words(typename OP::word (&x)[ROWS][COUNT], const prefix__cuda_scan &scan)
{
    if constexpr (OP::flips) {
        const typename OP::word flip = OP::repeat((typename OP::word)scan.flip);
        if (flip != 0)
            for_words(x, [=](typename OP::word w) { return w ^ flip; });
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

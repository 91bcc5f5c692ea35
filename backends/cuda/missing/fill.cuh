/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Missing elements are filled in before a scan, and blanked out behind it. A warp takes words of 32 elements, one a
 * lane, so that a ballot is a word of bits.
 */
#ifndef PREFIX_CUDA_MISSING_FILL_CUH
#define PREFIX_CUDA_MISSING_FILL_CUH

#include "params/missing_params.h"
#include "word/convert.cuh"
#include "word/packet.cuh"

namespace prefix_cuda
{

constexpr int missing_threads = 256;

/* Of a bitmap the word of count bits, 32 at most, from one on; those behind them say valid. */
__device__ inline uint32_t valid_word(const uint8_t *bits, uint64_t at, uint32_t count)
{
    const uint32_t shift = (uint32_t)at % 8, bytes = (shift + count + 7) / 8;
    uint64_t word = 0;
    bits += at / 8;
#pragma unroll
    for (uint32_t i = 0; i < 5; i++)
        if (i < bytes)
            word |= (uint64_t)bits[i] << 8 * i;
    return (uint32_t)(word >> shift) | (count < 32 ? ~0u << count : 0);
}

__device__ inline uint32_t count_in_word(uint64_t n, uint64_t word)
{
    const uint64_t left = n - word * 32;
    return left < 32 ? (uint32_t)left : 32;
}

/* An element of SIZE bytes, zero-extended, as one of the output type. */
template <int SIZE> __device__ inline uint64_t widened(uint64_t x, const prefix__cuda_fill &f)
{
    const bool to_f64 = f.out_size == 8;
    if (f.convert == PREFIX__CUDA_CONVERT_SIGN) {
        constexpr uint64_t sign = (uint64_t)1 << (8 * SIZE - 1);
        return (x ^ sign) - sign;
    }
    if (f.convert == PREFIX__CUDA_CONVERT_NONE)
        return x;
    const float single = f.convert == PREFIX__CUDA_CONVERT_F16    ? f16_to_f32((uint32_t)x)
                         : f.convert == PREFIX__CUDA_CONVERT_BF16 ? bf16_to_f32((uint32_t)x)
                                                                  : __uint_as_float((uint32_t)x);
    return to_f64 ? from_f32<uint64_t>(single) : from_f32<uint32_t>(single);
}

template <int SIZE> __device__ inline void store_at(void *out, uint64_t i, uint64_t x)
{
    ((typename element_of<SIZE>::type *)out)[i] = (typename element_of<SIZE>::type)x;
}

/* The output is as wide as the input, or wider. */
template <int SIZE> __device__ inline void store_widened(const prefix__cuda_fill &f, uint64_t i, uint64_t x)
{
    if (f.out_size == SIZE)
        store_at<SIZE>(f.out, i, x);
    else if (f.out_size == 8)
        store_at<8>(f.out, i, x);
    else if (f.out_size == 4)
        store_at<4>(f.out, i, x);
    else
        store_at<2>(f.out, i, x);
}

template <int SIZE>
__global__ void __launch_bounds__(missing_threads) fill_kernel(const __grid_constant__ prefix__cuda_fill f)
{
    using element = typename element_of<SIZE>::type;
    constexpr int rows = PREFIX__CUDA_FILL_WORDS;
    const element mask = (element)f.mask, range = (element)f.range;
    const uint32_t lane = threadIdx.x % 32;
    const uint64_t warp = (uint64_t)blockIdx.x * (missing_threads / 32) + threadIdx.x / 32;
    const uint64_t warps = (uint64_t)gridDim.x * (missing_threads / 32), words = (f.n + 31) / 32;
    const bool in_place = f.in == f.out;
    for (uint64_t word = warp * rows; word < words; word += warps * rows) {
        element x[rows];
        uint32_t bits = ~0u, closed = 0;
#pragma unroll
        for (int r = 0; r < rows; r++) {
            const uint64_t i = (word + r) * 32 + lane;
            x[r] = i < f.n ? ((const element *)f.in)[i] : 0;
        }
        if (f.bits && lane < rows && word + lane < words)
            bits = valid_word(f.bits, f.first + (word + lane) * 32, count_in_word(f.n, word + lane));
#pragma unroll
        for (int r = 0; r < rows; r++) {
            const uint64_t i = (word + r) * 32 + lane;
            const bool is_valid = __shfl_sync(~0u, bits, r) >> lane & 1;
            const bool is_missing = !is_valid || (element)(x[r] & mask) > range;
            const uint32_t all = __ballot_sync(~0u, !is_missing);
            if (lane == (uint32_t)r)
                closed = all;
            if (i < f.n && (is_missing || !in_place))
                store_widened<SIZE>(f, i, is_missing ? f.identity : widened<SIZE>(x[r], f));
        }
        if (f.closed && lane < rows && word + lane < words)
            f.closed[word + lane] = closed;
    }
}

/* A lane has the bits of a word; the warp then stores where they say so. */
template <int UNIT>
__global__ void __launch_bounds__(missing_threads) blank_kernel(const __grid_constant__ prefix__cuda_blank b)
{
    using unit = typename element_of<UNIT>::type;
    const uint32_t lane = threadIdx.x % 32;
    const uint64_t warp = (uint64_t)blockIdx.x * (missing_threads / 32) + threadIdx.x / 32;
    const uint64_t warps = (uint64_t)gridDim.x * (missing_threads / 32), words = (b.n + 31) / 32;
    const unit *value = (const unit *)b.value;
    for (uint64_t word = warp * 32; word < words; word += warps * 32) {
        const uint32_t bits = word + lane < words
                                  ? valid_word(b.bits, b.first + (word + lane) * 32, count_in_word(b.n, word + lane))
                                  : ~0u;
        for (uint32_t some = __ballot_sync(~0u, bits != ~0u); some != 0; some &= some - 1) {
            const int which = __ffs((int)some) - 1;
            const uint32_t valid = __shfl_sync(~0u, bits, which);
            unit *out = (unit *)b.out + (word + (uint32_t)which) * 32 * b.units;
            for (uint32_t k = lane; k < 32 * b.units; k += 32) {
                const uint32_t i = b.units == 1 ? k : k / b.units;
                if (!(valid >> i & 1))
                    out[k] = value[k - i * b.units];
            }
        }
    }
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Minimum and maximum of floats for lanes.cuh: words are keys, signed integers of the same order, but elements
 * are combined as they are, or for minimum with inverted signs, by instructions that have -0 below +0 and keep NaN.
 * Only what a tile comes to becomes a key. For floats of 64 bits, which have no such instruction, keys are made.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_FLOATS_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_FLOATS_CUH

#include "reduce_by_offset/elements.cuh"

namespace prefix_cuda
{

/* Of 16 and 32 bits. */
template <int KIND, int ROUND> struct totals_elements<floats_of<integer<KIND, 32>, ROUND>, false> {
    using OP = integer<KIND, 32>;
    using word = uint32_t;
    using value = uint32_t; /* a float of two bytes is in its lower half */
    static constexpr bool is_f32 = ROUND == PREFIX__CUDA_ROUND_NONE;
    static constexpr int count = is_f32 ? 4 : 8;
    static constexpr uint32_t all_bits = is_f32 ? ~0u : 0xffffu, all_elements = (1u << count) - 1;
    static constexpr value neutral = minus_infinities<ROUND>;

    const prefix__cuda_segmented &s;
    uint32_t flip, sign; /* signs, for minimum; and 1 or -1, with which they are inverted where it takes less */

    __device__ explicit totals_elements(const prefix__cuda_segmented &segmented)
        : s(segmented), flip(segmented.scan.map == PREFIX__CUDA_MAP_KEY_MIN ? float_signs<ROUND> : 0),
          sign(sign_of_floats<ROUND>(segmented))
    {
    }
    __device__ value start() const
    {
        return element(segmented_result<OP>((uint32_t)s.scan.carry, s));
    }
    __device__ value element(uint32_t bits) const
    {
        return multiplied_floats<ROUND>(bits, sign);
    }
    __device__ static value combine(value a, value b)
    {
        return greater_floats<ROUND>(a, b);
    }
    __device__ static void combine_where(uint32_t flag, value a, value &b)
    {
        if constexpr (ROUND == PREFIX__CUDA_ROUND_F16)
            PREFIX_CUDA_CONDITIONAL("ne", "max.NaN.f16x2", "r");
        else if constexpr (ROUND == PREFIX__CUDA_ROUND_BF16)
            PREFIX_CUDA_CONDITIONAL("ne", "max.NaN.bf16x2", "r");
        else
            PREFIX_CUDA_CONDITIONAL("ne", "max.NaN.f32", "r");
    }
    __device__ value total(packet<16> p, uint32_t which) const
    {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            p.w[i] = element(p.w[i]);
            if constexpr (is_f32)
                p.w[i] = which >> i & 1 ? p.w[i] : neutral;
        }
        if constexpr (!is_f32) {
            if (which != all_elements)
                p = keep_elements<2>(p, which, neutral);
        }
        const value all = combine(combine(p.w[0], p.w[1]), combine(p.w[2], p.w[3]));
        return is_f32 ? all : combine(all, all >> 16);
    }
    __device__ static value of_warp(value v)
    {
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2)
            v = combine(v, __shfl_xor_sync(~0u, v, distance));
        return v;
    }
    __device__ word word_of(value v) const
    {
        const uint32_t bits = (v ^ flip) & all_bits;
        const float x = is_f32                            ? __uint_as_float(bits)
                        : ROUND == PREFIX__CUDA_ROUND_F16 ? f16_to_f32(bits)
                                                          : bf16_to_f32(bits);
        return key<32>(__float_as_uint(x), (uint32_t)s.scan.pattern, nan_key<32>(s.scan.map)) ^ (uint32_t)s.scan.flip;
    }
    /* NaN is what the instructions make of it: of two bytes, positive. */
    __device__ word result(value v) const
    {
        const uint32_t bits = v & all_bits;
        return !is_f32 && bits == 0x7fffu ? bits : bits ^ (flip & all_bits);
    }
};

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chunks of integers of one and two bytes, several of which are combined at once: what chunks come to is kept as
 * elements are, so that a row's sums are chunks, too. Any order will do. For maximum, all are unsigned meanwhile, so
 * that what is neutral is 0; and floats of two bytes, of which words are those of f32, are keys.
 */
#ifndef PREFIX_CUDA_DEVICE_TOTALS_CHUNK_INTEGERS_CUH
#define PREFIX_CUDA_DEVICE_TOTALS_CHUNK_INTEGERS_CUH

#include "../word/convert.cuh"
#include "../word/narrow.cuh"
#include "../word/stored.cuh"
#include "totals_chunk.cuh"

namespace prefix_cuda
{

template <class OP, int SIZE, int ROWS, bool KEYS> struct totals_chunk<stored_as<OP, SIZE, ROWS>, KEYS> {
    using word = typename OP::word;
    using sum = typename element_of<SIZE>::type;
    static constexpr bool is_maximum = OP::op == PREFIX__CUDA_MAX_SIGNED;
    using packed = integer<is_maximum ? PREFIX__CUDA_MAX_UNSIGNED : OP::op, 8 * SIZE>;
    static constexpr int count = 16 / SIZE, beside = SIZE + count / 8, row_chunks = 32;

    const prefix__cuda_segmented &s;
    uint32_t sign; /* of what is signed in memory, repeated */

    __device__ explicit totals_chunk(const prefix__cuda_segmented &segmented)
        : s(segmented), sign(is_maximum && (KEYS || segmented.scan.convert == PREFIX__CUDA_CONVERT_SIGN)
                                 ? packed::repeat(1u << (8 * SIZE - 1))
                                 : 0)
    {
    }
    __device__ bool is_f16() const
    {
        return s.scan.convert == PREFIX__CUDA_CONVERT_F16;
    }
    __device__ uint32_t key_of(uint32_t w) const
    {
        return key<16>(w, lanes<16>::repeat(is_f16() ? 0x7c00u : 0x7f80u), nan_key<16>(s.scan.map));
    }
    __device__ packet<16> elements(const packet<16> &p) const
    {
        const uint32_t flip = flips<OP> ? stored_flip<SIZE>(s) ^ sign : 0;
        const auto element = [&](uint32_t w) { return (KEYS ? key_of(w) : w) ^ flip; };
        return packet<16>{{element(p.w[0]), element(p.w[1]), element(p.w[2]), element(p.w[3])}};
    }
    __device__ static packet<16> keep(const packet<16> &p, uint32_t bits)
    {
        return keep_elements<SIZE>(p, bits, packed::neutral);
    }
    __device__ static word total(const packet<16> &p)
    {
        return lane_total<packed>(p.w);
    }
    __device__ static word row(const sum *sums, int first)
    {
        word all = OP::neutral;
#pragma unroll
        for (int k = 0; k < row_chunks; k += count)
            all = OP::combine(
                all, total(keep(load_packet<16>((const char *)(sums + k)), ~0u << first >> k & ((1u << count) - 1))));
        return all;
    }
    __device__ static word join(const sum *sums, int first, int end, word behind)
    {
#pragma unroll 4
        for (int k = first; k < end; k++)
            behind = OP::combine(behind, sums[k]);
        return behind;
    }
    __device__ word word_of(word w) const
    {
        if constexpr (KEYS) {
            const uint32_t h = prefix_cuda::flip<16>((w ^ sign ^ (uint32_t)s.flip) & 0xffff);
            const float x = is_f16() ? f16_to_f32(h) : bf16_to_f32(h);
            return key<32>(__float_as_uint(x), (uint32_t)s.scan.pattern, nan_key<32>(s.scan.map)) ^ (uint32_t)s.flip;
        } else {
            return is_maximum ? stored_word<OP, SIZE>(w ^ sign, 0, s) : w;
        }
    }
};

} // namespace prefix_cuda

#endif

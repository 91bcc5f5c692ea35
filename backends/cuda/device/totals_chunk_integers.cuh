/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chunks of integers of one and two bytes, several of which are combined at once: what chunks come to is kept as
 * elements are, so that a row's sums are chunks, too. Any order will do. For maximum, all are unsigned meanwhile, so
 * that what is neutral is 0.
 */
#ifndef PREFIX_CUDA_DEVICE_TOTALS_CHUNK_INTEGERS_CUH
#define PREFIX_CUDA_DEVICE_TOTALS_CHUNK_INTEGERS_CUH

#include "../word/narrow.cuh"
#include "../word/stored.cuh"
#include "totals_chunk.cuh"

namespace prefix_cuda
{

template <class OP, int SIZE, int ROWS> struct totals_chunk<stored_as<OP, SIZE, ROWS>> {
    using word = typename OP::word;
    using sum = typename element_of<SIZE>::type;
    static constexpr bool is_maximum = OP::op == PREFIX__CUDA_MAX_SIGNED;
    using packed = integer<is_maximum ? PREFIX__CUDA_MAX_UNSIGNED : OP::op, 8 * SIZE>;
    static constexpr int count = 16 / SIZE, beside = SIZE + count / 8, row_chunks = 32;

    const prefix__cuda_segmented &s;
    uint32_t sign; /* of what is signed in memory, repeated */

    __device__ explicit totals_chunk(const prefix__cuda_segmented &segmented)
        : s(segmented),
          sign(is_maximum && segmented.scan.convert == PREFIX__CUDA_CONVERT_SIGN ? packed::repeat(1u << (8 * SIZE - 1))
                                                                                 : 0)
    {
    }
    __device__ packet<16> elements(const packet<16> &p) const
    {
        const uint32_t flip = flips<OP> ? stored_flip<SIZE>(s) ^ sign : 0;
        return packet<16>{{p.w[0] ^ flip, p.w[1] ^ flip, p.w[2] ^ flip, p.w[3] ^ flip}};
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
        return is_maximum ? stored_word<OP, SIZE>(w ^ sign, 0, s) : w;
    }
};

} // namespace prefix_cuda

#endif

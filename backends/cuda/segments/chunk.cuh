/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chunks of 8 floats of two bytes, which are combined in f32. A row of the canonical order is 16 chunks, its balanced
 * tree that of theirs: of what a segment has of it, a tree in which all else is neutral. In long segments that is
 * faster than to scan all elements, as reduce_by_offset/halves.cuh does, which wins where they have 10 or fewer.
 */
#ifndef PREFIX_CUDA_SEGMENTS_CHUNK_CUH
#define PREFIX_CUDA_SEGMENTS_CHUNK_CUH

#include "block/keep_elements.cuh"
#include "params/segmented_params.h"
#include "segments/halves_part.cuh"

namespace prefix_cuda
{

template <class OP> struct totals_chunk {
    using word = typename OP::word;
    static constexpr int row_chunks = row_lanes<OP>;

    /* Elements whose bits are not set become neutral. */
    __device__ static packet<16> keep(const packet<16> &p, uint32_t bits)
    {
        return keep_elements<2>(p, bits, neutral_halves<OP>(OP::convert));
    }
    __device__ static word total(const packet<16> &p)
    {
        const uint32_t w[1][4] = {{p.w[0], p.w[1], p.w[2], p.w[3]}};
        word x[1][8], all[1];
        widen_halves<OP::convert>(x, w);
        lane_totals<OP>(all, x);
        return all[0];
    }
    /* The same but for elements whose bits are set: see lane_total_behind(). */
    __device__ static word total_behind(const packet<16> &p, uint32_t left)
    {
        const uint32_t w[1][4] = {{p.w[0], p.w[1], p.w[2], p.w[3]}};
        word x[1][8];
        widen_halves<OP::convert>(x, w);
        return lane_total_behind<OP>(x[0], left);
    }
    /*
     * By a warp, what rows of 512 bytes come to behind their last heads, if one is in the last chunk of each row of the
     * canonical order, two of which lie side by side: then nothing else counts, and a lane takes each. heads: 8 bits
     * for each of ROWS. Returns whether that is so.
     */
    template <int ROWS> __device__ static bool rows_of_last_chunks(word *totals, const char *stage, uint32_t heads)
    {
        constexpr int beside = 32 / row_chunks;
        constexpr uint32_t lowest = 0x01010101, highest = 0x80808080;
        const int lane = threadIdx.x & 31, row = lane / beside % ROWS, last = (lane % beside + 1) * row_chunks - 1;
        const bool lacks = ((heads - lowest) & ~heads & highest) != 0;
        if (__any_sync(~0u, lane % row_chunks == row_chunks - 1 && lacks))
            return false;
        const uint32_t left = __shfl_sync(~0u, left_behind_lane<8>(heads), last) >> (row * 8);
        const word total = total_behind(load_packet<16>(stage + (row * 32 + last) * 16), left);
        if (lane < ROWS * beside)
            totals[lane] = total;
        return true;
    }
    /* What a row comes to from a chunk on. */
    __device__ static word row(const word *sums, int first)
    {
        return join(sums, first, row_chunks, OP::neutral);
    }
    /* Of chunks from first to end - 1, and of what stands in place of the one behind. */
    __device__ static word join(const word *sums, int first, int end, word behind)
    {
        const uint32_t kept = (1u << end) - (1u << first);
        word x[1][row_chunks], all[1];
#pragma unroll
        for (int k = 0; k < row_chunks; k += 4) {
            const packet<16> p = load_packet<16>((const char *)(sums + k));
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const uint32_t chunk = 1u << (k + i);
                x[0][k + i] = kept & chunk ? p.w[i] : 1u << end & chunk ? behind : OP::neutral;
            }
        }
        lane_totals<OP>(all, x);
        return all[0];
    }
};

} // namespace prefix_cuda

#endif

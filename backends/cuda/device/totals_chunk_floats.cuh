/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chunks of 8 floats of two bytes, which are combined in f32. A row of the canonical order is 16 chunks, its balanced
 * tree that of theirs: of what a segment has of it, a tree in which all else is neutral. On an H200, 2^27 f16 in
 * segments of 200 take 99 us, and 161 if rows are scanned (totals_halves.cuh); but in segments of 1 they take 579, not
 * 392.
 */
#ifndef PREFIX_CUDA_DEVICE_TOTALS_CHUNK_FLOATS_CUH
#define PREFIX_CUDA_DEVICE_TOTALS_CHUNK_FLOATS_CUH

#include "../segmented_params.h"
#include "halves_part.cuh"
#include "totals_chunk.cuh"

namespace prefix_cuda
{

template <class OP, int ROUND, int ROWS> struct totals_chunk<halves_of<OP, ROUND, ROWS>, false> {
    using op = halves_of<OP, ROUND, ROWS>;
    using word = typename OP::word;
    using sum = word;
    static constexpr int beside = sizeof(sum) + 1, row_chunks = row_lanes<op>;

    __device__ explicit totals_chunk(const prefix__cuda_segmented &)
    {
    }
    __device__ static packet<16> elements(const packet<16> &p)
    {
        return p;
    }
    __device__ static packet<16> keep(const packet<16> &p, uint32_t bits)
    {
        return keep_elements<2>(p, bits, neutral_halves<op>(op::convert));
    }
    __device__ static word total(const packet<16> &p)
    {
        const uint32_t w[1][4] = {{p.w[0], p.w[1], p.w[2], p.w[3]}};
        word x[1][8], all[1];
        widen_halves<op::convert>(x, w);
        lane_totals<op>(all, x);
        return all[0];
    }
    __device__ static word row(const sum *sums, int first)
    {
        return join(sums, first, row_chunks, op::neutral);
    }
    __device__ static word join(const sum *sums, int first, int end, word behind)
    {
        const uint32_t kept = (1u << end) - (1u << first);
        word x[1][row_chunks], all[1];
#pragma unroll
        for (int k = 0; k < row_chunks; k += 4) {
            const packet<16> p = load_packet<16>((const char *)(sums + k));
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const uint32_t chunk = 1u << (k + i);
                x[0][k + i] = kept & chunk ? p.w[i] : 1u << end & chunk ? behind : op::neutral;
            }
        }
        lane_totals<op>(all, x);
        return all[0];
    }
    __device__ static word word_of(word w)
    {
        return w;
    }
};

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * As chunks.cuh, where many segments end: a lane scans the elements of a chunk, each behind the last head up to
 * it. So what the last chunk has of a segment lies ready where this ends; and where all chunks have heads, what the
 * chunk before comes to is all that it may have besides, and nothing need be known of rows.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_HALVES_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_HALVES_CUH

#include "block/marks.cuh"
#include "reduce_by_offset/chunks.cuh"

namespace prefix_cuda
{

template <class OP, int TILE_ROWS> struct totals_halves : totals_chunks<OP, TILE_ROWS> {
    using base = totals_chunks<OP, TILE_ROWS>;
    using base::behind, base::load_chunk;
    using base::count, base::elements, base::packets;
    using base::lanes, base::list, base::stage, base::sums, base::t, base::tile;
    using typename base::word;
    static constexpr bool marks_bytes = true;
    static constexpr int offsets_at_once = 16;
    static constexpr int brought_most = elements / 2;
    /* The k-th words of all chunks are a plane. With some space between, those of neighbours are in different banks. */
    static constexpr int plane = elements / count + PREFIX__CUDA_TOTALS_PLANE_SPACE / sizeof(word);

    word *words;    /* take the place of elements, and as much room before these, */
    uint8_t *marks; /* which is theirs until then */
    bool all_begin; /* whether all chunks have heads */

    __device__ totals_halves(const prefix__cuda_segment_totals &totals, totals_shared<OP> &s, char *memory)
        : base(totals, s, memory), words((word *)memory), marks((uint8_t *)memory)
    {
        stage = memory + elements * word_bytes<OP>;
        sums = words + (count - 1) * plane;
        lanes = (uint32_t *)(words + count * plane);
        list = (uint16_t *)((char *)(lanes + elements / 256) + PREFIX__CUDA_TOTALS_SPACE);
    }
    __device__ void clear()
    {
#pragma unroll
        for (int i = 0; i < elements / 16; i += totals_threads)
            ((uint4 *)marks)[i + threadIdx.x] = make_uint4(0, 0, 0, 0);
    }
    __device__ void mark(uint32_t place)
    {
        marks[place] = 1;
    }
    /* A warp's chunks. The block has all of them before it writes any words. */
    __device__ void take()
    {
        const int lane = threadIdx.x & 31, first = (threadIdx.x >> 5) * packets;
        packet<16> p[packets];
        uint32_t own[packets];
        bool all = true;
#pragma unroll
        for (int i = 0; i < packets; i++) {
            const int chunk = (first + i) * 32 + lane;
            p[i] = load_chunk(chunk);
            own[i] = heads_of_marks<count>(marks + chunk * count);
            all &= own[i] != 0;
        }
        all_begin = __syncthreads_and(all);
#pragma unroll
        for (int i = 0; i < packets; i++) {
            const int chunk = (first + i) * 32 + lane;
            const cut_row<count> heads(own[i]);
            const uint32_t w[1][4] = {{p[i].w[0], p[i].w[1], p[i].w[2], p[i].w[3]}};
            word x[1][count];
            widen_halves<OP::convert>(x, w);
            if (heads.begins()) {
                sklansky_cut_lane<OP>(x[0], heads);
#pragma unroll
                for (int k = 0; k < count - 1; k++)
                    words[k * plane + chunk] = x[0][k];
                sums[chunk] = x[0][count - 1];
            } else {
                word total[1];
                lane_totals<OP>(total, x);
                sums[chunk] = total[0];
            }
            if (lane == 0)
                lanes[first + i] = heads.lanes;
            if (all_begin && i == packets - 1 && threadIdx.x == totals_threads - 1)
                publish(cut_aggregate<OP>(t.segmented.scan.workspace, (uint32_t)tile), sums[chunk], totals_tag + 1);
        }
    }
    __device__ bool has_rows() const
    {
        return !all_begin;
    }
    /* What the tile has of the segment between two of its places. ROWS: it may be in more than two chunks. */
    template <bool ROWS> __device__ word between(uint32_t from, uint32_t to) const
    {
        const uint32_t last = (to - 1) % elements, chunk = last / count, first = from / count;
        const word value = words[last % count * plane + chunk];
        if (ROWS && first + 1 < chunk)
            return behind(from, chunk, value);
        return OP::combine(first < chunk ? sums[first] : OP::neutral, value);
    }
};

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A block's tile of a reduction of segments of which no offset is marked: each warp has a share of the tile's offsets,
 * and reads each once. Where one segment ends, the next begins, so lanes tell each other.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_SHARES_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_SHARES_CUH

#include "reduce_by_offset/tile.cuh"
#include "word/types.cuh"

namespace prefix_cuda
{

/* FEW: offsets that a lane asks for before elements have come, if it has no more. */
template <class OP, bool PLAIN, int FEW> struct totals_shares : totals_tile<OP, PLAIN> {
    using base = totals_tile<OP, PLAIN>;
    using base::begin, base::crowded, base::first, base::offsets, base::offsets_here, base::t, base::tile;
    uint32_t some, behind;   /* the warp's share of the tile's offsets, which follow each other */
    uint32_t own[FEW], left; /* low bits of these, and of the one before; */
    uint32_t last;           /* in each warp's first lane those of the tile's last, */
    uint64_t nearest;        /* and the one before the tile's */

    using base::base;
    template <bool ALL, int EACH> __device__ void load_offsets(uint32_t (&to)[EACH], uint32_t j) const
    {
        const totals_offsets all = offsets();
        const uint32_t *from = all.place(first + j + (threadIdx.x & 31));
#pragma unroll
        for (int e = 0; e < EACH; e++)
            to[e] = ALL || j + e * 32 + (threadIdx.x & 31) < behind ? from[e * 32 << all.wide] : 0;
    }
    __device__ bool has_few() const
    {
        return offsets_here <= FEW * totals_threads;
    }
    /* Where its offsets are; if they are many, they are brought near. */
    __device__ void find_offsets()
    {
        const bool is_first = (threadIdx.x & 31) == 0;
        first = t.before[tile];
        offsets_here = t.before[tile + 1] - first;
        const uint32_t here = crowded() ? 0 : (uint32_t)offsets_here;
        const uint32_t each = here > totals_threads ? 32 : 1; /* divides shares */
        const uint32_t share = (here + totals_warps * each - 1) / (totals_warps * each) * each;
        some = (threadIdx.x >> 5) * share;
        behind = min(some + share, here);
        if (has_few())
            load_offsets<false>(own, some);
        else if (threadIdx.x == totals_threads - 1 && !crowded())
            bulk_prefetch(offsets().place(first), offsets().place(first + offsets_here));
        left = some > 0 && some < behind ? offsets().low(first + some - 1) : 0;
        nearest = is_first && first > 0 ? offsets().at(first - 1) : 0;
        last = is_first && offsets_here > 0 ? offsets().low(first + offsets_here - 1) : 0;
    }
    /* In each warp's first lane: whether a segment begins with the tile. */
    __device__ bool begins() const
    {
        return tile == 0 || (first > 0 && nearest == begin);
    }
    /*
     * Calls act for the warp's share: with offsets of lanes, from which on they are, and whether all of them are its.
     * MANY: offsets that a lane asks for at once, if it has not few.
     */
    template <int MANY, class ACT> __device__ void each_share(ACT act) const
    {
        if (has_few()) {
            act(own, some, constant<false>());
            return;
        }
        uint32_t ends[MANY];
        uint32_t j = some;
#pragma unroll 1
        for (; j + MANY * 32 <= behind; j += MANY * 32) {
            load_offsets<true>(ends, j);
            act(ends, j, constant<true>());
        }
        if (j < behind) {
            load_offsets<false>(ends, j);
            act(ends, j, constant<false>());
        }
    }
};

} // namespace prefix_cuda

#endif

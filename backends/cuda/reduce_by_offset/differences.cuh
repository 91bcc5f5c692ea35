/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a block of totals.cuh does where an operator can be undone: sums of integers, and exclusive or. It scans its
 * tile as if there were no segments, and takes from what stands before the end of each what stands before its
 * beginning. So nothing has to be known of offsets before, no marks are made of them, and each is read once.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_DIFFERENCES_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_DIFFERENCES_CUH

#include "warp/lane_scan.cuh"
#include "reduce_by_offset/shares.cuh"

namespace prefix_cuda
{

template <class OP, bool PLAIN> struct totals_differences : totals_shares<OP, PLAIN, 4> {
    using base = totals_shares<OP, PLAIN, 4>;
    using base::behind, base::first, base::last, base::left, base::offsets_here, base::shared, base::some, base::stage,
        base::t, base::tile;
    using base::offsets, base::place_of;
    using typename base::carry, typename base::shape, typename base::word;
    static constexpr int part = base::elements / totals_warps; /* elements of a warp */

    using base::base;
    /*
     * Each warp's elements become what stands before each; and what stands before each warp's, for this warp, and
     * behind all. Where no segment ends, what the tile comes to is enough.
     */
    __device__ void scan()
    {
        const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
        char *const mine = stage + warp * shape::warp_rows * shape::row_bytes;
        const word total =
            offsets_here > 0 ? scan_part<OP, shape::warp_rows>(mine) : total_of_part<OP, shape::warp_rows>(mine);
        if (lane == 0)
            shared.rows[warp] = total;
        if (threadIdx.x == 0) {
            shared.skips = first == 0 || !this->begins();
            this->put(base::elements, OP::neutral);
        }
        __syncthreads();
        const word of_warp = lane < totals_warps ? shared.rows[lane % totals_warps] : OP::neutral;
        word up_to_warp[1] = {of_warp};
        warp_scan<OP>(up_to_warp);
        if (lane <= totals_warps)
            before_warps()[lane] = OP::remove(of_warp, up_to_warp[0]);
        __syncwarp();
        if (threadIdx.x == 0) {
            const word all = before_warps()[totals_warps];
            /* If the last segment begins behind the tile, nobody asks for what this has of the one before. */
            publish(cut_aggregate<OP>(t.segmented.scan.workspace, (uint32_t)tile),
                    offsets_here > 0 ? OP::remove(up_to(place_of(last)), all) : all,
                    totals_tag + (offsets_here > 0 || this->begins()));
        }
    }
    __device__ word *before_warps() const
    {
        return shared.before + (threadIdx.x >> 5) * (totals_warps + 1);
    }
    /* What stands before a place in the tile. */
    __device__ word up_to(uint32_t place) const
    {
        return OP::combine(before_warps()[place / part], this->scanned(place));
    }
    __device__ void store_sum(uint64_t segment, word sum)
    {
        store_total(t.segmented.scan.out, segment, t.segmented.out_size,
                    this->result_of(OP::join((carry)t.segmented.scan.carry, OP::widen(sum))));
    }
    /*
     * What segments come to that end with offsets from the tile's j-th on: where one ends, the next begins, so lanes
     * tell each other. before: what stands before the first of these; becomes that of the next.
     */
    template <bool ALL, int EACH> __device__ void store_some(const uint32_t (&ends)[EACH], uint32_t j, word &before)
    {
        const uint32_t lane = threadIdx.x & 31;
        const bool skips = j == 0 && shared.skips;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const uint32_t k = j + e * 32 + lane;
            if (!ALL && j + e * 32 >= behind)
                return;
            const word mine = up_to(place_of(ends[e])), other = __shfl_sync(~0u, mine, (lane + 31) & 31);
            const word sum = OP::remove(lane == 0 ? before : other, mine);
            before = other; /* in the first lane, which alone looks at it */
            if (e == 0 && lane == 0 && skips) {
                if (first > 0)
                    ((word *)t.leads)[tile] = sum;
            } else if (ALL || k < behind) {
                store_sum(first + k - 1, sum);
            }
        }
    }
    __device__ void store()
    {
        if (some >= behind)
            return;
        word before = some > 0 ? up_to(place_of(left)) : OP::neutral;
        this->template each_share<8>(
            [&](const auto &ends, uint32_t j, auto all) { store_some<decltype(all)::value>(ends, j, before); });
    }
    /* The same where many offsets are equal. */
    __device__ void store_crowded()
    {
        const bool skips = shared.skips;
        if (threadIdx.x == 0 && first > 0 && skips)
            ((word *)t.leads)[tile] = up_to(place_of(offsets().low(first)));
        this->each_crowded([&](uint64_t k, bool counts) {
            if (counts && (k > first || !skips))
                store_sum(k - 1, OP::remove(k > first ? up_to(place_of(offsets().low(k - 1))) : OP::neutral,
                                            up_to(place_of(offsets().low(k)))));
        });
    }
};

template <class OP, bool PLAIN>
__device__ inline void reduce_by_differences(const prefix__cuda_segment_totals &t, totals_shared<OP> &shared,
                                             char *memory)
{
    totals_differences<OP, PLAIN> mine(t, shared, memory);
    mine.bring();
    await_previous();
    mine.find_offsets();
    __syncthreads();
    barrier_wait(&shared.full, 0);
    if constexpr (!PLAIN)
        mine.widen();
    mine.scan();
    if (mine.crowded())
        mine.store_crowded();
    else
        mine.store();
}

} // namespace prefix_cuda

#endif

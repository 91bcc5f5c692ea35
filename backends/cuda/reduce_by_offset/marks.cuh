/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What offsets have to do with a tile whose rows are scanned behind marks (rows.cuh): a block marks where they are,
 * lists them, and fetches by them what the segments come to.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_MARKS_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_MARKS_CUH

#include "reduce_by_offset/rows.cuh"

namespace prefix_cuda
{

constexpr int totals_ahead = 400; /* blocks: fewer than are at work at once */

template <class OP, bool PLAIN> struct totals_places : totals_rows<OP, PLAIN> {
    using base = totals_rows<OP, PLAIN>;
    using base::begin, base::first, base::offsets_here, base::shared, base::t, base::tile;
    using base::crowded, base::each_crowded, base::elements, base::list, base::mark;
    using base::offsets, base::place_of, base::result_of;
    using typename base::carry, typename base::word;
    static constexpr int offsets_at_once = 16;              /* that a thread has on their way, */
    static constexpr int brought_most = base::elements / 4; /* and that are brought near for a later block */

    using base::base;
    /*
     * Where its offsets are. They can be asked for only then, when memory has much to do for elements, so those of a
     * later block are brought near, unless they are many.
     */
    __device__ void find_offsets()
    {
        const uint64_t later = tile + totals_ahead;
        const bool brings = threadIdx.x == totals_threads - 1 && later < t.segmented.scan.tiles;
        uint64_t from = 0, to = 0;
        if (brings) {
            from = t.before[later];
            to = t.before[later + 1];
        }
        first = t.before[tile];
        offsets_here = t.before[tile + 1] - first;
        if (brings && to - from <= brought_most)
            bulk_prefetch(offsets().place(from), offsets().place(to));
    }
    /* Those from the round-th on, EACH for a thread. ALL: there are as many that may be marked and listed. */
    template <bool ALL, int EACH> __device__ void mark_some(uint64_t round)
    {
        const totals_offsets all = offsets();
        const uint32_t *from = all.place(first + round);
        const uint32_t left = (uint32_t)min(offsets_here - round, (uint64_t)EACH * totals_threads);
        const uint32_t listed = t.list > round ? t.list - (uint32_t)round : 0;
        uint16_t *const to = list + round;
        uint32_t own[EACH]; /* all that places are made of */
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const uint32_t j = e * totals_threads + threadIdx.x;
            own[e] = ALL || j < left ? from[(uint64_t)j << all.wide] : 0;
        }
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const uint32_t j = e * totals_threads + threadIdx.x, place = place_of(own[e]);
            if (ALL || j < left) {
                mark(place);
                if (ALL || j < listed)
                    to[j] = (uint16_t)place;
            }
        }
    }
    /*
     * Up to how many nothing has to be asked of each: there is room in the list. Those of later tiles do no harm: all
     * are marked at the place behind the tile, unless they are too far to be told.
     */
    __device__ uint64_t unasked() const
    {
        const bool more = t.segmented.scan.n <= ~0u;
        return min(more ? t.segmented.segments + 1 - first : offsets_here, (uint64_t)t.list);
    }
    /* Those from the round-th on, EACH at once as long as more than half as many are left, and then fewer. */
    template <int EACH> __device__ void mark_rounds(uint64_t round)
    {
        constexpr int fewer = EACH > 4 ? EACH / 2 : 1;
#pragma unroll 1
        for (; round + fewer * totals_threads < offsets_here; round += EACH * totals_threads) {
            if (round + EACH * totals_threads <= unasked())
                mark_some<true, EACH>(round);
            else
                mark_some<false, EACH>(round);
        }
        if constexpr (EACH > 4)
            mark_rounds<fewer>(round);
        else if (round + warp_first() < offsets_here)
            mark_some<false, 1>(round);
    }
    /* Of as many offsets as there are threads, the warp's first. */
    __device__ static uint32_t warp_first()
    {
        return threadIdx.x & ~31u;
    }
    __device__ void mark_all()
    {
        const uint64_t nearest = threadIdx.x == 0 && first > 0 ? offsets().at(first - 1) : 0;
        if (crowded()) {
            each_crowded([&](uint64_t k, bool counts) {
                if (counts)
                    mark(place_of(offsets().low(k)));
            });
        } else {
            mark_rounds<offsets_at_once>(0);
        }
        if (threadIdx.x == 0) { /* last, so that its offset comes together with others */
            const bool begins = tile == 0 || (first > 0 && nearest == begin);
            shared.skips = first == 0 || !begins;
            list[-1] = 0;
            if (begins)
                mark(0);
        }
    }
    /* NARROW: what stands before each segment is no wider than a word; see enter_begun_row(). */
    template <bool NARROW> __device__ void store_all()
    {
        const carry init = (carry)t.segmented.scan.carry;
        const word empty = result_of(init), start = narrow<OP>(init);
        const bool skips = shared.skips;
        const auto store = [&](uint64_t k, uint32_t from, uint32_t to) {
            const word value = this->between(from, to);
            const word result =
                NARROW ? this->finished(OP::combine(start, value)) : result_of(OP::join(init, OP::widen(value)));
            store_total(t.segmented.scan.out, k - 1, t.segmented.out_size, from == to ? empty : result);
        };
        const auto store_unlisted = [&](uint64_t k) {
            store(k, k > first ? place_of(offsets().low(k - 1)) : 0, place_of(offsets().low(k)));
        };
        if (crowded()) {
            each_crowded([&](uint64_t k, bool counts) {
                if (counts && (k > first || !skips))
                    store_unlisted(k);
            });
            return;
        }
        const uint32_t listed = (uint32_t)min(offsets_here, (uint64_t)t.list);
#pragma unroll 4
        for (uint32_t j = threadIdx.x == 0 && skips ? totals_threads : threadIdx.x; j < listed; j += totals_threads)
            store(first + j, list[(int)j - 1], list[j]);
#pragma unroll 2
        for (uint64_t k = first + listed + threadIdx.x; k < first + offsets_here; k += totals_threads)
            store_unlisted(k);
    }
    __device__ void store()
    {
        if (warp_first() >= offsets_here)
            return;
        if (threadIdx.x == 0 && first > 0 && shared.skips) /* a segment that began before */
            ((word *)t.leads)[tile] = this->between(0, crowded() ? place_of(offsets().low(first)) : list[0]);
        const carry init = (carry)t.segmented.scan.carry;
        if (!wide_carry<OP> || OP::widen(narrow<OP>(init)) != init || !this->finish_is_of_words(init))
            store_all<false>();
        else
            store_all<true>();
    }
};

template <class OP, bool PLAIN>
__device__ inline void reduce_by_marks(const prefix__cuda_segment_totals &t, totals_shared<OP> &shared, char *memory)
{
    totals_places<OP, PLAIN> mine(t, shared, memory);
    mine.bring();
    mine.clear();
    await_previous();
    mine.find_offsets();
    __syncthreads();
    mine.mark_all();
    __syncthreads();
    barrier_wait(&shared.full, 0);
    mine.take();
    __syncthreads();
    mine.carry_rows();
    __syncthreads();
    mine.store();
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a persistent block of segments learns what stands before its tiles, and how many segments begin there if its
 * ring counts them: as ring_gather() of ring_carry.cuh.
 */
#ifndef PREFIX_CUDA_SEGMENTS_RING_CARRY_CUH
#define PREFIX_CUDA_SEGMENTS_RING_CARRY_CUH

#include "warp/mask.cuh"
#include "segments/ring_fold.cuh"

namespace prefix_cuda
{

/* A window of aggregates of tiles, of which each lane reads some. */
template <class OP, class RING> struct cut_read {
    static constexpr int count = cut_window / 32;
    using carry = typename OP::carry;
    typename OP::word aggregates[count];
    uint32_t first;     /* the lane's */
    uint32_t heads = 0; /* if they are counted */
    uint32_t begun = 0; /* the last tile with a head, counted from 1 */

    /* Of tiles from next to end - 1, all of which are known then. begin: of the window; behind: see cut_gather(). */
    __device__ void read(const prefix__cuda_scan &scan, uint32_t tag, uint32_t begin, uint32_t next, uint32_t end,
                         bool &behind)
    {
        using told = typename RING::told_of_tile;
        told seen[count];
        uint32_t missing = 0;
        first = begin + (threadIdx.x & 31);
#pragma unroll
        for (int k = 0; k < count; k++) {
            const uint32_t tile = first + k * 32;
            missing |= tile >= next && tile < end ? 1u << k : 0;
            aggregates[k] = OP::neutral;
        }
        for (bool is_first = true; __any_sync(~0u, missing); is_first = false) {
            behind &= is_first;
            poll(
                seen, missing, [&](int k) { return ring_descriptor_of<told::words>(scan, first + k * 32); },
                [=](const told &t) { return t.published(tag); },
                [&](int k) {
                    aggregates[k] = seen[k].value();
                    begun = seen[k].begins(tag) ? max(begun, first + k * 32 + 1) : begun;
                    heads += seen[k].heads();
                });
        }
        begun = largest_of_lanes(begun);
    }
    /* Folds them; shared: room for all. */
    __device__ carry fold(carry before, carry init, uint32_t begin, uint32_t next, uint32_t end, carry *shared)
    {
        if (begun > 0) {
            before = init;
            next = begun - 1;
#pragma unroll
            for (int k = 0; k < count; k++)
                aggregates[k] = first + k * 32 >= next ? aggregates[k] : OP::neutral;
        }
        return fold_window<OP>(before, aggregates, shared, (int)(next - begin), (int)(end - next));
    }
};

template <class OP, class RING> __device__ inline void cut_gather(RING &r, const prefix__cuda_segmented &s)
{
    const prefix__cuda_scan &scan = s.scan;
    using told = typename RING::told_of_tile;
    using carry = typename OP::carry;
    const int lane = threadIdx.x & 31;
    const carry init = (carry)scan.carry;
    carry before = init;
    uint64_t rank = 0;  /* heads before, if they are counted */
    uint32_t next = 0;  /* tiles before it have been combined */
    uint32_t notes = 0; /* to the folder */
    bool behind = false;
    for (uint32_t i = 0;; i++) {
        const int at = ring_slot(i);
        barrier_wait(&r.reduced[at], ring_parity(i));
        const claim mine = r.slots[at].mine;
        if (mine.tile == ring_end) {
            if constexpr (RING::folds)
                cut_let_fold<OP>(r, notes, {OP::neutral}, {0, ring_end, false, true});
            return;
        }
        const uint32_t goal = mine.tile;
        /*
         * The last aggregate comes last, more often than not: until then it alone is asked for. Not so by who counts
         * heads and has fallen behind: reads take most of its time.
         */
        if (goal > next && !behind) {
            told nearest;
            behind = RING::counts;
            for (;; behind = false) {
                nearest.read(ring_descriptor_of<told::words>(scan, goal - 1), lane == 0);
                if (!__any_sync(~0u, lane == 0 && !nearest.published(mine.tag)))
                    break;
            }
            /*
             * If a segment begins there, that is all that is wanted. But in any order, by flags and bits, it is faster
             * to read it once more: sums of i64 by 3 %.
             */
            if (!RING::counts && (OP::ordered || s.form == PREFIX_HEADS_KEYS)) {
                if (__shfl_sync(~0u, nearest.begins(mine.tag), 0)) {
                    before = OP::join(init, OP::widen(__shfl_sync(~0u, nearest.value(), 0)));
                    next = goal;
                }
            }
        }
        if constexpr (RING::folds) {
            if (next == goal) { /* the array's first */
                if (lane == 0)
                    r.keep_rank(at, rank);
                cut_let_fold<OP>(r, notes++, {OP::neutral}, {0, 0, false, true});
            }
        }
        while (next < goal) {
            const uint32_t begin = next / 32 * 32, end = min(goal, begin + cut_window);
            cut_read<OP, RING> window;
            window.read(scan, mine.tag, begin, next, end, behind);
            if constexpr (RING::counts)
                rank += sum_of_lanes(window.heads);
            if constexpr (RING::folds) {
                next = window.begun > 0 ? window.begun - 1 : next;
                if (lane == 0)
                    r.keep_rank(at, rank);
                cut_let_fold<OP>(r, notes++, window.aggregates,
                                 {next - begin, end - next, window.begun > 0, end == goal});
                next = end;
                continue;
            }
            before = window.fold(before, init, begin, next, end, r.aggregates);
            next = end;
        }
        if constexpr (RING::folds)
            continue;
        if (lane == 0) {
            r.slots[at].before[0] = before;
            r.keep_rank(at, rank);
        }
        warp_arrive(&r.carried[at]);
        warp_arrive(&r.done[at]);
    }
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a persistent block of segments learns what stands before its tiles, and how many segments begin there if its
 * ring counts them: as ring_gather() of ring_carry.cuh.
 */
#ifndef PREFIX_CUDA_DEVICE_SEGMENTED_RING_CARRY_CUH
#define PREFIX_CUDA_DEVICE_SEGMENTED_RING_CARRY_CUH

#include "../warp/mask.cuh"
#include "segmented_ring_fold.cuh"

namespace prefix_cuda
{

template <class OP, class RING> __device__ inline void cut_gather(RING &r, const prefix__cuda_segmented &s)
{
    const prefix__cuda_scan &scan = s.scan;
    using told = typename RING::told_of_tile;
    using told_at_once = typename RING::told_of_tiles;
    constexpr int at_once = cut_tiles<OP>, window = cut_window<OP>, reads = window / 32 / at_once;
    using word = typename OP::word;
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
        const uint32_t goal = mine.tile * cut_tiles<OP>;
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
             * If a segment begins there, that is all that is wanted. But integers of 4 and 8 bytes by flags and bits
             * are faster if it is read once more: on an H200, sums of 2^27 i64 by flags take 553 us, else 572; by key
             * 715 and 661, and of u8 by flags 116 and 109.
             */
            if (!RING::counts && (OP::ordered || word_bytes<OP> < 4 || s.form == PREFIX_HEADS_KEYS)) {
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
            const uint32_t begin = next / (32 * at_once) * (32 * at_once), end = min(goal, begin + window);
            const uint32_t mine_begin = begin + lane * at_once;
            told_at_once seen[reads];
            word aggregates[reads * at_once];
            uint32_t missing = 0, heads = 0, begun = 0; /* the last tile with a head, counted from 1 */
#pragma unroll
            for (int k = 0; k < reads; k++) {
                const uint32_t tile = mine_begin + k * 32 * at_once;
                missing |= tile >= next && tile < end ? 1u << k : 0;
#pragma unroll
                for (int t = 0; t < at_once; t++)
                    aggregates[k * at_once + t] = OP::neutral;
            }
            for (bool first = true; __any_sync(~0u, missing); first = false) {
                behind &= first;
#pragma unroll
                for (int k = 0; k < reads; k++)
                    seen[k].read(ring_descriptor_of<told::words>(scan, mine_begin + k * 32 * at_once),
                                 missing >> k & 1);
#pragma unroll
                for (int k = 0; k < reads; k++) {
                    if (missing >> k & 1 && seen[k].published(mine.tag)) {
#pragma unroll
                        for (int t = 0; t < at_once; t++) {
                            const uint32_t tile = mine_begin + k * 32 * at_once + t;
                            aggregates[k * at_once + t] = seen[k].value(t);
                            begun = seen[k].begins(mine.tag, t) ? max(begun, tile + 1) : begun;
                        }
                        heads += seen[k].heads();
                        missing &= ~(1u << k);
                    }
                }
            }
            begun = largest_of_lanes(begun);
            if constexpr (RING::counts)
                rank += sum_of_lanes(heads);
            if constexpr (RING::folds) {
                next = begun > 0 ? begun - 1 : next;
                if (lane == 0)
                    r.keep_rank(at, rank);
                cut_let_fold<OP>(r, notes++, aggregates, {next - begin, end - next, begun > 0, end == goal});
                next = end;
                continue;
            }
            if (begun > 0) {
                before = init;
                next = begun - 1;
#pragma unroll
                for (int k = 0; k < reads * at_once; k++) {
                    const uint32_t tile = mine_begin + k / at_once * 32 * at_once + k % at_once;
                    aggregates[k] = tile >= next ? aggregates[k] : OP::neutral;
                }
            }
            before = fold_window<OP, at_once>(before, aggregates, r.aggregates, (int)(next - begin), (int)(end - next));
            next = end;
        }
        if constexpr (RING::folds)
            continue;
        if (lane == 0) {
            r.enter(at, before, init);
            r.keep_rank(at, rank);
        }
        warp_arrive(&r.carried[at]);
        warp_arrive(&r.done[at]);
    }
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a persistent block of segments learns what stands before its tiles, and how many segments begin there if its
 * ring counts them: as ring_gather() of ring_carry.cuh.
 */
#ifndef PREFIX_CUDA_DEVICE_SEGMENTED_RING_CARRY_CUH
#define PREFIX_CUDA_DEVICE_SEGMENTED_RING_CARRY_CUH

#include "../warp/mask.cuh"
#include "segmented_ring.cuh"

namespace prefix_cuda
{

template <class OP, class RING> __device__ inline void cut_gather(RING &r, const prefix__cuda_segmented &s)
{
    const prefix__cuda_scan &scan = s.scan;
    using told = typename RING::told_of_tile;
    constexpr int window = cut_window<OP>, each = window / 32;
    using word = typename OP::word;
    using carry = typename OP::carry;
    const int lane = threadIdx.x & 31;
    const carry init = (carry)scan.carry;
    carry before = init;
    uint64_t rank = 0; /* heads before, if they are counted */
    uint32_t next = 0; /* tiles before it have been combined */
    bool behind = false;
    for (uint32_t i = 0;; i++) {
        const int at = ring_slot(i);
        barrier_wait(&r.reduced[at], ring_parity(i));
        const claim mine = r.slots[at].mine;
        if (mine.tile == ring_end)
            return;
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
        while (next < goal) {
            const uint32_t begin = next / 32 * 32, end = min(goal, begin + window);
            told seen[each];
            word aggregates[each];
            uint32_t missing = 0, heads = 0, begun = 0; /* the last tile with a head, counted from 1 */
#pragma unroll
            for (int k = 0; k < each; k++) {
                const uint32_t tile = begin + k * 32 + lane;
                missing |= tile >= next && tile < end ? 1u << k : 0;
                aggregates[k] = OP::neutral;
            }
            for (bool first = true; __any_sync(~0u, missing); first = false) {
                behind &= first;
#pragma unroll
                for (int k = 0; k < each; k++)
                    seen[k].read(ring_descriptor_of<told::words>(scan, begin + k * 32 + lane), missing >> k & 1);
#pragma unroll
                for (int k = 0; k < each; k++) {
                    if (missing >> k & 1 && seen[k].published(mine.tag)) {
                        aggregates[k] = seen[k].value();
                        heads += seen[k].heads();
                        begun = seen[k].begins(mine.tag) ? max(begun, begin + k * 32 + lane + 1) : begun;
                        missing &= ~(1u << k);
                    }
                }
            }
            begun = largest_of_lanes(begun);
            if (begun > 0) {
                before = init;
                next = begun - 1;
#pragma unroll
                for (int k = 0; k < each; k++)
                    aggregates[k] = begin + k * 32 + lane >= next ? aggregates[k] : OP::neutral;
            }
            before = fold_window<OP>(before, aggregates, r.aggregates, (int)(next - begin), (int)(end - next));
            next = end;
            if constexpr (RING::counts)
                rank += sum_of_lanes(heads);
        }
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

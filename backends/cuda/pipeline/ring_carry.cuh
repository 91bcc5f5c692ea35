/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a persistent block learns what stands before its tiles: it follows the aggregates of all
 * tiles, in order, so that a carry is one hop away and never passed on. A tile is waited for only
 * when its own aggregate is known, since that of its neighbours is then about to be: reads in vain
 * cost all others time.
 */
#ifndef PREFIX_CUDA_PIPELINE_RING_CARRY_CUH
#define PREFIX_CUDA_PIPELINE_RING_CARRY_CUH

#include "pipeline/ring.cuh"

namespace prefix_cuda
{

constexpr uint32_t ring_progress = 64; /* aggregates that are worth a note by themselves */

/* What stands before the tiles of a slot, of which the aggregates are known. */
template <class OP, int KIND>
__device__ inline void ring_enter(typename ring<OP, KIND>::slot &slot, typename OP::carry before)
{
    if ((threadIdx.x & 31) == 0) {
        slot.before[0] = before;
#pragma unroll
        for (int t = 1; t < ring_tiles<KIND>; t++)
            slot.before[t] = before = OP::join(before, OP::widen(slot.aggregates[t - 1]));
    }
}

/*
 * Where the order makes no difference, or hardly ever: one warp reads and folds. The last aggregate
 * comes last, more often than not: until then it alone is asked for. Not so where tiles have fewer
 * bytes than others, so that there are more of them in the same time, and this warp has fallen behind.
 * Those of tiles that blocks take together are read together, for reads take most of its time.
 */
template <class OP, int KIND> __device__ inline void ring_gather(ring<OP, KIND> &r, const prefix__cuda_scan &scan)
{
    constexpr int at_once = ring_tiles<KIND>, reads = ring_window<KIND> / 32 / at_once;
    using single = typename OP::single::word;
    using carry = typename OP::carry;
    int lane = threadIdx.x & 31;
    carry before = scan.carry_from ? (carry)*scan.carry_from : (carry)scan.carry;
    uint32_t next = 0; /* tiles before it have been combined */
    bool behind = false;
    for (uint32_t i = 0;; i++) {
        int at = ring_slot(i);
        barrier_wait(&r.reduced[at], ring_parity(i));
        claim mine = r.slots[at].mine;
        if (mine.tile == ring_end)
            return;
        uint32_t goal = mine.tile * ring_tiles<KIND>;
        if (goal > next && !behind) {
            reading<single> nearest;
            behind = ring_converted<KIND> || ring_halves<KIND>;
            for (;; behind = false) {
                nearest.read(ring_descriptor<OP>(scan, goal - 1), lane == 0);
                if (!__any_sync(~0u, lane == 0 && !nearest.published(mine.tag)))
                    break;
            }
        }
        while (next < goal) {
            uint32_t begin = next / (32 * at_once) * (32 * at_once), end = min(goal, begin + ring_window<KIND>);
            uint32_t mine_begin = begin + lane * at_once;
            reading_of_some<single, at_once> seen[reads];
            single aggregates[reads * at_once];
            uint32_t missing = 0;
#pragma unroll
            for (int k = 0; k < reads; k++) {
                uint32_t tile = mine_begin + k * 32 * at_once;
                missing |= tile >= next && tile < end ? 1u << k : 0;
#pragma unroll
                for (int t = 0; t < at_once; t++)
                    aggregates[k * at_once + t] = OP::single::neutral;
            }
            for (bool first = true; __any_sync(~0u, missing); first = false) {
                behind &= first;
                poll(
                    seen, missing, [&](int k) { return ring_descriptor<OP>(scan, mine_begin + k * 32 * at_once); },
                    [=](const auto &r) { return r.published(mine.tag); },
                    [&](int k) {
#pragma unroll
                        for (int t = 0; t < at_once; t++)
                            aggregates[k * at_once + t] = seen[k].value(t);
                    });
            }
            before = fold_window<OP, at_once>(before, aggregates, r.aggregates, (int)(next - begin), (int)(end - next));
            next = end;
        }
        ring_enter<OP, KIND>(r.slots[at], before);
        warp_arrive(&r.carried[at]);
    }
}

/*
 * Two warps, of which this one reads: it keeps a window of aggregates before it, puts those it has
 * seen where the other finds them, and tells it how far they are complete.
 */
template <class OP, int KIND> __device__ inline void ring_poll(ring<OP, KIND> &r, const prefix__cuda_scan &scan)
{
    constexpr int window = ring_window<KIND>, each = window / 32, room = ring_aggregates<KIND>;
    int lane = threadIdx.x & 31;
    uint32_t begin = 0;   /* of the window; a multiple of 32 */
    uint32_t wanted = 0;  /* its end, or the tile up to which aggregates are wanted */
    uint32_t missing = 0; /* bit k: the lane's aggregate at begin + 32 k, of those */
    uint32_t noted = 0, notes = 0;
    for (uint32_t i = 0;; i++) {
        barrier_wait(&r.reduced[ring_slot(i)], ring_parity(i));
        claim mine = r.slots[ring_slot(i)].mine;
        bool end = mine.tile == ring_end, last = end;
        do {
            uint32_t upto = ring_end;
            if (!end) {
                uint32_t goal = min(mine.tile * ring_tiles<KIND>, begin + window);
                reading<typename OP::single::word> seen[each];
#pragma unroll
                for (int k = 0; k < each; k++) {
                    uint32_t tile = begin + k * 32 + lane;
                    missing |= tile >= wanted && tile < goal ? 1u << k : 0;
                }
                wanted = goal;
                poll(
                    seen, missing, [&](int k) { return ring_descriptor<OP>(scan, begin + k * 32 + lane); },
                    [=](const auto &r) { return r.published(mine.tag); },
                    [&](int k) { r.aggregates[(begin + k * 32 + lane) % room] = OP::widen(seen[k].value()); });
                uint32_t first = missing ? ((uint32_t)__ffs((int)missing) - 1) * 32 + lane : window;
                upto = min(begin + __reduce_min_sync(~0u, first), wanted);
                while (upto - begin >= 32) {
                    begin += 32;
                    missing >>= 1;
                }
                last = upto == mine.tile * ring_tiles<KIND>;
            }
            if (!last && upto - noted < ring_progress)
                continue;
            int at = (int)(notes % ring_notes);
            barrier_wait(&r.note_free[at], (notes / ring_notes & 1) ^ 1);
            if (lane == 0) {
                r.notes[at].upto = upto;
                r.notes[at].last = last;
            }
            warp_arrive(&r.note_full[at]);
            noted = upto;
            notes++;
        } while (!last);
        if (end)
            return;
    }
}

/* And this one folds. */
template <class OP, int KIND> __device__ inline void ring_fold(ring<OP, KIND> &r, const prefix__cuda_scan &scan)
{
    using carry = typename OP::carry;
    constexpr uint32_t room = ring_aggregates<KIND>;
    carry before = scan.carry_from ? (carry)*scan.carry_from : (carry)scan.carry;
    uint32_t next = 0, i = 0;
    for (uint32_t notes = 0;; notes++) {
        int at = (int)(notes % ring_notes);
        barrier_wait(&r.note_full[at], notes / ring_notes & 1);
        uint32_t upto = r.notes[at].upto;
        bool last = r.notes[at].last;
        if (upto == ring_end)
            return;
        while (next < upto) {
            uint32_t place = next % room, count = min(upto - next, room - place);
            before = fold<OP>(before, r.aggregates + place, (int)count);
            next += count;
        }
        warp_arrive(&r.note_free[at]);
        if (last) {
            ring_enter<OP, KIND>(r.slots[ring_slot(i)], before);
            warp_arrive(&r.carried[ring_slot(i)]);
            i++;
        }
    }
}

} // namespace prefix_cuda

#endif

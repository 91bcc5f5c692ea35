/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The warp of a persistent block of segments that folds what the poller has read, if folding takes about as long as
 * reading: as ring_fold() of ring_carry.cuh, but that notes come with aggregates of their own.
 */
#ifndef PREFIX_CUDA_SEGMENTS_RING_FOLD_CUH
#define PREFIX_CUDA_SEGMENTS_RING_FOLD_CUH

#include "segments/ring.cuh"

namespace prefix_cuda
{

/* Of a note's window of aggregates, those that are next. */
struct cut_folding {
    uint32_t first, count; /* count ring_end: there are no more tiles */
    bool begins;           /* a segment, in the first of them */
    bool last;             /* with them, the carry of the block's next tile is complete */
};

template <class OP, class RING> __device__ inline void cut_fold(RING &r, const prefix__cuda_segmented &s)
{
    using carry = typename OP::carry;
    const carry init = (carry)s.scan.carry;
    carry before = init;
    uint32_t i = 0;
    for (uint32_t notes = 0;; notes++) {
        const int note = (int)(notes % ring_notes), at = ring_slot(i);
        barrier_wait(&r.note_full[note], notes / ring_notes & 1);
        const cut_folding folding = r.foldings[note];
        if (folding.count == ring_end)
            return;
        before = fold<OP>(folding.begins ? init : before, r.aggregates + note * cut_window + folding.first,
                          (int)folding.count);
        warp_arrive(&r.note_free[note]);
        if (!folding.last)
            continue;
        if ((threadIdx.x & 31) == 0)
            r.slots[at].before[0] = before;
        warp_arrive(&r.carried[at]);
        warp_arrive(&r.done[at]);
        i++;
    }
}

/* By the poller: has aggregates folded, of which each lane has COUNT, 32 tiles apart. */
template <class OP, class RING, int COUNT>
__device__ inline void cut_let_fold(RING &r, uint32_t notes, const typename OP::word (&aggregates)[COUNT],
                                    const cut_folding &folding)
{
    const int note = (int)(notes % ring_notes), lane = threadIdx.x & 31;
    barrier_wait(&r.note_free[note], (notes / ring_notes & 1) ^ 1);
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        r.aggregates[note * cut_window + k * 32 + lane] = OP::widen(aggregates[k]);
    if (lane == 0)
        r.foldings[note] = folding;
    warp_arrive(&r.note_full[note]);
}

} // namespace prefix_cuda

#endif

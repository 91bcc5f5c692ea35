/* SPDX-License-Identifier: BSD-3-Clause */
/* The reducers of a persistent block: each a part of every tile, by turns what is left to do. */
#ifndef PREFIX_CUDA_DEVICE_RING_REDUCE_CUH
#define PREFIX_CUDA_DEVICE_RING_REDUCE_CUH

#include "../warp/row_totals.cuh"
#include "ring.cuh"

namespace prefix_cuda
{

template <class OP, int KIND>
__device__ inline void ring_reduce(ring<OP> &r, const char *memory, const prefix__cuda_scan &scan, int which)
{
    using shape = tile_shape<OP>;
    using single = typename OP::single::word;
    constexpr int share = shape::rows / ring_reducers;
    int lane = threadIdx.x & 31;
    int piece = which * ring_pieces / ring_reducers;
    ring_place place = {0};
    for (uint32_t i = 0;; i++, place.advance(1, scan.ring_stages)) {
        int at = ring_slot(i);
        bool turn = i % ring_reducers == (uint32_t)which;
        barrier_wait(&r.full[place.at()][piece], place.parity());
        typename ring<OP>::slot &slot = r.slots[at];
        claim mine = slot.mine;
        if (mine.tile == ring_end) {
            if (turn)
                warp_arrive(&r.reduced[at]);
            return;
        }
        const char *stage = memory + (size_t)place.at() * ring_stage_bytes<OP>(scan);
#pragma unroll 1
        for (int row = which * share; row < (which + 1) * share; row += shape::warp_rows) {
            typename OP::word x[shape::warp_rows][shape::lane_words];
            ring_rows<OP, KIND>(x, stage, mine.tile, row, scan);
            single total = totals_of_rows<OP>(x);
            if (lane < shape::warp_rows)
                slot.rows[row + row_of_lane(lane)] = total;
        }
        warp_arrive(&r.drained[place.at()]);
        warp_arrive(&r.summed[at]);
        if (!turn)
            continue;
        barrier_wait(&r.summed[at], ring_parity(i));
        single aggregate = row_carries<OP, shape::rows>(slot.rows);
        if (lane == 0) {
            publish(ring_descriptor<OP>(scan, mine.tile), aggregate, mine.tag);
            slot.aggregate = aggregate;
        }
        warp_arrive(&r.reduced[at]);
    }
}

} // namespace prefix_cuda

#endif

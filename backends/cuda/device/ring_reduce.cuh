/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The reducers of a persistent block. A tile has several shares, of 16 rows, which reducers take by
 * turns; who has the last does what is then left to do.
 */
#ifndef PREFIX_CUDA_DEVICE_RING_REDUCE_CUH
#define PREFIX_CUDA_DEVICE_RING_REDUCE_CUH

#include "../warp/row_totals.cuh"
#include "ring_part.cuh"

namespace prefix_cuda
{

/* The totals of a share of a tile, from row on. */
template <class OP, int KIND>
__device__ inline void ring_totals(typename OP::single::word *totals, const char *stage, uint32_t tile, int row,
                                   const prefix__cuda_scan &scan)
{
    int lane = threadIdx.x & 31;
    if constexpr (KIND == PREFIX__CUDA_RING_HALVES) {
        uint32_t w[8][4];
        ring_halves<OP>(w, stage, tile, row, scan);
        uint32_t total = totals_of_halves<OP>(w, scan.convert);
        if ((lane & 8) == 0)
            totals[row + half_row_of_lane(lane)] = total;
    } else {
        /* All rows at once, where there are the registers: rounds across lanes are long waits. */
        constexpr bool together = OP::bits < 64 || KIND != PREFIX__CUDA_RING_CONVERTED;
        constexpr int rows = tile_shape<OP>::warp_rows, count = together ? 2 * rows : rows;
        typename OP::single::word total[count] = {};
#pragma unroll 1
        for (int half = 0; half < 2; half++, row += rows) {
            typename OP::word x[rows][tile_shape<OP>::lane_words];
            typename OP::single::word later[rows];
            ring_rows<OP, KIND>(x, stage, tile, row, scan);
            lane_totals<OP>(later, x);
#pragma unroll
            for (int r = 0; r < rows; r++) {
                total[r] = total[r + count - rows];
                total[r + count - rows] = later[r];
            }
            if (together && half == 0)
                continue;
            typename OP::single::word mine = transposed_totals<typename OP::single, 32>(total);
            if (lane < count)
                totals[row + rows - count + row_of_lane<count>(lane)] = mine;
        }
    }
}

template <class OP, int KIND>
__device__ inline void ring_reduce(ring<OP> &r, const char *memory, const prefix__cuda_scan &scan, int which)
{
    using shape = tile_shape<OP>;
    using single = typename OP::single::word;
    int lane = threadIdx.x & 31;
    ring_place place = {0};
    uint32_t i = 0;
    for (int share = which;; share += ring_reducers) {
        for (; share >= ring_shares; share -= ring_shares, i++)
            place.advance(1, scan.ring_stages);
        int at = ring_slot(i), piece = share * scan.ring_pieces / ring_shares;
        bool last = share == ring_shares - 1;
        if (!ring_bulk) /* the pieces of tiles before may land in any order: not those that had the stage */
            barrier_wait(&r.claimed[at], ring_parity(i));
        barrier_wait(&r.full[place.at() * scan.ring_pieces + piece], place.parity());
        typename ring<OP>::slot &slot = r.slots[at];
        claim mine = slot.mine;
        if (mine.tile == ring_end) {
            if (last)
                warp_arrive(&r.reduced[at]);
            return;
        }
        const char *stage = memory + (size_t)place.at() * ring_stage_bytes<OP>(scan);
        ring_totals<OP, KIND>(slot.rows, stage, mine.tile, share * (shape::rows / ring_shares), scan);
        warp_arrive(&r.drained[place.at()]);
        warp_arrive(&r.summed[at]);
        if (!last)
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

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The reducers of a persistent block. A tile has several shares, of 16 rows, which reducers take by
 * turns; who has the last does what is then left to do, or the publisher does, if there is one.
 */
#ifndef PREFIX_CUDA_SCAN_RING_REDUCE_CUH
#define PREFIX_CUDA_SCAN_RING_REDUCE_CUH

#include "warp/row_totals.cuh"
#include "warp/warp_total.cuh"
#include "scan/ring_part.cuh"

namespace prefix_cuda
{

/* The totals of the rows of a share, from row on. f32 is converted from elements of two bytes only. */
template <class OP, int KIND>
__device__ inline void ring_totals(typename OP::single::word *totals, const char *stage, uint32_t tile, int row,
                                   const prefix__cuda_scan &scan)
{
    int lane = threadIdx.x & 31;
    if constexpr (ring_halves<KIND> || (ring_converted<KIND> && OP::bits == 32)) {
        uint32_t w[8][4];
        ring_half_rows<OP, KIND, half_total_lanes>(w, stage, tile, row, scan);
        uint32_t total = totals_of_halves<OP>(w, scan.convert);
        if ((lane & 8) == 0)
            totals[row + half_row_of_lane(lane)] = total;
    } else {
        /* All rows at once, where there are the registers: rounds across lanes are long waits. */
        constexpr bool together = OP::bits < 64 || !ring_converted<KIND>;
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

/* Where any order will do: the totals of the parts of a share. */
template <class OP, int KIND>
__device__ inline void ring_part_totals(typename OP::single::word *totals, const char *stage, uint32_t tile, int row,
                                        const prefix__cuda_scan &scan)
{
    using single = typename OP::single;
    constexpr int rows = ring_part_rows<OP, KIND>, parts = ring_parts<OP, KIND> / ring_shares;
    int first = row / rows, lane = threadIdx.x & 31;
    typename single::word total[parts] = {};
#pragma unroll 1
    for (int part = 0; part < parts; part++, row += rows) {
        typename OP::word x[rows][tile_shape<OP>::lane_words];
        typename single::word mine[rows];
        ring_rows<OP, KIND>(x, stage, tile, row, scan);
        lane_totals<OP>(mine, x);
#pragma unroll
        for (int distance = 1; distance < rows; distance *= 2) {
#pragma unroll
            for (int r = 0; r < rows; r += 2 * distance)
                mine[r] = single::combine(mine[r], mine[r + distance]);
        }
#pragma unroll
        for (int p = 1; p < parts; p++)
            total[p - 1] = total[p];
        total[parts - 1] = mine[0];
    }
    if constexpr (sizeof(total[0]) == 4) {
#pragma unroll
        for (int p = 0; p < parts; p++) {
            typename single::word all = warp_total<single>(total[p]);
            if (lane == 0)
                totals[first + p] = all;
        }
    } else {
        typename single::word mine = transposed_totals<single, 32>(total);
        if (lane < parts)
            totals[first + row_of_lane<parts>(lane)] = mine;
    }
}

/* From the totals of a tile's parts to what stands before each in it, in place, by one warp; returns the tile's. */
template <class OP, int PARTS> __device__ inline typename OP::word part_carries(typename OP::word *parts)
{
    int lane = threadIdx.x & 31;
    typename OP::word total = lane < PARTS ? parts[lane] : OP::neutral;
#pragma unroll
    for (int distance = 1; distance < PARTS; distance *= 2) {
        typename OP::word before = __shfl_up_sync(~0u, total, distance);
        total = lane >= distance ? OP::combine(before, total) : total;
    }
    typename OP::word before = __shfl_up_sync(~0u, total, 1);
    if (lane < PARTS)
        parts[lane] = lane == 0 ? OP::neutral : before;
    return __shfl_sync(~0u, total, PARTS - 1);
}

/* When all shares are there: from totals to what stands before each row, and to the aggregate, which is published. */
template <class OP, int KIND>
__device__ inline void ring_publish(ring<OP, KIND> &r, const prefix__cuda_scan &scan, uint32_t i, claim mine)
{
    using shape = tile_shape<OP>;
    constexpr int tiles = ring_tiles<KIND>;
    int lane = threadIdx.x & 31, at = ring_slot(i);
    typename ring<OP, KIND>::slot &slot = r.slots[at];
    barrier_wait(&r.summed[at], ring_parity(i));
    typename OP::single::word aggregate; /* each lane's of one of the tiles */
    if constexpr (OP::ordered)
        aggregate = row_carries<OP, shape::rows, tiles>(slot.rows);
    else
        aggregate = part_carries<typename OP::single, ring_parts<OP, KIND>>(slot.rows);
    if (lane < tiles) {
        publish(ring_descriptor<OP>(scan, mine.tile * tiles + lane), aggregate, mine.tag);
        slot.aggregates[lane] = aggregate;
    }
    warp_arrive(&r.reduced[at]);
}

/* The publisher. */
template <class OP, int KIND> __device__ inline void ring_publish_all(ring<OP, KIND> &r, const prefix__cuda_scan &scan)
{
    ring_place place = {0};
    for (uint32_t i = 0;; i++, place.advance(1, scan.ring_stages)) {
        barrier_wait(&r.full[place.at() * scan.ring_pieces], place.parity());
        claim mine = r.slots[ring_slot(i)].mine;
        if (mine.tile == ring_end)
            return;
        ring_publish(r, scan, i, mine);
    }
}

template <class OP, int KIND>
__device__ inline void ring_reduce(ring<OP, KIND> &r, const char *memory, const prefix__cuda_scan &scan, int which)
{
    using shape = tile_shape<OP>;
    constexpr int shares = ring<OP, KIND>::shares;
    ring_place place = {0};
    uint32_t i = 0;
    for (int share = which;; share += ring_reducers) {
        for (; share >= shares; share -= shares, i++)
            place.advance(1, scan.ring_stages);
        int at = ring_slot(i), piece = share * scan.ring_pieces / shares;
        bool last = share == shares - 1;
        if (!ring_bulk) /* the pieces of tiles before may land in any order: not those that had the stage */
            barrier_wait(&r.claimed[at], ring_parity(i));
        barrier_wait(&r.full[place.at() * scan.ring_pieces + piece], place.parity());
        typename ring<OP, KIND>::slot &slot = r.slots[at];
        claim mine = slot.mine;
        if (mine.tile == ring_end) {
            if (share == 0) /* which someone comes to */
                warp_arrive(&r.reduced[at]);
            return;
        }
        const char *stage = memory + (size_t)place.at() * ring_stage_bytes<OP, KIND>(scan);
        int row = share * (shape::rows / ring_shares);
        if constexpr (OP::ordered)
            ring_totals<OP, KIND>(slot.rows, stage, mine.tile, row, scan);
        else
            ring_part_totals<OP, KIND>(slot.rows, stage, mine.tile, row, scan);
        warp_arrive(&r.drained[place.at()]);
        warp_arrive(&r.summed[at]);
        if (last && !ring_publishes<OP, KIND>)
            ring_publish(r, scan, i, mine);
    }
}

} // namespace prefix_cuda

#endif

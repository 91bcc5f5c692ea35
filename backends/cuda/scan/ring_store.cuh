/* SPDX-License-Identifier: BSD-3-Clause */
/* The scanners of a persistent block. */
#ifndef PREFIX_CUDA_SCAN_RING_STORE_CUH
#define PREFIX_CUDA_SCAN_RING_STORE_CUH

#include "scan/ring_part.cuh"
#include "grid/total.cuh"

namespace prefix_cuda
{

/*
 * A scanner has the same rows of every tile that its group takes, in as many parts as it takes for its
 * registers to hold one. Its group holds the stage until all of them have read their last.
 */
template <class OP, int KIND>
__device__ inline void ring_store(ring<OP, KIND> &r, char *memory, const prefix__cuda_scan &scan, int which)
{
    using shape = tile_shape<OP>;
    using part_of_tile = ring_part<OP, KIND>;
    constexpr int groups = ring_groups, tiles = ring_tiles<KIND>;
    constexpr int rows = ring_part_rows<OP, KIND>, row_elements = shape::elements / shape::rows;
    constexpr int parts = tiles * ring_parts<OP, KIND>, each = parts / ring_scanners;
    const int part_bytes = rows * row_elements * scan.in_size;
    int lane = threadIdx.x & 31;
    int group = which / ring_scanners, scanner = which % ring_scanners;
    int piece = scanner * scan.ring_pieces / ring_scanners;
    ring_place place = {2u * group};
    for (uint32_t i = group;; i += groups, place.advance(groups, scan.ring_stages)) {
        int at = ring_slot(i);
        barrier_wait(&r.full[place.at() * scan.ring_pieces + piece], place.parity());
        typename ring<OP, KIND>::slot &slot = r.slots[at];
        uint32_t tile = slot.mine.tile;
        if (tile == ring_end)
            return;
        char *stage = memory + (size_t)place.at() * ring_stage_bytes<OP, KIND>(scan);
        bool full = ((uint64_t)tile + 1) * ring_elements<OP, KIND> <= scan.n;
        bool led = ring_led<OP, KIND> && tile == 0; /* the stage is still needed */
#pragma unroll 1
        for (int part = scanner * each; part < (scanner + 1) * each; part++) {
            bool last = part == (scanner + 1) * each - 1;
            part_of_tile mine;
            mine.load(stage, tile, part * rows, scan);
            if (last && !led)
                warp_arrive(&r.drained[place.at()]);
            mine.scan();
            barrier_wait(&r.reduced[at], ring_parity(i));
            const typename OP::single::word *before_rows = slot.rows + (OP::ordered ? part * rows : part);
            mine.enter(before_rows, scan);
            barrier_wait(&r.carried[at], ring_parity(i));
            typename OP::carry before = slot.before[part / ring_parts<OP, KIND>];
            if (tile + 1 == (uint32_t)scan.tiles && part == parts - 1 && lane == 0 &&
                scan.total_form != PREFIX__CUDA_TOTAL_NONE)
                write_total<OP>(scan, OP::join(before, OP::widen(slot.aggregates[tiles - 1])));
            if constexpr (!OP::ordered)
                before = OP::join(before, slot.rows[part]);
            uint64_t begin = (uint64_t)tile * ring_elements<OP, KIND> + part * rows * row_elements;
            packet<16> p[part_of_tile::packets];
            mine.results(p, before_rows, before, scan);
            if (last)
                warp_arrive(&r.done[at]);
            if (!full || led) {
                /* Of these only do others' rows end in the warp's part. */
                if constexpr (KIND == PREFIX__CUDA_RING_SKEWED && !ring_led<OP, KIND>)
                    barrier_wait(&r.drained[place.at()], place.parity());
                char *own = stage + (scan.reverse ? parts - 1 - part : part) * part_bytes;
                part_of_tile::store_partly(p, own, scan, begin);
                if (led && last) {
                    before_bulk_load();
                    warp_arrive(&r.drained[place.at()]);
                }
            } else {
                part_of_tile::store(p, scan, begin);
            }
        }
    }
}

} // namespace prefix_cuda

#endif

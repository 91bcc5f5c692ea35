/* SPDX-License-Identifier: BSD-3-Clause */
/* The scanners of a persistent block: each the same rows of every tile of its group's. */
#ifndef PREFIX_CUDA_DEVICE_RING_STORE_CUH
#define PREFIX_CUDA_DEVICE_RING_STORE_CUH

#include "../warp/row_scan.cuh"
#include "ring.cuh"
#include "total.cuh"

namespace prefix_cuda
{

/*
 * A tile of which some does not belong to the array, its last or its first, takes the way back
 * through its stage: few registers, and no other warp's rows.
 */
template <class OP>
__device__ inline void store_partial(typename OP::word (&x)[tile_shape<OP>::warp_rows][tile_shape<OP>::lane_words],
                                     char *stage, const prefix__cuda_scan &scan, int row, int64_t begin)
{
    using shape = tile_shape<OP>;
    using element = typename element_of<OP::bits / 8>::type;
    constexpr int rows = shape::warp_rows, bytes = rows * shape::row_bytes, elements = bytes / (int)sizeof(element);
    int lane = threadIdx.x & 31;
    char *mine = stage + (scan.reverse ? shape::rows - rows - row : row) * shape::row_bytes;
    turn_tile<OP>(x, scan.reverse);
#pragma unroll
    for (int r = 0; r < rows; r++) {
        int at = r * shape::row_bytes + lane * 16;
        store_packet(mine + (scan.reverse ? bytes - 16 - at : at), pack<OP>(x[r]));
    }
    __syncwarp();
    begin += (int64_t)row * (elements / rows);
    int64_t index = scan.reverse ? (int64_t)scan.n - begin - elements : begin;
    int64_t least = scan.reverse ? 0 : scan.ring_lead, end = (int64_t)scan.n - (scan.reverse ? scan.ring_lead : 0);
    for (int k = lane; k < elements; k += 32) {
        if (index + k >= least && index + k < end)
            ((element *)scan.out)[index + k] = ((const element *)mine)[k];
    }
}

template <class OP, int KIND>
__device__ inline void ring_store(ring<OP> &r, char *memory, const prefix__cuda_scan &scan, int which)
{
    using shape = tile_shape<OP>;
    constexpr int rows = shape::warp_rows, words = shape::lane_words, groups = ring_groups<OP, KIND>;
    int lane = threadIdx.x & 31;
    int group = which / ring_scanners, part = which % ring_scanners, row = part * rows;
    int piece = part * ring_pieces / ring_scanners;
    ring_place place = {2u * group};
    for (uint32_t i = group;; i += groups, place.advance(groups, scan.ring_stages)) {
        int at = ring_slot(i);
        barrier_wait(&r.full[place.at()][piece], place.parity());
        typename ring<OP>::slot &slot = r.slots[at];
        uint32_t tile = slot.mine.tile;
        if (tile == ring_end)
            return;
        typename OP::word x[rows][words];
        typename OP::single::word last[rows];
        char *stage = memory + (size_t)place.at() * ring_stage_bytes<OP>(scan);
        ring_rows<OP, KIND>(x, stage, tile, row, scan);
        bool led = ring_led<OP, KIND> && tile == 0; /* the stage is still needed */
        if (!led)
            warp_arrive(&r.drained[place.at()]);
        row_scan<OP>(x, last);
        barrier_wait(&r.reduced[at], ring_parity(i));
        enter_rows<OP>(x, last, slot.rows + row, scan.exclusive);
        barrier_wait(&r.carried[at], ring_parity(i));
        typename OP::carry before = slot.before;
        if (tile + 1 == (uint32_t)scan.tiles && part == 0 && lane == 0 && scan.total_form != PREFIX__CUDA_TOTAL_NONE)
            write_total<OP>(scan, OP::join(before, OP::widen(slot.aggregate)));
        warp_arrive(&r.done[at]);

        uint64_t begin = (uint64_t)tile * shape::elements;
        uint64_t first = begin + (uint64_t)((row * 32 + lane) * shape::lane_elements);
        bool full = begin + shape::elements <= scan.n;
        if constexpr (KIND == PREFIX__CUDA_RING_GENERAL) {
            store_tile<OP>(x, last, before, scan, first, full);
        } else {
            enter_tile<OP>(x, last, before, scan.exclusive);
            if (!full || led) {
                if (KIND == PREFIX__CUDA_RING_SKEWED && !ring_led<OP, KIND>) /* others' rows end in the warp's part */
                    barrier_wait(&r.drained[place.at()], place.parity());
                store_partial<OP>(x, stage, scan, row, (int64_t)begin);
                if (led) {
                    before_bulk_load();
                    warp_arrive(&r.drained[place.at()]);
                }
            } else if constexpr (KIND == PREFIX__CUDA_RING_PLAIN) {
                store_plain<OP>(x, scan, first);
            } else {
                packet<16> p[rows];
                turn_tile<OP>(x, scan.reverse);
#pragma unroll
                for (int r = 0; r < rows; r++)
                    p[r] = pack<OP>(x[r]);
                store_skewed<OP::bits / 8>(p, scan, first);
            }
        }
    }
}

} // namespace prefix_cuda

#endif

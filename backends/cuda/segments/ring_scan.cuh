/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel of ring.cuh, and its scanners. */
#ifndef PREFIX_CUDA_SEGMENTS_RING_SCAN_CUH
#define PREFIX_CUDA_SEGMENTS_RING_SCAN_CUH

#include "warp/row_scan.cuh"
#include "segments/ring_block.cuh"
#include "segments/store.cuh"

namespace prefix_cuda
{

/* As ring_store(). A tile without a head is scanned as any other, which is less work. */
template <class OP, bool PLAIN>
__device__ inline void cut_store(cut_ring<OP> &r, char *memory, const prefix__cuda_segmented &s, int which)
{
    using shape = tile_shape<OP>;
    using carry = typename OP::carry;
    constexpr int count = shape::lane_words, rows = cut_part_rows, part_elements = rows * 32 * count;
    constexpr int share_rows = cut_share_rows<OP>, share_elements = shape::elements / cut_shares;
    static_assert(cut_shares == ring_scanners, "a scanner takes what a reducer has taken");
    const prefix__cuda_scan &scan = s.scan;
    const cut_bits bits(memory, s, ring_stage_bytes<OP>(scan));
    const carry init = (carry)scan.carry;
    const int lane = threadIdx.x & 31, group = which / ring_scanners, share = which % ring_scanners;
    const int piece = share * scan.ring_pieces / cut_shares, first_row = share * share_rows;
    const uint32_t whole_tiles = (uint32_t)(scan.n / shape::elements);
    ring_place place = {2u * group};
    for (uint32_t i = group;; i += cut_groups, place.advance(cut_groups, scan.ring_stages)) {
        const int at = ring_slot(i);
        barrier_wait(&r.full[place.at() * scan.ring_pieces + piece], place.parity());
        auto &slot = r.slots[at];
        const uint32_t tile = slot.mine.tile;
        if (tile == ring_end)
            return;
        uint64_t first = (uint64_t)tile * shape::elements + share * share_elements; /* of the part */
        uint32_t full = tile < whole_tiles;
        made_now(full);
        char *from = memory + (size_t)place.at() * ring_stage_bytes<OP>(scan) + share * share_elements * scan.in_size;
        const typename OP::word *before_rows = slot.rows + first_row;
        barrier_wait(&r.reduced[at], ring_parity(i));
        const uint64_t all = r.cuts[at].rows;
        uint32_t heads = *bits.own(place.at(), share), begins = (uint32_t)(all >> first_row);
        bool begun = all & ((1ull << first_row) - 1);
#pragma unroll 1
        for (int row = 0; row < share_rows; row += rows) {
            const bool last = row == share_rows - rows;
            cut_part<OP, rows> part;
            cut_rows<OP>(part.x, from, first, full, s);
            part.heads = heads;
            if (last)
                warp_arrive(&r.drained[place.at()]);
            if (!PLAIN || all != 0) {
                part.look();
                part.scan();
            } else {
                row_scan<OP>(part.x, part.last);
            }
            carry before = init;
            if (!begun) {
                barrier_wait(&r.carried[at], ring_parity(i));
                before = slot.before[0];
            }
            if (!PLAIN) {
                part.enter(before_rows, before, init, begun, scan.exclusive, segmented_finish<OP>{s});
            } else if (all == 0) {
                enter_rows<OP>(part.x, part.last, before_rows, scan.exclusive);
                enter_tile<OP>(part.x, part.last, before, scan.exclusive);
                flip_words<OP>(part.x, s.scan);
            } else {
                part.enter(before_rows, before, init, begun, scan.exclusive, plain_finish<OP>{s});
            }
            if (last)
                warp_arrive(&r.done[at]);
            if constexpr (PLAIN) {
                packet<16> p[rows];
#pragma unroll
                for (int n = 0; n < rows; n++)
                    p[n] = pack<OP>(part.x[n]);
                if (full)
                    store_packets<sizeof(typename OP::word)>(p, scan, first + lane * count);
                else
                    store_packets_partly<sizeof(typename OP::word)>(p, from, scan, first);
            } else {
                store_results<OP>(part.x, s, first + lane * count, full);
            }
            begun |= (begins & ((1u << rows) - 1)) != 0;
            begins >>= rows;
            heads >>= rows * count;
            before_rows += rows;
            from += part_elements * scan.in_size;
            first += part_elements;
        }
    }
}

/* PLAIN: as segmented_plain has it; or anything but a reversed scan. */
template <class OP, bool PLAIN>
__global__ void __launch_bounds__(cut_threads, 1) cut_ring_kernel(const __grid_constant__ prefix__cuda_segmented given)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    prefix__cuda_segmented s = promised_segments<OP, PLAIN>(given);
    s.scan.reverse = false;
    extern __shared__ __align__(128) char memory[];
    __shared__ cut_ring<OP> r;
    cut_ring_block<OP>(r, memory, s, [&](int which) { cut_store<OP, PLAIN>(r, memory, s, which); });
#endif
}

} // namespace prefix_cuda

#endif

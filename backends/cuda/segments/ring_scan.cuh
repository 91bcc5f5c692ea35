/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel of ring.cuh, and its scanners. */
#ifndef PREFIX_CUDA_SEGMENTS_RING_SCAN_CUH
#define PREFIX_CUDA_SEGMENTS_RING_SCAN_CUH

#include <type_traits>

#include "warp/row_scan.cuh"
#include "segments/ring_block.cuh"
#include "segments/store.cuh"

namespace prefix_cuda
{

/* A scanner's rows. */
template <class OP, int ROWS>
using cut_ring_part = std::conditional_t<
    sums_bytes<OP>, bytes_part<OP, ROWS>,
    std::conditional_t<in_pairs<OP>, pairs_part<OP, ROWS>,
                       std::conditional_t<is_halves<OP>, halves_part<OP, ROWS>, cut_part<OP, ROWS>>>>;

/* Heads of the lane's own elements, of a word's rows. own: where a scanner's lane finds them. */
template <class OP> __device__ inline uint32_t cut_heads_of(const uint32_t *own)
{
    if constexpr (is_halves<OP>)
        return halves_part<OP, cut_part_rows>::heads_of(own);
    else
        return *own;
}

/* A lane's first element of a part, and its first word of heads, of those of a warp. */
template <class OP> __device__ inline int cut_lane_place(int lane)
{
    if constexpr (is_halves<OP>)
        return half_lane_place<half_scan_lanes>(lane);
    else
        return lane * tile_shape<OP>::lane_words;
}

template <class OP> __device__ inline int cut_lane_heads(int lane)
{
    if constexpr (is_halves<OP>)
        return halves_part<OP, cut_part_rows>::place_of_heads(lane);
    else
        return lane;
}

/* As ring_store(). A tile without a head is scanned as any other, which is less work. */
template <class OP, bool PLAIN>
__device__ inline void cut_store(cut_ring<OP> &r, char *memory, const prefix__cuda_segmented &s, int which)
{
    using shape = tile_shape<OP>;
    using word = typename OP::word;
    using carry = typename OP::carry;
    constexpr int count = shape::lane_words, size = word_bytes<OP>;
    constexpr int rows = cut_part_rows, part_elements = rows * 32 * count;
    constexpr int words = cut_words<OP>, word_rows = cut_word_rows<OP>, share_rows = cut_share_rows<OP>;
    constexpr int beside = cut_rows_beside<OP>, share_elements = shape::elements / cut_shares;
    static_assert(cut_shares == ring_scanners, "a scanner takes what a reducer has taken");
    const prefix__cuda_scan &scan = s.scan;
    const cut_bits<OP> bits(s, memory);
    const carry init = carry_of_segments<OP>(s);
    const int lane = threadIdx.x & 31, group = which / ring_scanners, share = which % ring_scanners;
    const int piece = share * scan.ring_pieces / cut_shares, lane_place = cut_lane_place<OP>(lane);
    const uint32_t whole_tiles = (uint32_t)(scan.n / shape::elements);
    const int which_tile = share / cut_tile_shares<OP>, first_row = share % cut_tile_shares<OP> * share_rows * beside;
    ring_place place = {2u * group};
    for (uint32_t i = group;; i += cut_groups, place.advance(cut_groups, scan.ring_stages)) {
        const int at = ring_slot(i);
        barrier_wait(&r.full[place.at() * scan.ring_pieces + piece], place.parity());
        auto &slot = r.slots[at];
        const uint32_t tile = slot.mine.tile;
        if (tile == ring_end)
            return;
        uint64_t first = (uint64_t)tile * shape::elements;
        uint32_t full = tile < whole_tiles;
        made_now(full);
        char *from = memory + (size_t)place.at() * ring_stage_bytes<OP>(scan) + share * share_elements * scan.in_size;
        if constexpr (is_halves<OP>)
            from += lane_place * 2;
        const word *before_rows = slot.rows + share * share_rows * beside;
        first += share * share_elements + lane_place; /* of the lane */
        barrier_wait(&r.reduced[at], ring_parity(i));
        const uint64_t all = r.cuts[at].rows(which_tile);
        const uint32_t *own = bits.own(place.at(), share) - lane + cut_lane_heads<OP>(lane);
        const cut_start<OP> *starts = bits.own_starts(place.at(), share);
        uint32_t heads = cut_heads_of<OP>(own), begins = (uint32_t)(all >> first_row);
        bool begun = all & ((1ull << first_row) - 1);
#pragma unroll 1
        for (int row = 0; row < share_rows; row += rows) {
            const bool last = row == share_rows - rows;
            if (words > 1 && row % word_rows == 0) {
                heads = cut_heads_of<OP>(own);
                own += 32;
            }
            const bool begins_here = (begins & ((1u << rows * beside) - 1)) != 0;
            cut_ring_part<OP, rows> part;
            if constexpr (is_halves<OP>) {
                part.load(from);
                part.begins = begins_here;
            } else if constexpr (keeps_starts<OP>) {
                part.load(from, s);
                part.starts = *starts;
                starts += 32;
            } else if constexpr (keeps_keys<OP>) {
                load_own<OP>(part.x, scan, stage_source<shape::elements, true>{from, lane * count});
            } else {
                cut_rows<OP>(part.x, from, first - lane * count, full, s);
            }
            part.heads = heads;
            if (last)
                warp_arrive(&r.drained[place.at()]);
            if constexpr (is_halves<OP>) {
                part.scan(before_rows);
                if (scan.exclusive)
                    part.exclude(before_rows);
            } else if constexpr (!keeps_starts<OP>) {
                if (!PLAIN || all != 0) {
                    part.look();
                    part.scan();
                } else {
                    row_scan<OP>(part.x, part.last);
                }
            }
            carry before = init;
            if (!begun) {
                barrier_wait(&r.carried[at], ring_parity(i));
                before = slot.before[which_tile];
            }
            packet<16> p[rows];
            if constexpr (is_halves<OP>) {
                part.enter(p, before, init, begun);
            } else if constexpr (keeps_starts<OP>) {
                part.enter(p, before_rows, before, init, begun, scan.exclusive, s);
            } else if (!PLAIN) {
                part.enter(before_rows, before, init, begun, scan.exclusive, segmented_finish<OP>{s});
            } else if (all == 0) {
                enter_rows<OP>(part.x, part.last, before_rows, scan.exclusive);
                enter_tile<OP>(part.x, part.last, before, scan.exclusive);
                if constexpr (is_floats<OP>)
                    for_words(part.x, [&](word w) { return plain_result<OP>(w, s); });
                else if constexpr (!is_stored<OP>)
                    flip_words<OP>(part.x, s.scan);
            } else {
                part.enter(before_rows, before, init, begun, scan.exclusive, plain_finish<OP>{s});
            }
            if (last)
                warp_arrive(&r.done[at]);
            if constexpr (is_halves<OP>) {
                part.store(p, scan, first, from, full);
            } else if constexpr (PLAIN) {
                if constexpr (!keeps_starts<OP>) {
#pragma unroll
                    for (int n = 0; n < rows; n++)
                        p[n] = pack_row<OP>(part.x[n], s);
                }
                if (full)
                    store_packets<size>(p, scan, first);
                else
                    store_packets_partly<size>(p, from, scan, first - lane * count);
            } else {
                store_results<OP>(part.x, s, first, full);
            }
            begun |= begins_here;
            begins >>= rows * beside;
            heads = rows * count < 32 ? heads >> (rows * count % 32) : 0;
            before_rows += rows * beside;
            from += part_elements * scan.in_size;
            first += part_elements;
        }
    }
}

/* PLAIN: as segmented_plain has it; or anything but a reversed scan. */
template <class OP, bool PLAIN>
__global__ void __launch_bounds__(cut_threads<OP>, 1)
    cut_ring_kernel(const __grid_constant__ prefix__cuda_segmented given)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    prefix__cuda_segmented s = promised_segments<OP, PLAIN>(given);
    s.scan.reverse = false;
    if constexpr (is_stored<OP>) /* they may have signs */
        s.scan.convert = given.scan.convert;
    if constexpr (is_floats<OP> || is_half_keys<OP>)
        s.scan.map = given.scan.map;
    if constexpr (is_floats<OP>)
        s.scan.carry -= keys_lowered<OP>;
    extern __shared__ __align__(128) char memory[];
    __shared__ cut_ring<OP> r;
    cut_ring_block<OP>(r, memory, s, [&](int which) { cut_store<OP, PLAIN>(r, memory, s, which); });
#endif
}

} // namespace prefix_cuda

#endif

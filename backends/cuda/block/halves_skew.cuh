/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of elements of two bytes, of whole tiles, in and out of arrays that are not aligned to packets, for lanes
 * that hold rows as halves.cuh has them. Nobody else can do it for them: the bulk copy engine moves by whole
 * packets, the boxes of tensors too, and warps that move packets within the stage, one before the reducers and one
 * behind the scanners, do not keep pace.
 *
 * How far arrays are off is the same for the whole grid, and is a constant here: nothing is shifted, but a float
 * comes from whichever half of whichever word its element is in, and two results are rounded into the word that both
 * belong to. What is left is to give neighbours what belongs into their packets, one or two words of each.
 *
 * A warp's results begin ring_out.begin elements behind an aligned packet of memory. Those of an exclusive scan are
 * the inclusive ones, one place further in the scan's order, but for the last one, in the place of which is what
 * stands before the first. All others stay in memory's order; what moves out at either end of the warp's own comes
 * in at the other. So results move by -1 to 8 elements, and if by more than 4, then back from the packet behind.
 *
 * The kernel has the move as a constant, but in reverse; of ways to load, branches choose one. What all warps of a
 * block execute must lie close together for the instruction cache. Off by one element on both sides, sums of f16 in
 * 1 GiB on an H200 reach .81 of the speed of a copy if one kernel has all moves and ways, .95 if it has only one of
 * either, and .94 as it is.
 */
#ifndef PREFIX_CUDA_BLOCK_HALVES_SKEW_CUH
#define PREFIX_CUDA_BLOCK_HALVES_SKEW_CUH

#include "block/halves.cuh"
#include "block/tile_skew.cuh"

namespace prefix_cuda
{

template <int NUMBER> struct constant {
    static constexpr int value = NUMBER;
};

/* Calls act with the number, which is below COUNT, as a constant; bits that the compiler knows are no branches. */
template <int COUNT, int NUMBER = 0, int BIT = 1, class ACT> __device__ inline void for_number(int number, ACT act)
{
    if constexpr (BIT == COUNT)
        act(constant<NUMBER>());
    else if (number & BIT)
        for_number<COUNT, NUMBER | BIT, 2 * BIT>(number, act);
    else
        for_number<COUNT, NUMBER, 2 * BIT>(number, act);
}

/* The words that hold 8 elements, the first of which is so many behind an aligned packet's first. */
template <int SKIP> constexpr int skewed_words = 4 + SKIP % 2;

template <int KIND, int SKIP>
__device__ inline void widen_skewed(uint32_t (&x)[8], const uint32_t (&w)[skewed_words<SKIP>])
{
#pragma unroll
    for (int k = 0; k < 8; k++)
        x[k] = widen_half<KIND>(w[(k + SKIP % 2) / 2], (k + SKIP % 2) % 2);
}

/* A lane's packets as floats; backwards in memory, if REVERSE. from: the aligned packet in which the first begins. */
template <int KIND, int SKIP, bool REVERSE, int PACKETS>
__device__ inline void load_halves_skewed(uint32_t (&x)[PACKETS][8], const char *from)
{
    uint32_t w[PACKETS][skewed_words<SKIP>];
#pragma unroll
    for (int r = 0; r < PACKETS; r++)
        load_across<SKIP / 2>(w[r], from + half_place<half_scan_lanes>(r) * (REVERSE ? -2 : 2));
#pragma unroll
    for (int r = 0; r < PACKETS; r++) {
        widen_skewed<KIND, SKIP>(x[r], w[r]);
        if constexpr (REVERSE)
            turn<lanes<32>>(x[r]);
    }
}

/* Words from the SKIPth of an address that is aligned to two of them on, by twos where that can be. */
template <int SKIP, int WORDS> __device__ inline void load_by_twos(uint32_t (&w)[WORDS], const char *from)
{
    if constexpr (SKIP == 1)
        w[0] = load_packet<4>(from + 4).w[0];
#pragma unroll
    for (int k = SKIP; k < WORDS; k += 2) {
        if (k + 1 < WORDS) {
            const packet<8> two = load_packet<8>(from + (SKIP + k) * 4);
            w[k] = two.w[0];
            w[k + 1] = two.w[1];
        } else {
            w[k] = load_packet<4>(from + (SKIP + k) * 4).w[0];
        }
    }
}

/*
 * The totals of a lane's packets in rows side by side; they are the same backwards. from: what is aligned to half
 * a packet, in which the first begins. By halves of packets there are fewer ways, and half of the rows are done at
 * once, so that each is less code.
 */
template <class OP, int KIND, int SKIP>
__device__ inline void total_halves_skewed(uint32_t (&total)[8], const char *from)
{
#pragma unroll 1
    for (int half = 0; half < 2; half++, from += half_place<half_total_lanes>(4) * 2) {
        uint32_t w[4][skewed_words<SKIP>];
#pragma unroll
        for (int r = 0; r < 4; r++)
            load_by_twos<SKIP / 2>(w[r], from + half_place<half_total_lanes>(r) * 2);
#pragma unroll
        for (int r = 0; r < 4; r++) {
            uint32_t x[1][8], sum[1];
            widen_skewed<KIND, SKIP>(x[0], w[r]);
            lane_totals<OP>(sum, x);
            total[r] = total[r + 4];
            total[r + 4] = sum[0];
        }
    }
}

/*
 * One word of each packet to that of the packet before, or BEHIND, in memory's order, place being the
 * lane's in it, and lane that place ^ turn. It is a neighbour's, but at the end of half a row it is in
 * another half, and at the end of a row in another row.
 */
template <bool BEHIND, int ROWS> __device__ inline void words_of_neighbours(uint32_t (&w)[ROWS], int place, int turn)
{
    constexpr int last = half_scan_lanes - 1, step = BEHIND ? 1 : -1;
    const bool gives = place % half_scan_lanes == (BEHIND ? 0 : last), ends = place == (BEHIND ? 0 : 31);
    const bool takes = place % half_scan_lanes == (BEHIND ? last : 0);
    const int row = (place + step) ^ turn, half = takes ? (place - step * last) ^ turn : row;
    uint32_t got[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const bool same_row = (r % 2 == 0) == BEHIND;
        uint32_t other = w[r ^ 1], round = w[(r + ROWS + step) % ROWS];
        if (!same_row)
            other = ends ? round : other;
        got[r] = __shfl_sync(~0u, gives ? other : w[r], same_row ? half : row);
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        w[r] = got[r];
}

/* Packets in memory's order, whose words begin with an element as odd as MOVE, to aligned ones. */
template <int MOVE, int ROWS>
__device__ inline void align_halves(packet<16> (&to)[ROWS], const packet<16> (&p)[ROWS], int place, int turn)
{
    constexpr bool behind = MOVE > 4;
    constexpr int begin = behind ? 8 - MOVE : -MOVE; /* the packet's first element, as the lane counts its own */
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const bool first_own = (unsigned)(begin + 2 * k) < 8, second_own = (unsigned)(begin + 2 * k + 1) < 8;
        const int from = (begin + 2 * k - MOVE % 2) / 2 & 3;
        uint32_t w[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            to[r].w[k] = w[r] = p[r].w[from];
        if (first_own && second_own)
            continue;
        words_of_neighbours<behind>(w, place, turn);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const uint32_t own = p[r].w[from];
            to[r].w[k] = first_own    ? __byte_perm(own, w[r], 0x7610)
                         : second_own ? __byte_perm(w[r], own, 0x7610)
                                      : w[r];
        }
    }
}

/* Of the packet with both ends, each element to where it belongs. from: the lane that has it; to: where it begins. */
template <int ROWS>
__device__ inline void store_ends(const packet<16> (&p)[ROWS], bool last, int from, char *to, int begin)
{
    const int lane = threadIdx.x & 31;
    uint32_t w[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        w[i] = __shfl_sync(~0u, last ? p[ROWS - 1].w[i] : p[0].w[i], from);
    const uint32_t both = lane & 4 ? (lane & 2 ? w[3] : w[2]) : (lane & 2 ? w[1] : w[0]);
    to += lane < begin ? ROWS * 512 : 0;
    if (lane < 8)
        *(uint16_t *)(to + lane * 2) = (uint16_t)(both >> (lane % 2 * 16));
}

/* part: the number of the warp's part in the scan. */
template <int ROWS>
__device__ inline void store_halves_skewed(const packet<16> (&p)[ROWS], const prefix__cuda_scan &scan, uint32_t part,
                                           int place, int turn)
{
    const int32_t upwards = scan.reverse ? -(int32_t)part : (int32_t)part;
    char *to = scan.ring_out.first + (int64_t)upwards * (ROWS * 512);
    char *mine = to + half_lane_place<half_scan_lanes>(place) * 2;
    for_number<8>(scan.ring_out.move & 7, [&](auto move) {
        /* Whether the last packet has both ends, not the first one. */
        const bool last = move.value == 0 ? scan.ring_out.move > 0 : move.value > 4;
        const int ends = last ? 31 : 0;
        const bool has_ends = scan.ring_out.begin > 0 && place == ends;
        packet<16> aligned[ROWS];
        align_halves<move.value>(aligned, p, place, turn);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            if (!has_ends || r != (last ? ROWS - 1 : 0))
                store_packet(mine + half_place<half_scan_lanes>(r) * 2, aligned[r]);
        }
        if (scan.ring_out.begin > 0)
            store_ends(aligned, last, ends ^ turn, to - (last ? 16 : 0), scan.ring_out.begin);
    });
}

} // namespace prefix_cuda

#endif

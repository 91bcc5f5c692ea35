/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A warp's part of a whole tile, in and out of arrays of the accumulator's own elements that are
 * not aligned to packets. How far they are off is the same for the whole grid: words are moved by
 * as many places as that is, a constant in the code that a branch outside of all loops leads to,
 * and what is left, less than a word, by shifting two words as one.
 */
#ifndef PREFIX_CUDA_BLOCK_TILE_SKEW_CUH
#define PREFIX_CUDA_BLOCK_TILE_SKEW_CUH

#include "block/tile_store.cuh"

namespace prefix_cuda
{

template <int WORDS> struct skew_words {
    static constexpr int words = WORDS;
};

/* Calls act with the whole words in skew bytes, as a constant. */
template <int SIZE, class ACT> __device__ inline void for_skew(int skew, ACT act)
{
    if constexpr (SIZE < 4) {
        if (skew < 4) {
            act(skew_words<0>());
            return;
        }
    }
    if (SIZE == 8)
        act(skew_words<2>());
    else if (skew < 8)
        act(skew_words<1>());
    else if (skew < 12)
        act(skew_words<2>());
    else
        act(skew_words<3>());
}

/* Words from the SKIPth of an aligned packet on, in two loads at most, that waste no more than one each. */
template <int SKIP, int WORDS> __device__ inline void load_across(uint32_t (&w)[WORDS], const char *from)
{
    constexpr int here = 4 - SKIP, there = WORDS - here;
    constexpr int bytes_here = here > 2 ? 16 : here * 4, bytes_there = there > 2 ? 16 : there * 4;
    packet<bytes_here> p = load_packet<bytes_here>(from + 16 - bytes_here);
#pragma unroll
    for (int i = 0; i < here; i++)
        w[i] = p.w[bytes_here / 4 - here + i];
    if constexpr (there > 0) {
        packet<bytes_there> q = load_packet<bytes_there>(from + 16);
#pragma unroll
        for (int i = 0; i < there; i++)
            w[here + i] = q.w[i];
    }
}

/*
 * Words of 4 or 8 bytes from the stage, where they lie as many bytes beyond an aligned address as in
 * the array. Those of 4 bytes are then shifted by nothing: ways that only gave registers other names
 * would cost more, in moves and in registers, where they meet.
 */
template <class OP, int TILE, int ROWS, int COUNT>
__device__ inline void load_skewed(typename OP::word (&x)[ROWS][COUNT], const prefix__cuda_scan &scan,
                                   const stage_source<TILE> &source)
{
    constexpr int size = OP::bits / 8;
    const char *from = source.stage + (scan.reverse ? TILE - COUNT - source.at : source.at) * size;
    int step = scan.reverse ? -512 : 512, nothing = scan.ring_skew & 3;
    if constexpr (size == 8) {
        from += scan.ring_skew;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
#pragma unroll
            for (int k = 0; k < COUNT; k++)
                x[r][k] = *(const typename OP::word *)(from + r * step + k * 8);
        }
        turn_tile<OP>(x, scan.reverse);
    } else if (scan.ring_skew == 0) {
        load_own<OP>(x, scan, source);
    } else {
        for_skew<size>(scan.ring_skew, [&](auto skew) {
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                load_across<skew.words>(x[r], from + r * step);
#pragma unroll
                for (int k = 0; k < COUNT; k++)
                    x[r][k] = __funnelshift_r(x[r][k], x[r][k], nothing);
            }
        });
        turn_tile<OP>(x, scan.reverse);
    }
}

/* A lane's first elements, so many of them, become neutral. */
template <class OP, int COUNT> __device__ inline void fill_lead(typename OP::word (&x)[COUNT], int elements)
{
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        x[k] = keep<OP::bits>(OP::neutral, x[k], elements - k * OP::elements);
}

/*
 * Packets in memory's order, moved so that each lane has what belongs into the aligned packet in
 * which its own begins. The very first one gets, before its elements, the very last ones, which
 * belong behind them all.
 */
template <int SIZE, int WORDS, int ROWS>
__device__ inline void shift_rows(packet<16> (&p)[ROWS], int shift, int before, bool last)
{
    constexpr int across = WORDS + (SIZE < 4), from = 4 - across; /* words that go to the next lane */
    packet<16> end = p[ROWS - 1];
#pragma unroll
    for (int r = ROWS - 1; r >= 0; r--) {
        uint32_t w[across + 4];
#pragma unroll
        for (int i = 0; i < across; i++) {
            uint32_t mine = p[r].w[from + i], above = r > 0 ? p[r > 0 ? r - 1 : 0].w[from + i] : end.w[from + i];
            w[i] = __shfl_sync(~0u, last ? above : mine, before);
        }
#pragma unroll
        for (int i = 0; i < 4; i++)
            w[across + i] = p[r].w[i];
#pragma unroll
        for (int i = 0; i < 4; i++)
            p[r].w[i] = SIZE < 4 ? __funnelshift_l(w[i], w[i + 1], shift) : w[i];
    }
}

/* Packets of elements of SIZE bytes, all of the tile. first: the place in the scan of the lane's first element. */
template <int SIZE, int ROWS>
__device__ inline void store_skewed(packet<16> (&p)[ROWS], const prefix__cuda_scan &scan, uint64_t first)
{
    using element = typename element_of<SIZE>::type;
    constexpr int count = 16 / SIZE;
    int lane = threadIdx.x & 31, place = scan.reverse ? 31 - lane : lane;
    uint64_t index = scan.reverse ? scan.n - first - ((ROWS - 1) * 32 + 1) * count : first;
    char *to = (char *)scan.out + index * SIZE;
    int skew = (int)((uintptr_t)to & 15);
    if (scan.reverse)
        turn_rows(p);
    if (skew == 0) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            store_packet(to + r * 512, p[r]);
        return;
    }
    to -= skew;
    for_skew<SIZE>(skew, [&](auto words) {
        shift_rows<SIZE, words.words>(p, 8 * (skew & 3), (lane + (scan.reverse ? 1 : 31)) & 31, place == 31);
    });
    if (place > 0)
        store_packet(to, p[0]);
#pragma unroll
    for (int r = 1; r < ROWS; r++)
        store_packet(to + r * 512, p[r]);

    /* The first packet's elements, to either end of what the warp stores. */
    uint32_t w[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        w[i] = __shfl_sync(~0u, p[0].w[i], scan.reverse ? 31 : 0);
    if (place < count) {
        int at = place * SIZE;
        uint32_t low = at & 8 ? w[2] : w[0], high = at & 8 ? w[3] : w[1];
        uint64_t both = (uint64_t)high << 32 | low;
        to += at < skew ? ROWS * 512 : 0;
        *(element *)(to - place * 16 + at) = (element)(both >> (at % 8 * 8));
    }
}

} // namespace prefix_cuda

#endif

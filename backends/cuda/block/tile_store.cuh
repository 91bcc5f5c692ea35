/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A warp's part of a tile, from words to output elements: combined with what stands before, moved
 * up by one element when the scan is exclusive, rounded, stored.
 */
#ifndef PREFIX_CUDA_BLOCK_TILE_STORE_CUH
#define PREFIX_CUDA_BLOCK_TILE_STORE_CUH

#include "word/narrow.cuh"
#include "block/tile_load.cuh"

namespace prefix_cuda
{

/* A lane's words move up by one element, the last of before first. */
template <class OP, int COUNT> __device__ inline void move_up(typename OP::word (&x)[COUNT], typename OP::word before)
{
#pragma unroll
    for (int k = COUNT - 1; k > 0; k--)
        x[k] = OP::shift(x[k - 1], x[k]);
    x[0] = OP::shift(before, x[0]);
}

/* Rows move up by one element, the neutral one first: their carries stand for the rows before. */
template <class OP, int ROWS, int COUNT>
__device__ inline void exclude(typename OP::word (&x)[ROWS][COUNT], int lanes = 32)
{
    int lane = threadIdx.x & (lanes - 1);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        typename OP::word before = __shfl_up_sync(~0u, x[r][COUNT - 1], 1);
        if (lane == 0)
            before = OP::neutral;
        move_up<OP>(x[r], before);
    }
}

template <class OP, int COUNT> __device__ inline packet<16> pack(const typename OP::word (&x)[COUNT])
{
    packet<16> p;
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        if constexpr (sizeof(typename OP::word) == 4) {
            p.w[k] = x[k];
        } else {
            p.w[2 * k] = (uint32_t)x[k];
            p.w[2 * k + 1] = (uint32_t)(x[k] >> 32);
        }
    }
    return p;
}

/*
 * What stands before each row in the tile, to what row_scan() gave. For ordered operators each
 * element is combined with it; for the others last becomes what stands before the lane's elements.
 */
template <class OP, int ROWS, int COUNT>
__device__ inline void enter_rows(typename OP::word (&x)[ROWS][COUNT], typename OP::single::word (&last)[ROWS],
                                  const typename OP::single::word *rows, bool exclusive, int lanes = 32)
{
    if constexpr (OP::ordered) {
        if (exclusive)
            exclude<OP>(x, lanes);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            typename OP::word row = rows[r];
#pragma unroll
            for (int k = 0; k < COUNT; k++)
                x[r][k] = OP::combine(row, x[r][k]);
        }
    } else {
        using single = typename OP::single;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            typename single::word before = __shfl_up_sync(~0u, last[r], 1);
            last[r] = single::combine(rows[r], (threadIdx.x & (lanes - 1)) == 0 ? single::neutral : before);
        }
    }
}

/* And what stands before the tile: x becomes results. */
template <class OP, int COUNT>
__device__ inline void enter_tile_row(typename OP::word (&x)[COUNT], typename OP::single::word last,
                                      typename OP::carry tile, bool exclusive)
{
    if constexpr (OP::ordered) {
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            x[k] = narrow<OP>(OP::join(tile, OP::widen(x[k])));
    } else {
        typename OP::single::word start = OP::join(tile, last);
        lane_scan<OP>(x, start);
        if (exclusive)
            move_up<OP>(x, OP::repeat(start));
    }
}

template <class OP, bool EXCLUSIVE, int ROWS, int COUNT>
__device__ inline void enter_tile(typename OP::word (&x)[ROWS][COUNT], const typename OP::single::word (&last)[ROWS],
                                  typename OP::carry tile)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        enter_tile_row<OP>(x[r], last[r], tile, EXCLUSIVE);
}

template <class OP, int ROWS, int COUNT>
__device__ inline void enter_tile(typename OP::word (&x)[ROWS][COUNT], const typename OP::single::word (&last)[ROWS],
                                  typename OP::carry tile, bool exclusive)
{
    if (!OP::ordered && exclusive)
        enter_tile<OP, true>(x, last, tile);
    else
        enter_tile<OP, false>(x, last, tile);
}

/* Results of two bytes, in memory's order. */
template <class OP, int ROWS, int COUNT>
__device__ inline void round_tile(packet<8> (&p)[ROWS], const typename OP::word (&x)[ROWS][COUNT],
                                  typename OP::carry tile, const prefix__cuda_scan &scan)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        uint32_t half[COUNT];
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            half[k] = narrow_to_half<OP>(OP::join(tile, OP::widen(x[r][k])), scan.round);
        p[r].w[0] = scan.reverse ? half[3] | half[2] << 16 : half[0] | half[1] << 16;
        p[r].w[1] = scan.reverse ? half[1] | half[0] << 16 : half[2] | half[3] << 16;
    }
}

/* x, last: from enter_rows(). first: the place in the scan of the lane's first element. */
template <class OP, int ROWS, int COUNT>
__device__ inline void store_tile(typename OP::word (&x)[ROWS][COUNT], const typename OP::single::word (&last)[ROWS],
                                  typename OP::carry tile, const prefix__cuda_scan &scan, uint64_t first, bool full)
{
    constexpr int elements = COUNT * OP::elements;
    if constexpr (OP::bits == 32 && OP::ordered) {
        if (scan.round != PREFIX__CUDA_ROUND_NONE) {
            packet<8> p[ROWS];
            round_tile<OP>(p, x, tile, scan);
            store_rows<2, elements, ROWS>(p, scan.out, scan.n, first, scan.reverse, full);
            return;
        }
    }
    enter_tile<OP>(x, last, tile, scan.exclusive);
    packet<16> p[ROWS];
    flip_words<OP>(x, scan);
    unmap<OP>(x, scan.map);
    turn_tile<OP>(x, scan.reverse);
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        p[r] = pack<OP>(x[r]);
    store_rows<OP::bits / 8, elements, ROWS>(p, scan.out, scan.n, first, scan.reverse, full);
}

/* Packets of elements of SIZE bytes to an aligned array, all of the tile. */
template <int SIZE, int ROWS>
__device__ inline void store_packets(const packet<16> (&p)[ROWS], const prefix__cuda_scan &scan, uint64_t first)
{
    /* Two ways, of which each has constant distances: to compute addresses takes longer than to store. */
    if (scan.reverse) {
        char *to = (char *)scan.out + (scan.n - first - 16 / SIZE) * SIZE;
        asm volatile("" ::: "memory");
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            store_packet(to - r * 512, p[r]);
    } else {
        char *to = (char *)scan.out + first * SIZE;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            store_packet(to + r * 512, p[r]);
    }
}

/*
 * Those of them that the array has room for: by way of 512 bytes of shared memory, which are the
 * warp's own; but elements of 8 bytes, of which a lane has two, from where they are. begin: the place in
 * the scan of the warp's first element.
 */
template <int SIZE, int ROWS>
__device__ inline void store_packets_partly(const packet<16> (&p)[ROWS], char *shared, const prefix__cuda_scan &scan,
                                            uint64_t begin)
{
    using element = typename element_of<SIZE>::type;
    constexpr int row = 512 / SIZE;
    int lane = threadIdx.x & 31;
    int64_t rest = (int64_t)(scan.n - begin);
    int left = (int)(rest > ROWS * row ? ROWS * row : rest);
    int lead = begin < scan.ring_lead ? scan.ring_lead - (int)begin : 0;
    element *to = (element *)scan.out + (scan.reverse ? rest - row : (int64_t)begin);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        if constexpr (SIZE == 8) {
#pragma unroll
            for (int e = 0; e < 2; e++) {
                int k = (scan.reverse ? 31 - lane : lane) * 2 + e, place = scan.reverse ? row - 1 - k : k;
                if (place >= lead && place < left)
                    to[k] = (element)p[r].w[2 * e + 1] << 32 | p[r].w[2 * e];
            }
        } else {
            __syncwarp();
            store_packet(shared + (scan.reverse ? 31 - lane : lane) * 16, p[r]);
            __syncwarp();
#pragma unroll 1
            for (int k = lane; k < row; k += 32) {
                int place = scan.reverse ? row - 1 - k : k;
                if (place >= lead && place < left)
                    to[k] = ((const element *)shared)[k];
            }
        }
        lead -= row;
        left -= row;
        to += scan.reverse ? -row : row;
    }
}

} // namespace prefix_cuda

#endif

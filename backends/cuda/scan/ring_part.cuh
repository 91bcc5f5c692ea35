/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp's part of a persistent block's tile: from the stage to registers, to results in packets. */
#ifndef PREFIX_CUDA_SCAN_RING_PART_CUH
#define PREFIX_CUDA_SCAN_RING_PART_CUH

#include "block/halves.cuh"
#include "block/tile_skew.cuh"
#include "warp/row_scan.cuh"
#include "pipeline/ring.cuh"
#include "word/types.cuh"

namespace prefix_cuda
{

/* Rows from the stage. */
template <class OP, int KIND, int ROWS>
__device__ inline void ring_rows(typename OP::word (&x)[ROWS][tile_shape<OP>::lane_words], const char *stage,
                                 uint32_t tile, int row, const prefix__cuda_scan &scan)
{
    using shape = tile_shape<OP>;
    constexpr uint32_t elements = ring_elements<OP, KIND>;
    int at = (row * 32 + (int)(threadIdx.x & 31)) * shape::lane_elements;
    uint64_t begin = (uint64_t)tile * elements;
    stage_source<elements> source = {stage, at};
    if constexpr (KIND == PREFIX__CUDA_RING_PLAIN || ring_led<OP, KIND>)
        load_own<OP>(x, scan, source);
    else if constexpr (KIND == PREFIX__CUDA_RING_SKEWED)
        load_skewed<OP>(x, scan, source);
    else
        load_words<OP>(x, scan, source);
    flip_words<OP>(x, scan);
    if (begin + elements > scan.n)
        fill_tile<OP>(x, scan, begin + at);
    if (ring_led<OP, KIND> && begin + at < scan.ring_lead)
        fill_lead<OP>(x[0], scan.ring_lead - at);
}

/* 2 * PACKETS rows of elements of two bytes, as they are; LANES lanes hold one. */
template <class OP, int KIND, int LANES, int PACKETS>
__device__ inline void ring_half_rows(uint32_t (&w)[PACKETS][4], const char *stage, uint32_t tile, int row,
                                      const prefix__cuda_scan &scan)
{
    constexpr uint32_t elements = ring_elements<OP, KIND>;
    int at = row * half_row + half_lane_place<LANES>(threadIdx.x & 31);
    uint64_t begin = (uint64_t)tile * elements;
    const char *from = stage + (scan.reverse ? elements - 8 - at : at) * 2;
    int one = scan.reverse ? -2 : 2;
#pragma unroll
    for (int r = 0; r < PACKETS; r++)
        unpack<halves, 2>(w[r], load_packet<16>(from + half_place<LANES>(r) * one));
    turn_tile<halves>(w, scan.reverse);
    if (begin + elements > scan.n) {
        int64_t rest = (int64_t)(scan.n - begin) - at;
        int left = (int)(rest > PACKETS * 256 ? PACKETS * 256 : rest);
#pragma unroll
        for (int r = 0; r < PACKETS; r++) {
#pragma unroll
            for (int k = 0; k < 4; k++)
                w[r][k] = keep<16>(w[r][k], neutral_halves<OP>(scan.convert), left - half_place<LANES>(r) - 2 * k);
        }
    }
}

/*
 * A scanner's part in registers:
 *   load()      from the stage
 *   scan()      each row by itself; or, where any order will do, up to the rows before it
 *   enter()     with what stands before each row in the tile
 *   results()   and with what stands before the tile, or the part, in memory's order
 */
template <class OP, int KIND> struct ring_words {
    static constexpr int packets = ring_part_rows<OP, KIND>;
    static constexpr int out_size = OP::bits / 8;
    typename OP::word x[packets][tile_shape<OP>::lane_words];
    typename OP::single::word last[packets];

    __device__ void load(const char *stage, uint32_t tile, int row, const prefix__cuda_scan &scan)
    {
        ring_rows<OP, KIND>(x, stage, tile, row, scan);
    }
    __device__ void scan()
    {
        row_scan<OP>(x, last);
        if constexpr (!OP::ordered)
            follow_rows<typename OP::single>(last);
    }
    __device__ void enter(const typename OP::single::word *before, const prefix__cuda_scan &scan)
    {
        if constexpr (OP::ordered)
            enter_rows<OP>(x, last, before, scan.exclusive);
    }
    __device__ void results(packet<16> (&p)[packets], const typename OP::single::word *, typename OP::carry before,
                            const prefix__cuda_scan &scan)
    {
        enter_tile<OP>(x, last, before, scan.exclusive);
        flip_words<OP>(x, scan);
        if constexpr (ring_converted<KIND>)
            unmap<OP>(x, scan.map);
        turn_tile<OP>(x, scan.reverse);
#pragma unroll
        for (int r = 0; r < packets; r++)
            p[r] = pack<OP>(x[r]);
    }
    /* Packets side by side in rows of 512 bytes. begin: the place in the scan of the part's first element. */
    static __device__ void store(packet<16> (&p)[packets], const prefix__cuda_scan &scan, uint64_t begin)
    {
        uint64_t first = begin + (threadIdx.x & 31) * (16 / out_size);
        if constexpr (KIND == PREFIX__CUDA_RING_SKEWED)
            store_skewed<out_size>(p, scan, first);
        else
            store_packets<out_size>(p, scan, first);
    }
    /* Those that the array has room for. own: what is the part's of the stage, which is done with. */
    static __device__ void store_partly(packet<16> (&p)[packets], char *own, const prefix__cuda_scan &scan,
                                        uint64_t begin)
    {
        store_packets_partly<out_size>(p, own, scan, begin);
    }
};

template <class OP, int KIND> struct ring_half_words {
    static constexpr int packets = ring_part_rows<OP, KIND> / 2;
    uint32_t x[packets][8];

    __device__ void load(const char *stage, uint32_t tile, int row, const prefix__cuda_scan &scan)
    {
        uint32_t w[packets][4];
        ring_half_rows<OP, KIND, half_scan_lanes>(w, stage, tile, row, scan);
        widen_halves(x, w, scan.convert);
    }
    __device__ void scan()
    {
        scan_half_rows<OP>(x);
    }
    __device__ void enter(const uint32_t *before, const prefix__cuda_scan &)
    {
        enter_half_rows<OP>(x, before);
    }
    /* What is seldom wanted is done to results: they are half as many words, and branches apart. */
    __device__ void results(packet<16> (&p)[packets], const uint32_t *rows, typename OP::carry before,
                            const prefix__cuda_scan &scan)
    {
        enter_halves<OP>(p, x, before, scan.round);
        if (scan.exclusive) {
            asm volatile("" ::: "memory");
            exclude_halves<OP>(p, rows, before, scan.round);
        }
        if (scan.reverse) {
            asm volatile("" ::: "memory");
            turn_halves(p);
        }
    }
    static constexpr int elements = packets * 256;
    static __device__ int place(const prefix__cuda_scan &scan)
    {
        int lane = threadIdx.x & 31;
        return half_lane_place<half_scan_lanes>(scan.reverse ? 31 - lane : lane);
    }
    /* Of the first in memory. */
    static __device__ uint64_t index(const prefix__cuda_scan &scan, uint64_t begin)
    {
        return scan.reverse ? scan.n - begin - elements : begin;
    }
    static __device__ void store(packet<16> (&p)[packets], const prefix__cuda_scan &scan, uint64_t begin)
    {
        store_halves(p, scan.out, index(scan, begin), place(scan));
    }
    static __device__ void store_partly(packet<16> (&p)[packets], char *own, const prefix__cuda_scan &scan,
                                        uint64_t begin)
    {
        int64_t rest = (int64_t)(scan.n - begin);
        int left = rest < 0 ? 0 : rest > elements ? elements : (int)rest;
        store_halves_partly(p, own, scan.out, (int64_t)index(scan, begin), place(scan),
                            scan.reverse ? elements - left : 0, scan.reverse ? elements : left);
    }
};

template <class OP, int KIND>
using ring_part = typename one_of<ring_halves<KIND>, ring_half_words<OP, KIND>, ring_words<OP, KIND>>::type;

} // namespace prefix_cuda

#endif

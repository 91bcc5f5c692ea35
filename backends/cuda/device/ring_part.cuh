/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp's part of a persistent block's tile: from the stage to registers, to results in packets. */
#ifndef PREFIX_CUDA_DEVICE_RING_PART_CUH
#define PREFIX_CUDA_DEVICE_RING_PART_CUH

#include "../block/halves.cuh"
#include "../block/tile_skew.cuh"
#include "../warp/row_scan.cuh"
#include "ring.cuh"

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
    constexpr bool aligned = KIND == PREFIX__CUDA_RING_PLAIN || ring_converted<KIND> || ring_led<OP, KIND>;
    stage_source<elements, aligned> source = {stage, at};
    if constexpr (KIND == PREFIX__CUDA_RING_PLAIN || ring_led<OP, KIND>)
        load_own<OP>(x, scan, source);
    else if constexpr (KIND == PREFIX__CUDA_RING_SKEWED)
        load_skewed<OP>(x, scan, source);
    else
        load_words<OP>(x, scan, source);
    if (begin + elements > scan.n)
        fill_tile<OP>(x, scan, begin + at);
    if (ring_led<OP, KIND> && begin + at < scan.ring_lead)
        fill_lead<OP>(x[0], scan.ring_lead - at);
}

/* 2 * ROWS rows of elements of two bytes, as they are. */
template <class OP, int KIND, int ROWS>
__device__ inline void ring_half_rows(uint32_t (&w)[ROWS][4], const char *stage, uint32_t tile, int row,
                                      const prefix__cuda_scan &scan)
{
    using shape = tile_shape<OP>;
    constexpr uint32_t elements = ring_elements<OP, KIND>;
    int at = row * (shape::elements / shape::rows) + (int)(threadIdx.x & 31) * 8;
    uint64_t begin = (uint64_t)tile * elements;
    load_own<halves>(w, scan, stage_source<elements, true>{stage, at});
    if (begin + elements > scan.n)
        fill_tile<halves>(w, scan, begin + at, neutral_halves<OP>(scan.convert));
}

/*
 * A scanner's part in registers:
 *   load()      from the stage
 *   scan()      each row by itself; or, where any order will do, up to the rows before it
 *   enter()     with what stands before each row in the tile
 *   results()   and with what stands before the tile, or the part, in memory's order: packets, side by
 *               side in a row of 512 bytes
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
    __device__ void results(packet<16> (&p)[packets], typename OP::carry before, const prefix__cuda_scan &scan)
    {
        enter_tile<OP>(x, last, before, scan.exclusive);
        if constexpr (ring_converted<KIND>)
            unmap<OP>(x, scan.map);
        turn_tile<OP>(x, scan.reverse);
#pragma unroll
        for (int r = 0; r < packets; r++)
            p[r] = pack<OP>(x[r]);
    }
};

template <class OP, int KIND> struct ring_half_words {
    static constexpr int packets = ring_part_rows<OP, KIND> / 2;
    static constexpr int out_size = 2;
    uint32_t x[packets][8];

    __device__ void load(const char *stage, uint32_t tile, int row, const prefix__cuda_scan &scan)
    {
        uint32_t w[packets][4];
        ring_half_rows<OP, KIND>(w, stage, tile, row, scan);
        widen_halves(x, w, scan.convert);
    }
    __device__ void scan()
    {
        sklansky_rows<OP, half_lanes>(x);
    }
    __device__ void enter(const uint32_t *before, const prefix__cuda_scan &scan)
    {
        enter_half_rows<OP>(x, before, scan.exclusive);
    }
    __device__ void results(packet<16> (&p)[packets], typename OP::carry before, const prefix__cuda_scan &scan)
    {
        turn_tile<OP>(x, scan.reverse);
        enter_halves<OP>(p, x, before, scan.round);
    }
};

template <bool HALVES, class OP, int KIND> struct ring_part_of : ring_words<OP, KIND> {
};
template <class OP, int KIND> struct ring_part_of<true, OP, KIND> : ring_half_words<OP, KIND> {
};
template <class OP, int KIND> using ring_part = ring_part_of<ring_halves<KIND>, OP, KIND>;

} // namespace prefix_cuda

#endif

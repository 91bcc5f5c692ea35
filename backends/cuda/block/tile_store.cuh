/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A warp's part of a tile, from words to output elements: combined with what stands before, moved
 * up by one element when the scan is exclusive, rounded, stored.
 */
#ifndef PREFIX_CUDA_BLOCK_TILE_STORE_CUH
#define PREFIX_CUDA_BLOCK_TILE_STORE_CUH

#include "tile_load.cuh"

namespace prefix_cuda
{

/* Rows move up by one element, the neutral one first: their carries stand for the rows before. */
template <class OP, int ROWS, int COUNT> __device__ inline void exclude(typename OP::word (&x)[ROWS][COUNT])
{
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        typename OP::word before = __shfl_up_sync(~0u, x[r][COUNT - 1], 1);
        if (lane == 0)
            before = OP::neutral;
#pragma unroll
        for (int k = COUNT - 1; k > 0; k--)
            x[r][k] = OP::shift(x[r][k - 1], x[r][k]);
        x[r][0] = OP::shift(before, x[r][0]);
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

/* x: the rows' own inclusive scans; rows: what stands before each in the tile. */
template <class OP, int ROWS, int COUNT>
__device__ inline void store_tile(typename OP::word (&x)[ROWS][COUNT], const typename OP::word *rows,
                                  typename OP::carry tile, const prefix__cuda_scan &scan, uint64_t first, bool full)
{
    constexpr int elements = COUNT * OP::elements;
    if (scan.exclusive)
        exclude<OP>(x);
    if constexpr (OP::bits == 32 && OP::ordered) {
        if (scan.round != PREFIX__CUDA_ROUND_NONE) {
            packet<8> p[ROWS];
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                uint32_t half[COUNT];
#pragma unroll
                for (int k = 0; k < COUNT; k++)
                    half[k] = narrow_to_half<OP>(OP::join(tile, OP::widen(OP::combine(rows[r], x[r][k]))), scan.round);
                bool reverse = scan.reverse;
                p[r].w[0] = reverse ? half[3] | half[2] << 16 : half[0] | half[1] << 16;
                p[r].w[1] = reverse ? half[1] | half[0] << 16 : half[2] | half[3] << 16;
            }
            store_rows<2, elements, ROWS>(p, scan.out, scan.n, first, scan.reverse, full);
            return;
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        typename OP::word row = rows[r];
        if constexpr (!OP::ordered)
            row = OP::combine(tile, row);
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            if constexpr (OP::ordered)
                x[r][k] = narrow<OP>(OP::join(tile, OP::widen(OP::combine(row, x[r][k]))));
            else
                x[r][k] = OP::combine(row, x[r][k]);
        }
    }
    packet<16> p[ROWS];
    if (scan.map >= PREFIX__CUDA_MAP_KEY_MIN) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            unmap<OP>(x[r], scan.map);
    }
    if (scan.reverse) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            turn<OP>(x[r]);
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        p[r] = pack<OP>(x[r]);
    store_rows<OP::bits / 8, elements, ROWS>(p, scan.out, scan.n, first, scan.reverse, full);
}

} // namespace prefix_cuda

#endif

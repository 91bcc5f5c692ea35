/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A warp's part of a tile, from input elements of any kind to words of the accumulator.
 */
#ifndef PREFIX_CUDA_BLOCK_TILE_LOAD_CUH
#define PREFIX_CUDA_BLOCK_TILE_LOAD_CUH

#include "word/convert.cuh"
#include "block/rows.cuh"

namespace prefix_cuda
{

/* Elements of SIZE bytes, zero-extended to the accumulator's width. */
template <class OP, int SIZE, int COUNT>
__device__ inline void unpack(typename OP::word (&x)[COUNT], const packet<SIZE * COUNT * OP::elements> &p)
{
    using word = typename OP::word;
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        if constexpr (SIZE * 8 == OP::bits && sizeof(word) == 4)
            x[k] = p.w[k];
        else if constexpr (SIZE == 8)
            x[k] = (word)((uint64_t)p.w[2 * k + 1] << 32 | p.w[2 * k]);
        else if constexpr (OP::bits == 16)
            x[k] = __byte_perm(p.w[k / 2], 0, k & 1 ? 0x4342 : 0x4140);
        else if constexpr (SIZE == 4)
            x[k] = p.w[k];
        else
            x[k] = p.w[k * SIZE / 4] >> (k * SIZE % 4 * 8) & ((1u << (SIZE * 8)) - 1);
    }
}

template <class OP, int COUNT> __device__ inline void turn(typename OP::word (&x)[COUNT])
{
#pragma unroll
    for (int k = 0; k < COUNT / 2; k++) {
        typename OP::word w = x[k];
        x[k] = OP::reverse(x[COUNT - 1 - k]);
        x[COUNT - 1 - k] = OP::reverse(w);
    }
}

template <class OP, int ROWS, int COUNT>
__device__ inline void turn_tile(typename OP::word (&x)[ROWS][COUNT], bool reverse)
{
    if (!reverse)
        return;
    /* Or words are chosen one by one, reversed or not; which floats of 64 bits do with fewer registers. */
    if constexpr (OP::bits < 64 || !OP::ordered)
        asm volatile("" ::: "memory");
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        turn<OP>(x[r]);
}

/* The array itself. first: the place in the scan of the lane's first element. */
struct array_source {
    uint64_t first;
    bool full;
    template <int SIZE, int COUNT, int ROWS>
    __device__ void load(packet<SIZE * COUNT> (&p)[ROWS], const prefix__cuda_scan &scan) const
    {
        load_rows<SIZE, COUNT, ROWS>(p, scan.in, scan.n, first, scan.reverse, full);
    }
};

/* A whole tile of TILE elements in shared memory, aligned. at: the place in it of the lane's first element. */
template <int TILE> struct stage_source {
    const char *stage;
    int at;
    template <int SIZE, int COUNT, int ROWS>
    __device__ void load(packet<SIZE * COUNT> (&p)[ROWS], const prefix__cuda_scan &scan) const
    {
        constexpr int bytes = SIZE * COUNT;
        const char *from = stage + (scan.reverse ? TILE - COUNT - at : at) * SIZE;
        int step = (scan.reverse ? -32 : 32) * bytes;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            p[r] = load_packet<bytes>(from + r * step);
    }
};

template <class OP, int SIZE, int ROWS, int COUNT, class SOURCE>
__device__ inline void load_sized(typename OP::word (&x)[ROWS][COUNT], const prefix__cuda_scan &scan,
                                  const SOURCE &source)
{
    constexpr int elements = COUNT * OP::elements;
    packet<SIZE * elements> p[ROWS];
    source.template load<SIZE, elements, ROWS>(p, scan);
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        unpack<OP, SIZE, COUNT>(x[r], p[r]);
}

/* Input elements that are the accumulator's own, taken as they are. Rows are 32 * COUNT words apart. */
template <class OP, int ROWS, int COUNT, class SOURCE>
__device__ inline void load_own(typename OP::word (&x)[ROWS][COUNT], const prefix__cuda_scan &scan,
                                const SOURCE &source)
{
    load_sized<OP, OP::bits / 8>(x, scan, source);
    turn_tile<OP>(x, scan.reverse);
}

/* Input elements of any kind. Choices are made for all rows at once: branches among the loads part them. */
template <class OP, int ROWS, int COUNT, class SOURCE>
__device__ inline void load_words(typename OP::word (&x)[ROWS][COUNT], const prefix__cuda_scan &scan,
                                  const SOURCE &source)
{
    if (scan.in_size * 8 == OP::bits) {
        load_sized<OP, OP::bits / 8>(x, scan, source);
    } else {
        if constexpr (OP::bits == 64) {
            if (scan.in_size == 4) {
                load_sized<OP, 4>(x, scan, source);
                convert<OP, 4>(x, scan.convert);
            }
        }
        if constexpr (OP::bits >= 32) {
            if (scan.in_size == 2) {
                load_sized<OP, 2>(x, scan, source);
                convert<OP, 2>(x, scan.convert);
            }
        }
        if constexpr (OP::bits >= 16 && !OP::ordered) {
            if (scan.in_size == 1) {
                load_sized<OP, 1>(x, scan, source);
                convert<OP, 1>(x, scan.convert);
            }
        }
    }
    turn_tile<OP>(x, scan.reverse);
    if (scan.map != PREFIX__CUDA_MAP_NONE)
        map<OP>(x, scan.map, scan.pattern);
}

/* What lies beyond the array's end becomes neutral. */
template <class OP, int ROWS, int COUNT>
__device__ inline void fill_tile(typename OP::word (&x)[ROWS][COUNT], const prefix__cuda_scan &scan, uint64_t first)
{
    constexpr int row = 32 * COUNT * OP::elements;
    int64_t rest = (int64_t)(scan.n - first);
    int left = (int)(rest > ROWS * row ? ROWS * row : rest);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            x[r][k] = keep<OP::bits>(x[r][k], OP::neutral, left - (r * row + k * OP::elements));
    }
}

template <class OP, int ROWS, int COUNT>
__device__ inline void load_tile(typename OP::word (&x)[ROWS][COUNT], const prefix__cuda_scan &scan, uint64_t first,
                                 bool full)
{
    load_words<OP>(x, scan, array_source{first, full});
    flip_words<OP>(x, scan);
    if ((OP::neutral != 0 || OP::flips) && !full) /* elsewhere the loads leave zeros */
        fill_tile<OP>(x, scan, first);
}

} // namespace prefix_cuda

#endif

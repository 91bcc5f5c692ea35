/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile of the catalogue in and out. Thread t of a block of THREADS has VECTORS vectors of WIDTH neighbouring
 * elements, the v-th at place (v * THREADS + t) * WIDTH of the tile. Where a vector is 16 bytes of an
 * aligned array, it moves as a packet.
 */
#ifndef PREFIX_CUDA_CATALOGUE_ELEMENTS_CUH
#define PREFIX_CUDA_CATALOGUE_ELEMENTS_CUH

#include "word/element.cuh"

namespace prefix_cuda
{

template <class BLOCK> constexpr int block_tile = BLOCK::threads *BLOCK::vectors *BLOCK::width;

template <class BLOCK> __device__ inline int place_of(int v, int k)
{
    return (v * BLOCK::threads + (int)threadIdx.x) * BLOCK::width + k;
}

/* What of the array lies at or behind begin, as far as a tile goes. */
template <class BLOCK> __device__ inline int elements_left(const prefix__cuda_pass &pass, uint64_t begin)
{
    const uint64_t left = pass.scan.n - begin;
    return left < block_tile<BLOCK> ? (int)left : block_tile<BLOCK>;
}

/* The address of the tile's first element; the others follow, backwards in reverse. */
template <int SIZE>
__device__ inline char *first_element(const void *array, const prefix__cuda_scan &scan, uint64_t begin)
{
    return (char *)array + (scan.reverse ? scan.n - 1 - begin : begin) * SIZE;
}

/* What is past the end is neutral. */
template <class BLOCK, class OP>
__device__ inline void load_elements(typename OP::word (&x)[BLOCK::vectors][BLOCK::width],
                                     const prefix__cuda_pass &pass, const OP &op, uint64_t begin)
{
    using word = typename OP::word;
    constexpr bool packets = sizeof(word) * BLOCK::width == 16;
    const int left = elements_left<BLOCK>(pass, begin);
    const bool full = left == block_tile<BLOCK>;
    if (packets && pass.packets_in && full) {
        const char *from = first_element<sizeof(word)>(pass.scan.in, pass.scan, begin);
#pragma unroll
        for (int v = 0; v < BLOCK::vectors; v++) {
            const packet<16> p = load_packet<16>(from + place_of<BLOCK>(v, 0) * (int)sizeof(word));
            memcpy(x[v], &p, sizeof x[v]);
        }
    } else {
        with_size<word>(pass.scan.in_size, [&](auto size) {
            constexpr int bytes = decltype(size)::value;
            const char *from = first_element<bytes>(pass.scan.in, pass.scan, begin);
            const int step = pass.scan.reverse ? -bytes : bytes;
#pragma unroll
            for (int v = 0; v < BLOCK::vectors; v++) {
#pragma unroll
                for (int k = 0; k < BLOCK::width; k++) {
                    const int place = place_of<BLOCK>(v, k);
                    x[v][k] = place < left ? read_element<bytes, word>(from + (int64_t)place * step) : 0;
                }
            }
        });
    }
    if (!pass.plain)
        for_words(x, [&](word w) { return element_in(w, pass); });
    if (full)
        return;
#pragma unroll
    for (int v = 0; v < BLOCK::vectors; v++) {
#pragma unroll
        for (int k = 0; k < BLOCK::width; k++)
            x[v][k] = place_of<BLOCK>(v, k) < left ? x[v][k] : op.neutral;
    }
}

/* x: what element_out() made. */
template <class BLOCK, class WORD>
__device__ inline void store_elements(const WORD (&x)[BLOCK::vectors][BLOCK::width], const prefix__cuda_pass &pass,
                                      uint64_t begin)
{
    constexpr bool packets = sizeof(WORD) * BLOCK::width == 16;
    const int left = elements_left<BLOCK>(pass, begin);
    if (packets && pass.packets_out && left == block_tile<BLOCK>) {
        char *to = first_element<sizeof(WORD)>(pass.scan.out, pass.scan, begin);
#pragma unroll
        for (int v = 0; v < BLOCK::vectors; v++) {
            packet<16> p;
            memcpy(&p, x[v], sizeof x[v]);
            store_packet(to + place_of<BLOCK>(v, 0) * (int)sizeof(WORD), p);
        }
        return;
    }
    with_size<WORD>(pass.out_size, [&](auto size) {
        constexpr int bytes = decltype(size)::value;
        char *to = first_element<bytes>(pass.scan.out, pass.scan, begin);
        const int step = pass.scan.reverse ? -bytes : bytes;
#pragma unroll
        for (int v = 0; v < BLOCK::vectors; v++) {
#pragma unroll
            for (int k = 0; k < BLOCK::width; k++) {
                const int place = place_of<BLOCK>(v, k);
                if (place < left)
                    write_element<bytes>(to + (int64_t)place * step, x[v][k]);
            }
        }
    });
}

} // namespace prefix_cuda

#endif

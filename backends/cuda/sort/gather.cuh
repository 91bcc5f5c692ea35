/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements of any size go where their indices have been sorted to. */
#ifndef PREFIX_CUDA_SORT_GATHER_CUH
#define PREFIX_CUDA_SORT_GATHER_CUH

#include "sort/code.cuh"

namespace prefix_cuda
{

constexpr int sort_gather_threads = 256;

__device__ inline uint64_t sort_index(const prefix__cuda_gather &g, uint64_t element)
{
    if (!g.indices)
        return element;
    const char *const at = (const char *)g.indices + element * g.index_step;
    return g.index_size == 4 ? *(const uint32_t *)at : *(const uint64_t *)at;
}

/* Neighbouring threads have neighbouring units. */
template <class UNIT> __device__ inline void sort_gather(const prefix__cuda_gather &g)
{
    const uint64_t step = (uint64_t)gridDim.x * sort_gather_threads, all = g.n * g.units;
    for (uint64_t i = (uint64_t)blockIdx.x * sort_gather_threads + threadIdx.x; i < all; i += step) {
        const uint64_t element = i / g.units, unit = i % g.units, from = sort_index(g, element);
        if constexpr (sizeof(UNIT) == 4 || sizeof(UNIT) == 8) {
            if (!g.in) {
                ((UNIT *)g.out)[i] = (UNIT)from;
                continue;
            }
        }
        ((UNIT *)g.out)[i] = ((const UNIT *)g.in)[from * g.units + unit];
    }
}

__global__ void __launch_bounds__(sort_gather_threads) sort_gather_kernel(const __grid_constant__ prefix__cuda_gather g)
{
    if (g.wanted && !*g.wanted)
        return;
    switch (g.unit) {
    case 1:
        sort_gather<uint8_t>(g);
        break;
    case 2:
        sort_gather<uint16_t>(g);
        break;
    case 4:
        sort_gather<uint32_t>(g);
        break;
    case 8:
        sort_gather<uint64_t>(g);
        break;
    default:
        sort_gather<uint4>(g);
        break;
    }
}

/* How many offsets are not behind a place, of which from are not: mostly few more. */
__device__ inline uint64_t sort_segment_at(const prefix__cuda_sort_places &p, uint64_t place, uint64_t from)
{
    uint64_t low = from, high = p.offset_count;
    for (int step = 0; step < 4; step++, low++)
        if (low == high || sort_offset(p.offsets, p.offset_size, low) > place)
            return low;
    while (low < high) {
        const uint64_t at = low + (high - low) / 2;
        if (sort_offset(p.offsets, p.offset_size, at) <= place)
            low = at + 1;
        else
            high = at;
    }
    return low;
}

/*
 * Warps take neighbours, and lanes of these every 32nd. Offsets that are not in order give numbers all the same, and
 * none that matters to memory.
 */
__global__ void __launch_bounds__(sort_gather_threads)
    sort_places_kernel(const __grid_constant__ prefix__cuda_sort_places p)
{
    constexpr uint64_t each = 32, chunk = each * 32;
    if (p.wanted && !*p.wanted)
        return;
    const uint64_t step = (uint64_t)gridDim.x * (sort_gather_threads / 32) * chunk;
    uint64_t at = ((uint64_t)blockIdx.x * (sort_gather_threads / 32) + threadIdx.x / 32) * chunk + threadIdx.x % 32;
    for (; at < p.n; at += step) {
        uint64_t segment = 0;
        for (uint64_t i = at; i < at + chunk && i < p.n; i += 32) {
            segment = sort_segment_at(p, i, segment);
            if (p.words)
                p.words[i] = segment << 32 | i;
            else
                p.segments[i] = (uint32_t)segment;
        }
    }
}

} // namespace prefix_cuda

#endif

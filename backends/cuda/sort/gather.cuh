/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements of any size go where their indices have been sorted to. */
#ifndef PREFIX_CUDA_SORT_GATHER_CUH
#define PREFIX_CUDA_SORT_GATHER_CUH

#include "params/sort_params.h"

namespace prefix_cuda
{

constexpr int sort_gather_threads = 256;

__device__ inline uint64_t sort_index(const prefix__cuda_gather &g, uint64_t element)
{
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

/* Offsets that are not in order give numbers all the same, and none that matters to memory. */
__global__ void __launch_bounds__(sort_gather_threads)
    sort_places_kernel(const __grid_constant__ prefix__cuda_sort_places p)
{
    const uint64_t step = (uint64_t)gridDim.x * sort_gather_threads;
    for (uint64_t i = (uint64_t)blockIdx.x * sort_gather_threads + threadIdx.x; i < p.n; i += step) {
        uint64_t low = 0, high = p.offset_count;
        while (low < high) {
            const uint64_t at = low + (high - low) / 2;
            const uint64_t offset =
                p.offset_size == 4 ? ((const uint32_t *)p.offsets)[at] : ((const uint64_t *)p.offsets)[at];
            if (offset <= i)
                low = at + 1;
            else
                high = at;
        }
        p.words[i] = low << 32 | i;
    }
}

} // namespace prefix_cuda

#endif

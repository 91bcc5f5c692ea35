/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements of any size go where their indices have been sorted to. */
#ifndef PREFIX_CUDA_SORT_GATHER_CUH
#define PREFIX_CUDA_SORT_GATHER_CUH

#include "params/sort_params.h"

namespace prefix_cuda
{

constexpr int sort_gather_threads = 256;

/* Neighbouring threads have neighbouring units. */
template <class UNIT> __device__ inline void sort_gather(const prefix__cuda_gather &g)
{
    const uint64_t step = (uint64_t)gridDim.x * sort_gather_threads, all = g.n * g.units;
    for (uint64_t i = (uint64_t)blockIdx.x * sort_gather_threads + threadIdx.x; i < all; i += step) {
        const uint64_t element = i / g.units, unit = i % g.units;
        const uint64_t from =
            g.index_size == 4 ? ((const uint32_t *)g.indices)[element] : ((const uint64_t *)g.indices)[element];
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

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which offsets are in which tile, for totals.cuh: of each tile, how many are up to its beginning. Of the first there
 * is none, so that all are some tile's; behind the last tile, all.
 */
#ifndef PREFIX_CUDA_DEVICE_TOTALS_SEARCH_CUH
#define PREFIX_CUDA_DEVICE_TOTALS_SEARCH_CUH

#include "../runs_params.h"
#include "dependent.cuh"

namespace prefix_cuda
{

constexpr int totals_search_threads = 256;
constexpr int totals_search_lanes = 8; /* that search together */

template <class INDEX>
__global__ void __launch_bounds__(totals_search_threads)
    totals_search_kernel(const __grid_constant__ prefix__cuda_totals_search s)
{
    constexpr int lanes = totals_search_lanes;
    await_previous();
    let_next_start();
    const INDEX *offsets = (const INDEX *)s.offsets;
    const uint64_t tile = ((uint64_t)blockIdx.x * totals_search_threads + threadIdx.x) / lanes;
    const uint64_t place = tile * s.tile;
    uint64_t low = tile < s.tiles ? 0 : s.count, high = tile > 0 ? s.count : 0;
    while (__any_sync(~0u, low < high)) {
        const uint64_t step = (high - low + lanes - 1) / lanes, at = low + threadIdx.x % lanes * step;
        const uint32_t all = __ballot_sync(~0u, at < high && (uint64_t)offsets[at] <= place);
        const int below = __popc(all >> (threadIdx.x & 31 & ~(lanes - 1)) & ((1u << lanes) - 1));
        if (low < high) {
            high = min(high, low + below * step);
            low = below > 0 ? low + (below - 1) * step + 1 : high;
        }
    }
    if (threadIdx.x % lanes == 0 && tile <= s.tiles)
        s.before[tile] = low;
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Searches by some neighbours of a warp together, each group's own, which all lanes of the warp call at once. */
#ifndef PREFIX_CUDA_WARP_SEARCH_CUH
#define PREFIX_CUDA_WARP_SEARCH_CUH

#include <stdint.h>

namespace prefix_cuda
{

/* Of the numbers from low to high - 1 the first that is not below, which the first ones are; high if all are. */
template <int LANES, class BELOW> __device__ inline uint64_t search(uint64_t low, uint64_t high, BELOW is_below)
{
    while (__any_sync(~0u, low < high)) {
        const uint64_t step = (high - low + LANES - 1) / LANES, at = low + threadIdx.x % LANES * step;
        const uint32_t all = __ballot_sync(~0u, at < high && is_below(at));
        const int below = __popc(all >> (threadIdx.x & 31 & ~(LANES - 1)) & (~0u >> (32 - LANES)));
        if (low < high) {
            high = min(high, low + below * step);
            low = below > 0 ? low + (below - 1) * step + 1 : high;
        }
    }
    return low;
}

} // namespace prefix_cuda

#endif

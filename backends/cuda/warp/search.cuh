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

/*
 * The same where it is likely to be near one of them: the first step tells whether it is. Else it is searched for from
 * the beginning, since neighbours then look at the same numbers. On an H200, sums of 2^27 u8 in segments of 40 take 48
 * us, and 51 if tiles look for their offsets everywhere.
 */
template <int LANES, class BELOW>
__device__ inline uint64_t search_near(uint64_t near, uint64_t low, uint64_t high, BELOW is_below)
{
    constexpr int half = LANES / 2, step = 16 / half; /* bits by which distances grow */
    const auto tried = [=](int lane) {
        const int64_t distance = (int64_t)2 << (lane < half ? half - 1 - lane : lane - half) * step;
        return min(max((int64_t)near + (lane < half ? -distance : distance), (int64_t)low - 1), (int64_t)high);
    };
    const int64_t at = tried((int)(threadIdx.x % LANES));
    const uint32_t all = __ballot_sync(~0u, at < (int64_t)low || (at < (int64_t)high && is_below((uint64_t)at)));
    const int below = __popc(all >> (threadIdx.x & 31 & ~(LANES - 1)) & (~0u >> (32 - LANES)));
    const bool is_near = below > 1 && below < LANES - 1;
    return search<LANES>(is_near ? (uint64_t)(tried(below - 1) + 1) : low, is_near ? (uint64_t)tried(below) : high,
                         is_below);
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys of one or two bytes alone are as they were counted: what stands before each tells which keys stand where. */
#ifndef PREFIX_CUDA_SORT_FILL_CUH
#define PREFIX_CUDA_SORT_FILL_CUH

#include "sort/histogram.cuh"

namespace prefix_cuda
{

constexpr int sort_fill_threads = 256;
constexpr int sort_packet = 16; /* bytes that a thread writes, which begin at a multiple of so many */

/* The bin that has place i. */
__device__ inline int sort_bin_of(const uint64_t *before, uint64_t i)
{
    int bin = 0;
#pragma unroll
    for (int step = sort_bins / 2; step > 0; step /= 2)
        bin += before[bin + step] <= i ? step : 0;
    return bin;
}

/* Places of one code, of which one is asked for: they end before this. */
struct sort_stretch {
    uint32_t code;
    uint64_t end;
};

/* before: of all bins, or of those of the upper byte. */
template <class KEY>
__device__ inline sort_stretch sort_stretch_at(const prefix__cuda_sort &s, const uint64_t *before, uint64_t i)
{
    const int bin = sort_bin_of(before, i);
    const uint64_t end = bin < sort_bins - 1 ? before[bin + 1] : s.n;
    if constexpr (sizeof(KEY) == 1)
        return {(uint32_t)bin, end};
    const uint64_t *const lower = (const uint64_t *)(s.state + 1) + bin * sort_bins;
    const int low = sort_bin_of(lower, i - before[bin]);
    return {(uint32_t)(bin * sort_bins + low), low < sort_bins - 1 ? before[bin] + lower[low + 1] : end};
}

template <class KEY>
__global__ void __launch_bounds__(sort_fill_threads) sort_fill_kernel(const __grid_constant__ prefix__cuda_sort s)
{
    static_assert(sort_fill_threads == sort_bins, "a thread for each bin");
    constexpr int own = sort_packet / sizeof(KEY);
    __shared__ uint64_t before[sort_bins];
    before[threadIdx.x] = s.state->bins[0][threadIdx.x];
    __syncthreads();
    KEY *const out = (KEY *)s.keys_to[0];
    const uint64_t skew = (uintptr_t)out % sort_packet / sizeof(KEY), packets = (s.n + skew - 1) / own + 1;
    for (uint64_t at = (uint64_t)blockIdx.x * sort_fill_threads + threadIdx.x; at < packets;
         at += (uint64_t)gridDim.x * sort_fill_threads) {
        const uint64_t begin = at * own;
        const uint64_t first = begin < skew ? 0 : begin - skew, end = min(begin + own - skew, s.n);
        sort_stretch stretch = sort_stretch_at<KEY>(s, before, first);
        if (end - first == own && stretch.end >= end) {
            const uint32_t four =
                (KEY)(stretch.code ^ (uint32_t)s.flip) * (sizeof(KEY) == 1 ? 0x01010101u : 0x00010001u);
            *(uint4 *)(out + first) = make_uint4(four, four, four, four);
            continue;
        }
        for (uint64_t i = first; i < end; i++) {
            if (i >= stretch.end)
                stretch = sort_stretch_at<KEY>(s, before, i);
            out[i] = (KEY)(stretch.code ^ (uint32_t)s.flip);
        }
    }
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys of one byte alone are as they were counted: what stands before each bin tells which keys stand where. */
#ifndef PREFIX_CUDA_SORT_FILL_CUH
#define PREFIX_CUDA_SORT_FILL_CUH

#include "sort/histogram.cuh"

namespace prefix_cuda
{

constexpr int sort_fill_threads = 256;
constexpr int sort_fill_own = 16; /* keys of a thread, a packet where it begins at a multiple of so many */

/* The bin that has place i. */
__device__ inline int sort_bin_of(const uint64_t *before, uint64_t i)
{
    int bin = 0;
#pragma unroll
    for (int step = sort_bins / 2; step > 0; step /= 2)
        bin += before[bin + step] <= i ? step : 0;
    return bin;
}

__global__ void __launch_bounds__(sort_fill_threads) sort_fill_kernel(const __grid_constant__ prefix__cuda_sort s)
{
    static_assert(sort_fill_threads == sort_bins, "a thread for each bin");
    __shared__ uint64_t before[sort_bins];
    before[threadIdx.x] = s.state->bins[0][threadIdx.x];
    __syncthreads();
    uint8_t *const out = (uint8_t *)s.keys_to[0];
    const uint64_t skew = (uintptr_t)out % sort_fill_own, packets = (s.n + skew - 1) / sort_fill_own + 1;
    for (uint64_t at = (uint64_t)blockIdx.x * sort_fill_threads + threadIdx.x; at < packets;
         at += (uint64_t)gridDim.x * sort_fill_threads) {
        const uint64_t begin = at * sort_fill_own;
        const uint64_t first = begin < skew ? 0 : begin - skew, end = min(begin + sort_fill_own - skew, s.n);
        const int bin = sort_bin_of(before, first);
        if (end - first == sort_fill_own && (bin == sort_bins - 1 || before[bin + 1] >= end)) {
            const uint32_t four = ((uint32_t)bin ^ ((uint32_t)s.flip & 0xff)) * 0x01010101u;
            *(uint4 *)(out + first) = make_uint4(four, four, four, four);
        } else {
            for (uint64_t i = first; i < end; i++)
                out[i] = (uint8_t)((uint32_t)sort_bin_of(before, i) ^ (uint32_t)s.flip);
        }
    }
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Keys of two bytes alone, in large arrays, are counted by all their bits in one reading; fill.cuh writes them from
 * that. Of what stands before each, bins of the first pass have the part of the upper byte; words behind the state that
 * of the lower one.
 */
#ifndef PREFIX_CUDA_SORT_VALUES_CUH
#define PREFIX_CUDA_SORT_VALUES_CUH

#include "sort/histogram.cuh"

namespace prefix_cuda
{

constexpr int sort_values = PREFIX__CUDA_SORT_VALUES;
constexpr int sort_value_threads = 1024;
constexpr int sort_value_rows = 16;
constexpr int sort_value_chunk = sort_value_threads * sort_value_rows;

/*
 * Counters of a block have 16 bits, two in a word. One that has so many gives them away; before all threads have passed
 * a barrier, no more than a chunk is added to it.
 */
constexpr uint32_t sort_counter_full = 1u << 15;
static_assert(sort_counter_full + sort_value_chunk <= 1u << 16, "a counter stays in its half of a word");

__device__ inline void sort_count_value(uint32_t *counters, uint64_t *counts, uint32_t code, uint32_t more)
{
    const uint32_t shift = code % 2 * 16;
    const uint32_t before = atomicAdd(&counters[code / 2], more << shift) >> shift & 0xffff;
    if (before < sort_counter_full && before + more >= sort_counter_full) {
        atomicSub(&counters[code / 2], sort_counter_full << shift);
        atomicAdd((unsigned long long *)&counts[code], (unsigned long long)sort_counter_full);
    }
}

/* Keys that are all the same in a warp, as in what is sorted or constant, are counted at once. */
__device__ inline void sort_count_values(uint32_t *counters, uint64_t *counts, const prefix__cuda_sort &s,
                                         uint64_t first)
{
    constexpr uint32_t absent = ~0u;
    const uint64_t left = s.n - first;
    const uint16_t *const keys = (const uint16_t *)s.keys + first + threadIdx.x;
    uint32_t codes[sort_value_rows];
#pragma unroll
    for (int r = 0; r < sort_value_rows; r++)
        codes[r] = r * sort_value_threads + threadIdx.x < left ? keys[r * sort_value_threads] : absent;
#pragma unroll
    for (int r = 0; r < sort_value_rows; r++) {
        const uint32_t code = codes[r] == absent ? absent : codes[r] ^ (uint32_t)(uint16_t)s.flip;
        int same;
        __match_all_sync(~0u, code, &same);
        const uint32_t more = same ? threadIdx.x % 32 == 0 ? 32 : 0 : 1;
        if (code != absent && more > 0)
            sort_count_value(counters, counts, code, more);
    }
}

/* The last block's, a warp for each bin of the upper byte in turn. */
__device__ inline void sort_scan_values(const prefix__cuda_sort &s, uint64_t *counts)
{
    uint64_t *const upper = s.state->bins[0];
    for (int bin = threadIdx.x >> 5; bin < sort_bins; bin += sort_value_threads / 32) {
        const sort_bins_found found = sort_scan_bins(counts + bin * sort_bins);
        if ((threadIdx.x & 31) == 0)
            upper[bin] = found.all;
    }
    __syncthreads();
    if (threadIdx.x < 32)
        sort_scan_bins(upper);
}

__global__ void __launch_bounds__(sort_value_threads) sort_values_kernel(const __grid_constant__ prefix__cuda_sort s)
{
    extern __shared__ __align__(16) unsigned char shared[];
    uint32_t *const counters = (uint32_t *)shared;
    uint64_t *const counts = (uint64_t *)(s.state + 1);
    for (int i = threadIdx.x; i < sort_values / 2; i += sort_value_threads)
        counters[i] = 0;
    __syncthreads();
    for (uint64_t first = (uint64_t)blockIdx.x * sort_value_chunk; first < s.n;
         first += (uint64_t)gridDim.x * sort_value_chunk) {
        sort_count_values(counters, counts, s, first);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < sort_values; i += sort_value_threads) {
        const uint32_t count = counters[i / 2] >> i % 2 * 16 & 0xffff;
        if (count > 0)
            atomicAdd((unsigned long long *)&counts[i], (unsigned long long)count);
    }
    if (sort_counts_last(s))
        sort_scan_values(s, counts);
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The digits of all passes are counted in one reading of the keys. The block that ends last makes offsets of the
 * counts, and chooses the passes: one whose digit is the same everywhere would move nothing.
 */
#ifndef PREFIX_CUDA_SORT_HISTOGRAM_CUH
#define PREFIX_CUDA_SORT_HISTOGRAM_CUH

#include "sort/code.cuh"

namespace prefix_cuda
{

constexpr int sort_bins = PREFIX__CUDA_SORT_BINS;
constexpr int sort_histogram_threads = 1024;
constexpr int sort_histogram_rows = 8; /* keys of a thread that are loaded at once */

/* Of each counter there are s.copies, side by side, so that seldom two of a warp's lanes want one, or one bank. */
template <class CODE, bool WHOLE>
__device__ inline void sort_count(uint32_t *counters, const prefix__cuda_sort &s, uint64_t first)
{
    using KEY = typename CODE::key;
    const uint64_t left = s.n - first;
    const CODE code(s);
    const KEY *const keys = (const KEY *)s.keys + first + threadIdx.x;
    uint32_t *const own = counters + (threadIdx.x & (s.copies - 1));
    KEY codes[sort_histogram_rows];
#pragma unroll
    for (int r = 0; r < sort_histogram_rows; r++)
        codes[r] = WHOLE || r * sort_histogram_threads + threadIdx.x < left ? keys[r * sort_histogram_threads] : (KEY)0;
#pragma unroll
    for (int r = 0; r < sort_histogram_rows; r++)
        codes[r] = code(codes[r]);
#pragma unroll
    for (int p = 0; p < (int)sizeof(KEY); p++) {
        const sort_digit digit(s, p);
        if (digit.mask == 0)
            break;
#pragma unroll
        for (int r = 0; r < sort_histogram_rows; r++) {
            if (WHOLE || r * sort_histogram_threads + threadIdx.x < left)
                atomicAdd(own + (p * sort_bins + digit(codes[r])) * s.copies, 1u);
        }
    }
}

/* Elements in the largest bin, and in all. */
struct sort_bins_found {
    uint64_t most, all;
};

__device__ inline uint64_t sort_bin_at(const uint64_t *bin)
{
    return __ldcg((const unsigned long long *)bin);
}

__device__ inline uint32_t sort_bin_at(const uint32_t *bin)
{
    return *bin;
}

/* One warp's: what stands before each bin, in the memory of all blocks or of one. */
template <class COUNT> __device__ inline sort_bins_found sort_scan_bins(COUNT *bins)
{
    constexpr int each = sort_bins / 32;
    const int lane = threadIdx.x & 31;
    COUNT count[each], sum = 0, most = 0;
#pragma unroll
    for (int k = 0; k < each; k++) {
        count[k] = sort_bin_at(&bins[lane * each + k]);
        most = max(most, count[k]);
        sum += count[k];
    }
    COUNT before = sum;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const COUNT other = __shfl_up_sync(~0u, before, distance);
        before += lane >= distance ? other : 0;
    }
    const COUNT all = __shfl_sync(~0u, before, 31);
    before -= sum;
#pragma unroll
    for (int k = 0; k < each; k++) {
        bins[lane * each + k] = before;
        before += count[k];
    }
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2)
        most = max(most, (COUNT)__shfl_xor_sync(~0u, most, distance));
    return {most, all};
}

/* By each block when it has counted, of the last of which it is true: then all is counted. */
__device__ inline bool sort_counts_last(const prefix__cuda_sort &s)
{
    __shared__ uint32_t is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicAdd(&s.state->done, 1u) == gridDim.x - 1;
    __syncthreads();
    __threadfence();
    return is_last;
}

/* A pass of one digit is a copy: where elements must get from one buffer to another, it serves as that. */
__device__ inline uint32_t sort_active(uint32_t moving, const prefix__cuda_sort &s)
{
    uint32_t wanted = max((uint32_t)__popc(moving), s.least);
    if (s.even)
        wanted += wanted % 2;
    for (uint32_t pass = 0; (uint32_t)__popc(moving) < wanted; pass++)
        moving |= 1u << pass;
    return moving;
}

/* The last block's: offsets of the counts, and what passes are there to do, and how. */
__device__ inline void sort_plan(const prefix__cuda_sort &s)
{
    __shared__ uint32_t moving, skewed;
    const int pass = threadIdx.x >> 5;
    if (threadIdx.x == 0)
        moving = skewed = 0;
    __syncthreads();
    if (pass < (int)s.passes && sort_digit(s, pass).mask != 0) {
        const uint64_t most = sort_scan_bins(s.state->bins[pass]).most;
        if ((threadIdx.x & 31) == 0) {
            atomicOr(&moving, (uint32_t)(most < s.n) << pass);
            atomicOr(&skewed, (uint32_t)(most > s.n / 3) << pass);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        s.state->active = sort_active(moving, s);
        s.state->skewed = skewed;
    }
}

template <class CODE>
__global__ void __launch_bounds__(sort_histogram_threads)
    sort_histogram_kernel(const __grid_constant__ prefix__cuda_sort s)
{
    constexpr uint64_t chunk = (uint64_t)sort_histogram_threads * sort_histogram_rows;
    constexpr int digits = sizeof(typename CODE::key);
    extern __shared__ __align__(16) unsigned char shared[];
    uint32_t *const counters = (uint32_t *)shared;
    if (s.wanted && !*s.wanted)
        return;
    for (uint32_t i = threadIdx.x; i < digits * sort_bins * s.copies; i += sort_histogram_threads)
        counters[i] = 0;
    __syncthreads();
    for (uint64_t first = blockIdx.x * chunk; first < s.n; first += gridDim.x * chunk) {
        if (s.n - first >= chunk)
            sort_count<CODE, true>(counters, s, first);
        else
            sort_count<CODE, false>(counters, s, first);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < digits * sort_bins; i += sort_histogram_threads) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < s.copies; k++)
            count += counters[i * s.copies + ((k + threadIdx.x) & (s.copies - 1))];
        if (count > 0)
            atomicAdd((unsigned long long *)&s.state->bins[i / sort_bins][i % sort_bins], (unsigned long long)count);
    }
    if (sort_counts_last(s))
        sort_plan(s);
}

} // namespace prefix_cuda

#endif

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
constexpr int sort_histogram_threads = 512;
constexpr int sort_histogram_rows = 16; /* keys of a thread that are loaded at once */

/* A warp's lanes have several copies of each counter, so that seldom two of them want one bank. */
template <class KEY> struct sort_counters {
    static constexpr int digits = sizeof(KEY);
    static constexpr int copies = 32 / digits;
    uint32_t count[digits][sort_bins][copies];
};

template <class KEY>
__device__ inline void sort_count(sort_counters<KEY> &counters, const prefix__cuda_sort &s, uint64_t first)
{
    constexpr uint32_t chunk = sort_histogram_threads * sort_histogram_rows;
    const uint32_t left = s.n - first < chunk ? (uint32_t)(s.n - first) : chunk;
    const sort_code<KEY> code(s);
    const KEY *const keys = (const KEY *)s.keys + first;
    const int copy = (int)(threadIdx.x % sort_counters<KEY>::copies);
    KEY codes[sort_histogram_rows];
#pragma unroll
    for (int r = 0; r < sort_histogram_rows; r++) {
        const uint32_t at = r * sort_histogram_threads + threadIdx.x;
        codes[r] = at < left ? keys[at] : (KEY)0;
    }
#pragma unroll
    for (int r = 0; r < sort_histogram_rows; r++)
        codes[r] = code(codes[r]);
#pragma unroll
    for (int p = 0; p < sort_counters<KEY>::digits; p++) {
        const sort_digit digit(s, p);
        if (digit.mask == 0)
            break;
#pragma unroll
        for (int r = 0; r < sort_histogram_rows; r++) {
            if (r * sort_histogram_threads + threadIdx.x < left)
                atomicAdd(&counters.count[p][digit(codes[r])][copy], 1u);
        }
    }
}

/* One warp's: what stands before each bin, and whether elements are in more than one. */
__device__ inline bool sort_scan_bins(uint64_t *bins, uint64_t n)
{
    constexpr int each = sort_bins / 32;
    const int lane = threadIdx.x & 31;
    uint64_t count[each], sum = 0;
    bool whole = false;
#pragma unroll
    for (int k = 0; k < each; k++) {
        count[k] = __ldcg((const unsigned long long *)&bins[lane * each + k]);
        whole |= count[k] == n;
        sum += count[k];
    }
    uint64_t before = sum;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const uint64_t other = __shfl_up_sync(~0u, before, distance);
        before += lane >= distance ? other : 0;
    }
    before -= sum;
#pragma unroll
    for (int k = 0; k < each; k++) {
        bins[lane * each + k] = before;
        before += count[k];
    }
    return __ballot_sync(~0u, whole) == 0;
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

template <class KEY>
__global__ void __launch_bounds__(sort_histogram_threads)
    sort_histogram_kernel(const __grid_constant__ prefix__cuda_sort s)
{
    constexpr int copies = sort_counters<KEY>::copies, digits = sort_counters<KEY>::digits;
    constexpr uint64_t chunk = (uint64_t)sort_histogram_threads * sort_histogram_rows;
    __shared__ sort_counters<KEY> counters;
    __shared__ uint32_t is_last, moving;
    const int warp = threadIdx.x >> 5;
    for (int i = threadIdx.x; i < digits * sort_bins * copies; i += sort_histogram_threads)
        (&counters.count[0][0][0])[i] = 0;
    __syncthreads();
    for (uint64_t first = blockIdx.x * chunk; first < s.n; first += gridDim.x * chunk)
        sort_count<KEY>(counters, s, first);
    __syncthreads();
    for (int i = threadIdx.x; i < digits * sort_bins; i += sort_histogram_threads) {
        uint32_t count = 0;
#pragma unroll
        for (int k = 0; k < copies; k++)
            count += counters.count[i / sort_bins][i % sort_bins][(k + threadIdx.x) % copies];
        if (count > 0)
            atomicAdd((unsigned long long *)&s.state->bins[i / sort_bins][i % sort_bins], (unsigned long long)count);
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        is_last = atomicAdd(&s.state->done, 1u) == gridDim.x - 1;
        moving = 0;
    }
    __syncthreads();
    if (!is_last)
        return;
    __threadfence();
    if (warp < (int)s.passes && sort_digit(s, warp).mask != 0 && sort_scan_bins(s.state->bins[warp], s.n) &&
        (threadIdx.x & 31) == 0)
        atomicOr(&moving, 1u << warp);
    __syncthreads();
    if (threadIdx.x == 0)
        s.state->active = sort_active(moving, s);
}

} // namespace prefix_cuda

#endif

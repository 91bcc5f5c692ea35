/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where runs begin and end, as bits, of keys of any size: for what no selection does by itself. Selections by
 * these bits then write what is wanted; see runs.c.
 */
#ifndef PREFIX_CUDA_RUNS_BITS_CUH
#define PREFIX_CUDA_RUNS_BITS_CUH

#include "params/runs_params.h"
#include "warp/mask.cuh"

namespace prefix_cuda
{

constexpr int runs_bits_threads = 256;

struct pair {
    uint64_t low, high;
};

template <int SIZE> struct key_of {
    using type = element<SIZE>;
};
template <> struct key_of<16> {
    using type = pair;
};

template <int SIZE> __device__ inline bool begins_run(const prefix__cuda_runs_bits &b, uint64_t i)
{
    using key = typename key_of<SIZE>::type;
    if (i == 0 || i >= b.n)
        return true;
    const key x = ((const key *)b.keys)[i], y = ((const key *)b.keys)[i - 1];
    if constexpr (SIZE == 16) {
        return x.low != y.low || x.high != y.high;
    } else {
        using word = decltype(raised<SIZE>(x));
        return keys_differ(raised<SIZE>(x), raised<SIZE>(y), (word)b.test.mask, (word)b.test.range);
    }
}

/* Each of 16 bits twice. */
__device__ inline uint32_t doubled(uint32_t x)
{
    x = (x | x << 8) & 0x00ff00ffu;
    x = (x | x << 4) & 0x0f0f0f0fu;
    x = (x | x << 2) & 0x33333333u;
    x = (x | x << 1) & 0x55555555u;
    return x | x << 1;
}

template <int SIZE>
__global__ void __launch_bounds__(runs_bits_threads) runs_bits_kernel(const __grid_constant__ prefix__cuda_runs_bits b)
{
    const uint64_t stride = (uint64_t)gridDim.x * runs_bits_threads;
    const uint64_t rounded = (b.n + 31) & ~(uint64_t)31;
    for (uint64_t i = (uint64_t)blockIdx.x * runs_bits_threads + threadIdx.x; i < rounded; i += stride) {
        bool head = begins_run<SIZE>(b, i), next = begins_run<SIZE>(b, i + 1), exists = i < b.n;
        uint32_t begins = __ballot_sync(~0u, exists && head && !(b.nontrivial && next));
        uint32_t ends = __ballot_sync(~0u, exists && next && !(b.nontrivial && head));
        if ((threadIdx.x & 31) != 0)
            continue;
        b.begins[i / 32] = begins;
        b.ends[i / 32] = ends;
        if (b.doubled) {
            b.doubled[i / 16] = doubled(begins & 0xffff);
            b.doubled[i / 16 + 1] = doubled(begins >> 16);
        }
    }
}

/* From the places of the first and the last elements of runs, the latter in the array of the lengths, to these. */
template <class INDEX>
__global__ void __launch_bounds__(runs_bits_threads)
    runs_lengths_kernel(const INDEX *begins, INDEX *lengths, const uint64_t *count, uint64_t capacity)
{
    const uint64_t end = min(*count, capacity), stride = (uint64_t)gridDim.x * runs_bits_threads;
    for (uint64_t k = (uint64_t)blockIdx.x * runs_bits_threads + threadIdx.x; k < end; k += stride)
        lengths[k] -= begins[k] - 1;
}

} // namespace prefix_cuda

#endif

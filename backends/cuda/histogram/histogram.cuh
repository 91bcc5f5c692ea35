/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Histograms: each block counts into tables of its own, of which there are several where bins are few, so that fewer
 * threads meet at one count; these are then added up in memory. Bins that do not fit are counted there at once.
 */
#ifndef PREFIX_CUDA_HISTOGRAM_HISTOGRAM_CUH
#define PREFIX_CUDA_HISTOGRAM_HISTOGRAM_CUH

#include "params/histogram_params.h"
#include "sort/code.cuh"

namespace prefix_cuda
{

constexpr int histogram_threads = 256;

__device__ inline void histogram_add(const prefix__cuda_histogram &h, uint32_t bin, uint32_t count)
{
    if (h.count_size == 4)
        atomicAdd((uint32_t *)h.counts + bin, count);
    else
        atomicAdd((unsigned long long *)h.counts + bin, count);
}

/* The last edge, after the first one, that is not above the code; or, the same, from nearby. */
__device__ inline uint32_t histogram_search(const prefix__cuda_histogram &h, uint64_t code)
{
    uint32_t at = 0;
    for (uint32_t left = h.bins; left > 1; left -= left / 2)
        at += __ldg(h.edges + at + left / 2) <= code ? left / 2 : 0;
    return at;
}

__device__ inline uint32_t histogram_guess(const prefix__cuda_histogram &h, double x, uint64_t code)
{
    const double near = (x - h.low) * h.scale;
    uint32_t at = near > 0 ? near < h.bins ? (uint32_t)near : h.bins - 1 : 0;
    while (at > 0 && __ldg(h.edges + at) > code)
        at--;
    while (at + 1 < h.bins && __ldg(h.edges + at + 1) <= code)
        at++;
    return at;
}

/* What guesses are made of, if there are any: not of 16 bits that are a float. */
template <class CODE>
__device__ inline double histogram_number(const prefix__cuda_histogram &h, typename CODE::key key, uint64_t code)
{
    if constexpr (!CODE::is_float)
        return code > h.base ? (double)(code - h.base) : 0;
    else if constexpr (sizeof key == 8)
        return __longlong_as_double((long long)key);
    else
        return __uint_as_float(key);
}

template <class CODE>
__device__ inline uint32_t histogram_bin(const prefix__cuda_histogram &h, typename CODE::key key, uint64_t code)
{
    if (code < h.first || code > h.last)
        return h.bins;
    if (!h.edges) {
        const uint64_t steps = code > h.base ? (code - h.base) >> h.shift : 0;
        return steps < h.bins ? (uint32_t)steps : h.bins - 1;
    }
    return h.scale == 0 ? histogram_search(h, code) : histogram_guess(h, histogram_number<CODE>(h, key, code), code);
}

template <class CODE>
__device__ inline void histogram_count(const prefix__cuda_histogram &h, const CODE &code, typename CODE::key key,
                                       uint64_t i, uint32_t *table)
{
    const uint32_t bin = histogram_bin<CODE>(h, key, code(key));
    if (h.counts && bin < h.bins) {
        if (table)
            atomicAdd(table + bin, 1);
        else
            histogram_add(h, bin, 1);
    }
    if (h.numbers)
        h.numbers[i] = bin;
}

/* 16 bytes at a time, and by itself what lies before and behind the words of so many. */
template <class CODE>
__global__ void __launch_bounds__(histogram_threads) histogram_kernel(const __grid_constant__ prefix__cuda_histogram h)
{
    using KEY = typename CODE::key;
    constexpr uint32_t of_word = 16 / sizeof(KEY);
    extern __shared__ uint32_t tables[];
    for (uint32_t i = threadIdx.x; i < h.tables * h.bins; i += histogram_threads)
        tables[i] = 0;
    __syncthreads();
    const CODE code(h);
    const KEY *const in = (const KEY *)h.in;
    uint32_t *const table = h.tables ? tables + threadIdx.x / 32 % h.tables * h.bins : nullptr;
    const uint64_t step = (uint64_t)gridDim.x * histogram_threads;
    const uint64_t thread = (uint64_t)blockIdx.x * histogram_threads + threadIdx.x;
    const uint64_t before = (-(uint64_t)(uintptr_t)in & 15) / sizeof(KEY), head = before < h.n ? before : h.n;
    const uint64_t words = (h.n - head) / of_word, tail = head + words * of_word;
    if (thread < head + (h.n - tail)) {
        const uint64_t i = thread < head ? thread : tail + (thread - head);
        histogram_count(h, code, in[i], i, table);
    }
    for (uint64_t w = thread; w < words; w += step) {
        const uint4 word = __ldg((const uint4 *)(in + head) + w);
        uint64_t halves[2];
        memcpy(halves, &word, sizeof halves);
#pragma unroll
        for (uint32_t half = 0; half < 2; half++)
#pragma unroll 4 /* not all, of which bytes have many */
            for (uint32_t k = 0; k < of_word / 2; k++)
                histogram_count(h, code, (KEY)(halves[half] >> 8 * sizeof(KEY) * k),
                                head + w * of_word + half * (of_word / 2) + k, table);
    }
    __syncthreads();
    for (uint32_t bin = threadIdx.x; h.tables && bin < h.bins; bin += histogram_threads) {
        uint32_t count = 0;
        for (uint32_t t = 0; t < h.tables; t++)
            count += tables[t * h.bins + bin];
        if (count > 0)
            histogram_add(h, bin, count);
    }
}

} // namespace prefix_cuda

#endif

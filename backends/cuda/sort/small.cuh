/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays of one tile: a block sorts it by all digits in one launch, and needs nothing but its shared memory. */
#ifndef PREFIX_CUDA_SORT_SMALL_CUH
#define PREFIX_CUDA_SORT_SMALL_CUH

#include "sort/code.cuh"
#include "sort/tile.cuh"

namespace prefix_cuda
{

constexpr int sort_small_rows = 16;
constexpr int sort_small_elements = sort_small_rows * sort_threads;

/* Nobody may still be reading what is staged. */
template <class T>
__device__ inline void sort_exchange(T (&x)[sort_small_rows], T *staged, const sort_places<sort_small_rows> &places)
{
    sort_stage<sort_small_rows>(staged, x, places);
    __syncthreads();
#pragma unroll
    for (int r = 0; r < sort_small_rows; r++)
        x[r] = staged[sort_own<sort_small_rows>() + r * 32];
}

template <class T> __device__ inline void sort_store(T *to, const T (&x)[sort_small_rows], int left)
{
#pragma unroll
    for (int r = 0; r < sort_small_rows; r++) {
        if (r * 32 < left)
            to[sort_own<sort_small_rows>() + r * 32] = x[r];
    }
}

template <class KEY, class VALUE>
__global__ void __launch_bounds__(sort_threads) sort_small_kernel(const __grid_constant__ prefix__cuda_sort s)
{
    constexpr int rows = sort_small_rows, most = sort_value_size < VALUE >> (int)sizeof(KEY) ? 8 : (int)sizeof(KEY);
    __shared__ alignas(16) unsigned char staged[sort_small_elements * most];
    __shared__ sort_ranking ranking;
    const int own = sort_own<rows>(), left = (int)s.n - own;
    const sort_code<KEY> code(s);
    KEY keys[rows];
    VALUE values[rows];
    sort_load<rows>(keys, (const KEY *)s.keys, own, left);
    if constexpr (sort_value_size < VALUE >> 0)
        sort_load<rows>(values, (const VALUE *)s.values, own, left);
    KEY different = 0;
    const KEY first = code(*(const KEY *)s.keys);
#pragma unroll
    for (int r = 0; r < rows; r++)
        different |= r * 32 < left ? (KEY)(code(keys[r]) ^ first) : (KEY)0;
    for (uint32_t pass = 0; pass < s.passes; pass++) {
        const sort_digit digit(s, pass);
        if (!__syncthreads_or(digit(different) != 0))
            continue;
        /* Elements that are not there have the highest digit, and so stand behind all others. */
        const auto digit_of = [&](int r) {
            return r * 32 < left ? digit(code(keys[r])) : (uint32_t)PREFIX__CUDA_SORT_BINS - 1;
        };
        sort_places<rows> places;
        uint32_t begin;
        sort_rank_warp<rows>(ranking, places, digit_of);
        sort_rank_tile(ranking, &begin, [](uint32_t) {});
        sort_place<rows>(ranking, places, digit_of);
        sort_exchange(keys, (KEY *)staged, places);
        if constexpr (sort_value_size < VALUE >> 0) {
            __syncthreads();
            sort_exchange(values, (VALUE *)staged, places);
        }
    }
    if (s.keys_kept)
        sort_store((KEY *)s.keys_to[0], keys, left);
    if constexpr (sort_value_size < VALUE >> 0)
        sort_store((VALUE *)s.values_to[0], values, left);
}

} // namespace prefix_cuda

#endif

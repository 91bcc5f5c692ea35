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

template <class T> __device__ inline void sort_store(T *to, const T (&x)[sort_small_rows], int n)
{
#pragma unroll
    for (int r = 0; r < sort_small_rows; r++) {
        const int place = sort_own<sort_small_rows>() + r * 32;
        if (place < n)
            to[place] = x[r];
    }
}

/* Returns false if the order by atomics is not what it must be; nothing has been written then. */
template <class CODE, class VALUE>
__device__ inline bool sort_small(const prefix__cuda_sort &s, unsigned char *staged, sort_ranking &ranking,
                                  bool ballots)
{
    using KEY = typename CODE::key;
    constexpr bool has_values = sort_value_size<VALUE> != 0, provable = sort_is_provable<CODE, VALUE>;
    constexpr int rows = sort_small_rows;
    const int own = sort_own<rows>(), left = (int)s.n - own;
    const CODE code(s);
    KEY keys[rows];
    VALUE values[rows];
    sort_load<rows>(keys, (const KEY *)s.keys, own, left, code.last());
    if constexpr (has_values)
        sort_load<rows>(values, (const VALUE *)s.values, own, left, VALUE());
    KEY different = 0;
    const KEY first = code(*(const KEY *)s.keys);
#pragma unroll
    for (int r = 0; r < rows; r++)
        different |= r * 32 < left ? (KEY)(code(keys[r]) ^ first) : (KEY)0;
    bool in_order = true;
    for (uint32_t pass = 0; pass < s.passes; pass++) {
        const sort_digit digit(s, pass);
        if (!__syncthreads_or(digit(different) != 0))
            continue;
        const auto digit_of = [&](int r) { return digit(code(keys[r])); };
        sort_places<rows> places;
        uint32_t begin;
        sort_rank_warp<rows, provable>(ranking, places, ballots, digit_of);
        sort_rank_tile(ranking, &begin, [](uint32_t) {});
        sort_place<rows>(ranking, places, digit_of);
        sort_exchange(keys, (KEY *)staged, places);
        if constexpr (provable)
            in_order &= sort_in_order<CODE, rows>(code, (const KEY *)staged, keys, own, pass);
        if constexpr (has_values) {
            __syncthreads();
            sort_exchange(values, (VALUE *)staged, places);
        }
    }
    if (provable && !ballots && __syncthreads_or(!in_order))
        return false;
    if (s.keys_kept)
        sort_store((KEY *)s.keys_to[0], keys, (int)s.n);
    if constexpr (has_values)
        sort_store((VALUE *)s.values_to[0], values, (int)s.n);
    return true;
}

template <class CODE, class VALUE>
__global__ void __launch_bounds__(sort_threads) sort_small_kernel(const __grid_constant__ prefix__cuda_sort s)
{
    constexpr int key = sizeof(typename CODE::key), value = sort_value_size<VALUE>;
    __shared__ alignas(16) unsigned char staged[sort_small_elements * (key > value ? key : value)];
    __shared__ sort_ranking ranking;
    if (!sort_small<CODE, VALUE>(s, staged, ranking, !s.provable))
        sort_small<CODE, VALUE>(s, staged, ranking, true);
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* A few elements: a block, or a warp, sorts them by all digits at once, and needs nothing but its shared memory. */
#ifndef PREFIX_CUDA_SORT_SMALL_CUH
#define PREFIX_CUDA_SORT_SMALL_CUH

#include "sort/histogram.cuh"
#include "sort/tile.cuh"

namespace prefix_cuda
{

/* Who sorts: a block, or each warp of one by itself. */
struct sort_by_block {
    static constexpr int rows = 16, elements = rows * sort_threads;

    static __device__ int own()
    {
        return sort_own<rows>();
    }
    static __device__ void sync()
    {
        __syncthreads();
    }
    static __device__ bool any(bool x)
    {
        return __syncthreads_or(x);
    }
    /* Counts become places. */
    static __device__ void rank(sort_ranking &ranking)
    {
        uint32_t begin;
        sort_rank_tile(ranking, &begin, [](uint32_t) {});
    }
};

struct sort_by_warp {
    static constexpr int rows = 8, elements = rows * 32;

    static __device__ int own()
    {
        return (int)(threadIdx.x & 31);
    }
    static __device__ void sync()
    {
        __syncwarp();
    }
    static __device__ bool any(bool x)
    {
        return __any_sync(~0u, x);
    }
    static __device__ void rank(sort_ranking &ranking)
    {
        __syncwarp();
        sort_scan_bins(ranking.counts[threadIdx.x >> 5]);
        __syncwarp();
    }
};

/* Nobody may still be reading what is staged. */
template <class BY, class T>
__device__ inline void sort_exchange(T (&x)[BY::rows], T *staged, const sort_places<BY::rows> &places)
{
    sort_stage<BY::rows>(staged, x, places);
    BY::sync();
#pragma unroll
    for (int r = 0; r < BY::rows; r++)
        x[r] = staged[BY::own() + r * 32];
}

template <class BY, class T> __device__ inline void sort_store(T *to, const T (&x)[BY::rows], int n)
{
#pragma unroll
    for (int r = 0; r < BY::rows; r++) {
        const int place = BY::own() + r * 32;
        if (place < n)
            to[place] = x[r];
    }
}

/* n elements from one on. Returns false if the order by atomics is not right; nothing has been written then. */
template <class BY, class CODE, class VALUE>
__device__ inline bool sort_small(const prefix__cuda_sort &s, uint64_t begin, int n, unsigned char *staged,
                                  sort_ranking &ranking, bool ballots)
{
    using KEY = typename CODE::key;
    constexpr bool has_values = sort_value_size<VALUE> != 0, provable = sort_is_provable<CODE, VALUE>;
    constexpr int rows = BY::rows;
    const int own = BY::own(), left = n - own;
    const CODE code(s);
    KEY keys[rows];
    VALUE values[rows];
    sort_load<rows>(keys, (const KEY *)s.keys, begin + own, left, code.last());
    if constexpr (has_values)
        sort_load<rows>(values, (const VALUE *)s.values, begin + own, left, VALUE());
    KEY different = 0;
    const KEY first = code(((const KEY *)s.keys)[begin]);
#pragma unroll
    for (int r = 0; r < rows; r++)
        different |= r * 32 < left ? (KEY)(code(keys[r]) ^ first) : (KEY)0;
    bool in_order = true;
    for (uint32_t pass = 0; pass < s.passes; pass++) {
        const sort_digit digit(s, pass);
        if (!BY::any(digit(different) != 0))
            continue;
        const auto digit_of = [&](int r) { return digit(code(keys[r])); };
        sort_places<rows> places;
        sort_rank_warp<rows, provable, false>(ranking, places, ballots, digit_of);
        BY::rank(ranking);
        sort_place<rows>(ranking, places, digit_of);
        sort_exchange<BY>(keys, (KEY *)staged, places);
        if constexpr (provable)
            in_order &= sort_in_order<CODE, rows>(code, (const KEY *)staged, keys, own, pass);
        if constexpr (has_values) {
            BY::sync();
            sort_exchange<BY>(values, (VALUE *)staged, places);
        }
    }
    if (provable && !ballots && BY::any(!in_order))
        return false;
    if (s.keys_kept)
        sort_store<BY>((KEY *)s.keys_to[0] + begin, keys, n);
    if constexpr (has_values)
        sort_store<BY>((VALUE *)s.values_to[0] + begin, values, n);
    return true;
}

/* Bytes of an element that is staged: keys, and then values. */
template <class CODE, class VALUE>
constexpr int sort_staged = (int)sizeof(typename CODE::key) > sort_value_size<VALUE> ? (int)sizeof(typename CODE::key)
                                                                                     : sort_value_size<VALUE>;

template <class CODE, class VALUE>
__global__ void __launch_bounds__(sort_threads) sort_small_kernel(const __grid_constant__ prefix__cuda_sort s)
{
    __shared__ alignas(16) unsigned char staged[sort_by_block::elements * sort_staged<CODE, VALUE>];
    __shared__ sort_ranking ranking;
    if (s.wanted && !*s.wanted)
        return;
    for (bool ballots = !s.provable;; ballots = true)
        if (sort_small<sort_by_block, CODE, VALUE>(s, 0, (int)s.n, staged, ranking, ballots))
            return;
}

} // namespace prefix_cuda

#endif

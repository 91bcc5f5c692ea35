/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A pass of a sort by digits from the lowest to the highest (Adinets and Merrill, Onesweep, 2022): it reads each
 * element once, and writes it once, to behind all with a lower digit, and those with its own that stand before it. A
 * block claims a tile, ranks its elements, tells how many it has of each bin, and learns by a look-back of each bin by
 * itself what tiles before have. Passes whose digit is everywhere the same are over at once.
 */
#ifndef PREFIX_CUDA_SORT_PASS_CUH
#define PREFIX_CUDA_SORT_PASS_CUH

#include "sort/code.cuh"
#include "sort/look_back.cuh"
#include "sort/rank.cuh"
#include "sort/tile.cuh"

namespace prefix_cuda
{

/* Where a pass finds elements, and where it takes them. */
template <class KEY, class VALUE> struct sort_arrays {
    const KEY *keys;
    const VALUE *values; /* NULL: places are wanted */
    KEY *keys_to;        /* NULL: nobody wants them */
    VALUE *values_to;

    __device__ sort_arrays(const prefix__cuda_sort &s, uint32_t active)
    {
        const int before = __popc(active & ((1u << s.pass) - 1)), behind = __popc(active >> s.pass) - 1;
        const int to = behind % 2;
        keys = (const KEY *)(before == 0 ? s.keys : s.keys_to[!to]);
        values = (const VALUE *)(before == 0 ? s.values : s.values_to[!to]);
        keys_to = behind > 0 || s.keys_kept ? (KEY *)s.keys_to[to] : nullptr;
        values_to = (VALUE *)s.values_to[to];
    }
};

template <class VALUE, int TILE> struct sort_staged_values {
    VALUE values[TILE];
};
template <int TILE> struct sort_staged_values<sort_no_value, TILE> {
};

template <class KEY, class VALUE, int ROWS> struct sort_memory : sort_staged_values<VALUE, ROWS * sort_threads> {
    KEY keys[ROWS * sort_threads];            /* by digit */
    uint64_t offsets[PREFIX__CUDA_SORT_BINS]; /* from a place in the tile to that in the array, modulo 2^64 */
    sort_ranking ranking;
    uint32_t tile;
};

template <class KEY, class VALUE, int ROWS> struct sort_tile {
    static constexpr int elements = ROWS * sort_threads;
    static constexpr bool has_values = sort_value_size<VALUE> > 0;
    const prefix__cuda_sort &s;
    const sort_arrays<KEY, VALUE> &arrays;
    sort_memory<KEY, VALUE, ROWS> &memory;
    const sort_code<KEY> code;
    const sort_digit digit;
    const uint64_t begin;
    const int count, own; /* own: where the thread has its first element */

    __device__ sort_tile(const prefix__cuda_sort &s, const sort_arrays<KEY, VALUE> &arrays,
                         sort_memory<KEY, VALUE, ROWS> &memory, uint64_t begin)
        : s(s), arrays(arrays), memory(memory), code(s), digit(s, s.pass), begin(begin),
          count(s.n - begin < elements ? (int)(s.n - begin) : elements), own(sort_own<ROWS>())
    {
    }
    /* Elements that are not there have the highest digit, and so stand behind all others. */
    __device__ uint32_t digit_of(KEY key, int r) const
    {
        return r * 32 < count - own ? digit(code(key)) : PREFIX__CUDA_SORT_BINS - 1;
    }
    /* Warps write neighbours, of few bins each. */
    __device__ void write() const
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const int place = own + r * 32;
            if (place < count) {
                const KEY key = memory.keys[place];
                const uint64_t to = memory.offsets[digit(code(key))] + place;
                if (arrays.keys_to)
                    arrays.keys_to[to] = key;
                if constexpr (has_values)
                    arrays.values_to[to] = memory.values[place];
            }
        }
    }
};

template <class KEY, class VALUE, int ROWS>
__device__ inline void sort_one_tile(const prefix__cuda_sort &s, const sort_arrays<KEY, VALUE> &arrays,
                                     sort_memory<KEY, VALUE, ROWS> &memory, uint32_t number)
{
    using tile_of = sort_tile<KEY, VALUE, ROWS>;
    const tile_of tile(s, arrays, memory, (uint64_t)number * tile_of::elements);
    const uint32_t bin = threadIdx.x, absent = bin == PREFIX__CUDA_SORT_BINS - 1 ? tile_of::elements - tile.count : 0;
    const sort_look_back look_back(s, number, bin);
    sort_places<ROWS> places;
    uint32_t first, count;
    {
        KEY keys[ROWS];
        sort_load<ROWS>(keys, arrays.keys, tile.begin + tile.own, tile.count - tile.own);
        const auto digit_of = [&](int r) { return tile.digit_of(keys[r], r); };
        sort_rank_warp<ROWS>(memory.ranking, places, digit_of);
        count = sort_rank_tile(memory.ranking, &first, [&](uint32_t all) { look_back.tell_count(all - absent); });
        sort_place<ROWS>(memory.ranking, places, digit_of);
        sort_stage<ROWS>(memory.keys, keys, places);
    }
    if constexpr (tile_of::has_values) {
        VALUE values[ROWS];
        /* Their registers are free only now, and the look-back goes on meanwhile. */
        sort_load<ROWS>(values, arrays.values, tile.begin + tile.own, tile.count - tile.own);
        memory.offsets[bin] = look_back.find(count - absent) - first;
        sort_stage<ROWS>(memory.values, values, places);
    } else {
        memory.offsets[bin] = look_back.find(count - absent) - first;
    }
    __syncthreads();
    tile.write();
}

template <class KEY, class VALUE, int ROWS>
__global__ void __launch_bounds__(sort_threads, 2) sort_pass_kernel(const __grid_constant__ prefix__cuda_sort s)
{
    extern __shared__ __align__(16) unsigned char shared[];
    sort_memory<KEY, VALUE, ROWS> &memory = *(sort_memory<KEY, VALUE, ROWS> *)shared;
    const uint32_t active = s.state->active;
    if (!(active >> s.pass & 1))
        return;
    const sort_arrays<KEY, VALUE> arrays(s, active);
    for (;;) {
        if (threadIdx.x == 0)
            memory.tile = atomicAdd(&s.state->tickets[s.pass], 1u);
        __syncthreads();
        const uint32_t number = memory.tile;
        if (number >= s.tiles)
            return;
        sort_one_tile<KEY, VALUE, ROWS>(s, arrays, memory, number);
    }
}

} // namespace prefix_cuda

#endif

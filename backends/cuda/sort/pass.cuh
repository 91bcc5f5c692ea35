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

    __device__ sort_arrays(const prefix__cuda_sort &s, uint32_t pass, uint32_t active)
    {
        const int before = __popc(active & ((1u << pass) - 1)), behind = __popc(active >> pass) - 1;
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

template <class CODE, class VALUE, int ROWS> struct sort_tile {
    using KEY = typename CODE::key;
    static constexpr int elements = ROWS * sort_threads, rows_at_once = 8;
    static constexpr bool has_values = sort_value_size<VALUE> > 0;
    const uint32_t pass;
    const sort_arrays<KEY, VALUE> &arrays;
    sort_memory<KEY, VALUE, ROWS> &memory;
    const CODE code;
    const sort_digit digit;
    const uint64_t begin;
    const int count, own; /* own: where the thread has its first element */

    /* From begin on, elements at most, but none from end on. */
    __device__ sort_tile(const prefix__cuda_sort &s, uint32_t pass, const sort_arrays<KEY, VALUE> &arrays,
                         sort_memory<KEY, VALUE, ROWS> &memory, uint64_t begin, uint64_t end)
        : pass(pass), arrays(arrays), memory(memory), code(s), digit(s, pass), begin(begin),
          count(end - begin < elements ? (int)(end - begin) : elements), own(sort_own<ROWS>())
    {
    }
    __device__ uint32_t digit_of(KEY key) const
    {
        return digit(code(key));
    }
    /* Neighbours, of few bins each, of a row; loads of several rows are on their way at once. */
    __device__ void write_rows(int first, const KEY (&keys)[rows_at_once]) const
    {
        uint64_t to[rows_at_once];
#pragma unroll
        for (int r = 0; r < rows_at_once; r++)
            to[r] = memory.offsets[digit_of(keys[r])] + (first + r * 32);
        if (!has_values || arrays.keys_to) {
#pragma unroll
            for (int r = 0; r < rows_at_once; r++) {
                if (first + r * 32 < count)
                    arrays.keys_to[to[r]] = keys[r];
            }
        }
        if constexpr (has_values) {
            VALUE values[rows_at_once];
#pragma unroll
            for (int r = 0; r < rows_at_once; r++)
                values[r] = memory.values[first + r * 32];
#pragma unroll
            for (int r = 0; r < rows_at_once; r++) {
                if (first + r * 32 < count)
                    arrays.values_to[to[r]] = values[r];
            }
        }
    }
    /* Whether all is in order, as far as that can be proved. */
    __device__ bool write() const
    {
        bool in_order = true;
#pragma unroll
        for (int r = 0; r < ROWS; r += rows_at_once) {
            const int first = own + r * 32;
            KEY keys[rows_at_once];
#pragma unroll
            for (int k = 0; k < rows_at_once; k++)
                keys[k] = memory.keys[first + k * 32];
            if constexpr (sort_is_provable<CODE, VALUE>)
                in_order &= sort_in_order<CODE, rows_at_once>(code, memory.keys, keys, first, pass);
            write_rows(first, keys);
        }
        return in_order;
    }
};

/*
 * before: is told how many elements a thread's bin has in the tile, and finds where they go. Returns false if the order
 * by atomics is not what it must be: the tile is then to be done once more, by ballots.
 */
template <class CODE, class VALUE, int ROWS, class BEFORE>
__device__ inline bool sort_one_tile(const sort_tile<CODE, VALUE, ROWS> &tile, BEFORE &before, bool ballots)
{
    using tile_of = sort_tile<CODE, VALUE, ROWS>;
    auto &memory = tile.memory;
    /* Elements that are not there stand behind all others, in the last bin. */
    const uint32_t bin = threadIdx.x, absent = bin == tile.digit.mask ? tile_of::elements - tile.count : 0;
    sort_places<ROWS> places;
    uint32_t first, count;
    {
        typename tile_of::KEY keys[ROWS];
        sort_load<ROWS>(keys, tile.arrays.keys, tile.begin + tile.own, tile.count - tile.own, tile.code.last());
        const auto digit_of = [&](int r) { return tile.digit_of(keys[r]); };
        sort_rank_warp<ROWS, sort_is_provable<CODE, VALUE>>(memory.ranking, places, ballots, digit_of);
        count = sort_rank_tile(memory.ranking, &first, [&](uint32_t all) { before.tell_count(all - absent); });
        sort_place<ROWS>(memory.ranking, places, digit_of);
        sort_stage<ROWS>(memory.keys, keys, places);
    }
    if constexpr (tile_of::has_values) {
        VALUE values[ROWS];
        /* Their registers are free only now, and the look-back goes on meanwhile. */
        sort_load<ROWS>(values, tile.arrays.values, tile.begin + tile.own, tile.count - tile.own, VALUE());
        memory.offsets[bin] = before.find(count - absent) - first;
        sort_stage<ROWS>(memory.values, values, places);
    } else {
        memory.offsets[bin] = before.find(count - absent) - first;
    }
    __syncthreads();
    return tile.write();
}

/* By atomics, unless they are slow, or turn out not to serve lanes in order. */
template <class CODE, class VALUE, int ROWS, class BEFORE>
__device__ inline void sort_whole_tile(const sort_tile<CODE, VALUE, ROWS> &tile, BEFORE &before, bool ballots)
{
    for (bool again = false, done = false; !done; again = true) {
        const bool in_order = sort_one_tile(tile, before, ballots || again);
        done = !sort_is_provable<CODE, VALUE> || !__syncthreads_or(!in_order) || ballots || again;
    }
}

template <class CODE, class VALUE, int ROWS>
__global__ void __launch_bounds__(sort_threads, 2) sort_pass_kernel(const __grid_constant__ prefix__cuda_sort s)
{
    extern __shared__ __align__(16) unsigned char shared[];
    using KEY = typename CODE::key;
    sort_memory<KEY, VALUE, ROWS> &memory = *(sort_memory<KEY, VALUE, ROWS> *)shared;
    const uint32_t active = s.state->active;
    if (!(active >> s.pass & 1))
        return;
    const sort_arrays<KEY, VALUE> arrays(s, s.pass, active);
    const bool ballots = !s.provable || (s.state->skewed >> s.pass & 1);
    for (;;) {
        if (threadIdx.x == 0)
            memory.tile = atomicAdd(&s.state->tickets[s.pass], 1u);
        __syncthreads();
        const uint32_t number = memory.tile;
        if (number >= s.tiles)
            return;
        constexpr uint32_t elements = sort_tile<CODE, VALUE, ROWS>::elements;
        const sort_tile<CODE, VALUE, ROWS> tile(s, s.pass, arrays, memory, (uint64_t)number * elements, s.n);
        sort_look_back look_back(s, number, threadIdx.x);
        sort_whole_tile(tile, look_back, ballots);
    }
}

} // namespace prefix_cuda

#endif

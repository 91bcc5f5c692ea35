/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where the elements of a tile go within it. They are in the order (warp, row, lane). Each warp counts its own by their
 * digits: by shared atomics, which are fast where digits differ, and serve the lanes of a warp in order, though nobody
 * promises that; or by ballots, which tell what lanes have the same digit.
 */
#ifndef PREFIX_CUDA_SORT_RANK_CUH
#define PREFIX_CUDA_SORT_RANK_CUH

#include "params/sort_params.h"

namespace prefix_cuda
{

constexpr int sort_threads = PREFIX__CUDA_SORT_BINS; /* of a block: each has a bin */
constexpr int sort_warps = sort_threads / 32;

struct sort_ranking {
    uint32_t counts[sort_warps][PREFIX__CUDA_SORT_BINS]; /* then where the warp's elements of the bin begin */
    uint32_t sums[sort_warps];
};

/* Two of a thread's places in a register: tiles are small enough. */
template <int ROWS> struct sort_places {
    uint32_t pairs[(ROWS + 1) / 2];

    __device__ uint32_t operator[](int r) const
    {
        return r % 2 == 0 ? pairs[r / 2] & 0xffff : pairs[r / 2] >> 16;
    }
    __device__ void set(int r, uint32_t place)
    {
        pairs[r / 2] = r % 2 == 0 ? place : pairs[r / 2] | place << 16;
    }
};

/*
 * Lanes of the warp with the same digit. By predicates it takes 0.87 of the time, but ptxas 13.0 does not always find
 * enough of them: from sm_100 on, and in kernels that sort by all digits.
 */
#if __CUDA_ARCH__ >= 1000
constexpr bool sort_has_predicates = false;
#else
constexpr bool sort_has_predicates = true;
#endif

template <bool PREDICATES> __device__ inline uint32_t sort_same(uint32_t digit)
{
    uint32_t same = ~0u;
#pragma unroll
    for (int bit = 0; bit < 8; bit++) {
        uint32_t alike; /* lanes that have the bit as this one has it */
        if (PREDICATES && sort_has_predicates) {
            asm volatile("{ .reg .pred set; setp.ne.u32 set, %1, 0;\n\t"
                         "vote.sync.ballot.b32 %0, set, -1; @!set not.b32 %0, %0; }"
                         : "=r"(alike)
                         : "r"(digit & 1u << bit));
        } else {
            const uint32_t has = 0u - (digit >> bit & 1);
            alike = ~(__ballot_sync(~0u, has != 0) ^ has);
        }
        same &= alike;
    }
    return same;
}

template <int ROWS, bool PREDICATES, class DIGIT>
__device__ inline void sort_rank_by_ballots(uint32_t *counts, sort_places<ROWS> &places, DIGIT digit)
{
    const uint32_t lower = (1u << (threadIdx.x & 31)) - 1, higher = ~lower << 1;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const uint32_t d = digit(r), same = sort_same<PREDICATES>(d);
        const uint32_t place = counts[d] + __popc(same & lower);
        __syncwarp();
        if ((same & higher) == 0)
            counts[d] = place + 1;
        __syncwarp();
        places.set(r, place);
    }
}

template <int ROWS, class DIGIT>
__device__ inline void sort_rank_by_atomics(uint32_t *counts, sort_places<ROWS> &places, DIGIT digit)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        places.set(r, atomicAdd(&counts[digit(r)], 1u));
        __syncwarp();
    }
}

/* digit(r) is that of the thread's row r. places: of elements among those of their warp and digit. */
template <int ROWS, bool ATOMICS, bool PREDICATES = true, class DIGIT>
__device__ inline void sort_rank_warp(sort_ranking &ranking, sort_places<ROWS> &places, bool ballots, DIGIT digit)
{
    const uint32_t lane = threadIdx.x & 31;
    uint32_t *const counts = ranking.counts[threadIdx.x >> 5];
#pragma unroll
    for (int i = 0; i < PREFIX__CUDA_SORT_BINS / 32; i++)
        counts[i * 32 + lane] = 0;
    __syncwarp();
    /* All lanes agree, which the vote tells the compiler. */
    if (ATOMICS && !__any_sync(~0u, ballots))
        sort_rank_by_atomics<ROWS>(counts, places, digit);
    else
        sort_rank_by_ballots<ROWS, PREDICATES>(counts, places, digit);
}

/*
 * Behind it, between two barriers: counts become places in the tile. Returns how many elements have the thread's bin;
 * *begin: where these begin. told(count) is called as soon as it is known.
 */
template <class TOLD> __device__ inline uint32_t sort_rank_tile(sort_ranking &ranking, uint32_t *begin, TOLD told)
{
    const int bin = threadIdx.x, lane = bin & 31, warp = bin >> 5;
    __syncthreads();
    uint32_t before[sort_warps], count = 0;
#pragma unroll
    for (int w = 0; w < sort_warps; w++) {
        before[w] = count;
        count += ranking.counts[w][bin];
    }
    told(count);
    uint32_t sum = count;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const uint32_t other = __shfl_up_sync(~0u, sum, distance);
        sum += lane >= distance ? other : 0;
    }
    if (lane == 31)
        ranking.sums[warp] = sum;
    __syncthreads();
    uint32_t first = sum - count;
#pragma unroll
    for (int w = 0; w < sort_warps; w++)
        first += w < warp ? ranking.sums[w] : 0;
#pragma unroll
    for (int w = 0; w < sort_warps; w++)
        ranking.counts[w][bin] = first + before[w];
    __syncthreads();
    *begin = first;
    return count;
}

/* Counts of its own become those of the tile. */
template <int ROWS, class DIGIT>
__device__ inline void sort_place(const sort_ranking &ranking, sort_places<ROWS> &places, DIGIT digit)
{
    const uint32_t *const begins = ranking.counts[threadIdx.x >> 5];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const uint32_t place = begins[digit(r)] + places[r];
        if (r % 2 == 0)
            places.pairs[r / 2] = (places.pairs[r / 2] & 0xffff0000) | place;
        else
            places.pairs[r / 2] = (places.pairs[r / 2] & 0xffff) | place << 16;
    }
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which offsets are in which tile, for totals.cuh: of each tile, how many are up to its beginning. Of the first there
 * is none, so that all are some tile's; behind the last tile, all.
 *
 * Other blocks look for chunks of offsets that are all equal, and fill in what the segments between come to, so that a
 * great number of empty ones at one place is not the work of that place's block.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_SEARCH_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_SEARCH_CUH

#include "block/store_total.cuh"
#include "params/runs_params.h"
#include "warp/search.cuh"
#include "grid/dependent.cuh"
#include "reduce_by_offset/offsets.cuh"

namespace prefix_cuda
{

constexpr int totals_search_threads = 256;
constexpr int totals_search_lanes = 8; /* that search together */

__device__ inline void search_tiles(const prefix__cuda_totals_search &s)
{
    constexpr int lanes = totals_search_lanes;
    const totals_offsets offsets(s.offsets, s.offset_size);
    const uint64_t tile = ((uint64_t)blockIdx.x * totals_search_threads + threadIdx.x) / lanes;
    const uint64_t place = tile * s.tile,
                   before =
                       search_near<lanes>((uint64_t)((double)tile * s.of_tile), tile < s.tiles ? 0 : s.count,
                                          tile > 0 ? s.count : 0, [=](uint64_t k) { return offsets.at(k) <= place; });
    if (threadIdx.x % lanes == 0 && tile <= s.tiles)
        s.before[tile] = before;
    const uint64_t word = (uint64_t)blockIdx.x * totals_search_threads + threadIdx.x;
    if (word < s.words)
        s.workspace[word] = 0;
}

/* By the block, of some chunks. */
__device__ inline void fill_chunks(const prefix__cuda_totals_search &s)
{
    const uint64_t first = (uint64_t)(blockIdx.x - s.searches) * PREFIX__CUDA_TOTALS_CHUNKS;
    const uint64_t end = min(first + PREFIX__CUDA_TOTALS_CHUNKS, s.count / PREFIX__CUDA_TOTALS_CHUNK);
    const uint64_t own = first + (threadIdx.x & 31);
    uint32_t wanted = __ballot_sync(~0u, own < end && totals_offsets(s.offsets, s.offset_size).is_equal_chunk(own));
    for (; wanted != 0; wanted &= wanted - 1) {
        const uint64_t segment = (first + __ffs((int)wanted) - 1) * PREFIX__CUDA_TOTALS_CHUNK;
        for (int i = threadIdx.x; i < PREFIX__CUDA_TOTALS_CHUNK - 1; i += totals_search_threads)
            store_total(s.totals, segment + i, s.out_size, s.empty);
    }
}

__global__ void __launch_bounds__(totals_search_threads)
    totals_search_kernel(const __grid_constant__ prefix__cuda_totals_search s)
{
    await_previous();
    let_next_start();
    if (blockIdx.x < s.searches)
        search_tiles(s);
    else
        fill_chunks(s);
}

} // namespace prefix_cuda

#endif

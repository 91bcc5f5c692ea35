/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of the segments of a large array that offsets tell of, in three kernels, of which one block at most waits
 * for others. A search finds which offsets are behind each tile's beginning, up to its end: of the segments that end
 * there. Then a block takes each tile, brings it to shared memory, and fetches by offsets what the segments come to, in
 * one of three ways (places.cuh, lanes.cuh, differences.cuh). Only of the first of them, if it
 * began before the tile, that is no more than what the tile adds: the last kernel (join.cuh) joins it with the
 * aggregates of the tiles before, from the one on in which the segment begins, which a block has folded meanwhile
 * (fold.cuh). Segments without elements need no care: their offsets are equal.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_TOTALS_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_TOTALS_CUH

#include "reduce_by_offset/chunks.cuh"
#include "reduce_by_offset/differences.cuh"
#include "reduce_by_offset/halves.cuh"
#include "reduce_by_offset/lanes.cuh"
#include "reduce_by_offset/marks.cuh"

namespace prefix_cuda
{

/*
 * At once on a multiprocessor. Differences of 32 KiB are so soon done that five blocks ask too much of memory: on an
 * H200, 2^27 i64 in one segment take 245 us, with five blocks 277.
 */
template <class OP, int TILE_ROWS, bool SPARSE>
constexpr int totals_blocks = (OP::invertible ? TILE_ROWS == 64 : is_halves<OP> && SPARSE) ? 4 : 5;

template <class OP, bool PLAIN, int TILE_ROWS, bool SPARSE>
__device__ inline void reduce_tile(const prefix__cuda_segment_totals &t, totals_shared<OP> &shared, char *memory)
{
    if constexpr (OP::invertible)
        reduce_by_differences<OP, PLAIN, TILE_ROWS>(t, shared, memory);
    else if constexpr (!OP::ordered)
        reduce_by_lanes<OP, PLAIN, TILE_ROWS>(t, shared, memory);
    else if constexpr (SPARSE)
        reduce_by_places<totals_chunks<OP, TILE_ROWS>>(t, shared, memory);
    else if constexpr (is_halves<OP>)
        reduce_by_places<totals_halves<OP, TILE_ROWS>>(t, shared, memory);
    else
        reduce_by_places<totals_marks<OP, PLAIN, TILE_ROWS>>(t, shared, memory);
}

/* PLAIN: as segmented_plain has it. SPARSE: of sums and products of floats of two bytes, that few end segments. */
template <class OP, bool PLAIN, int TILE_ROWS = totals_rows, bool SPARSE = false>
__global__ void __launch_bounds__(totals_threads, totals_blocks<OP, TILE_ROWS, SPARSE>)
    totals_kernel(const __grid_constant__ prefix__cuda_segment_totals given)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    prefix__cuda_segment_totals t = given;
    t.segmented = promised_segments<OP, PLAIN>(given.segmented);
    t.segmented.scan.reverse = false;
    if constexpr (is_stored<OP>) /* they may have signs */
        t.segmented.scan.convert = given.segmented.scan.convert;
    if constexpr (word_bytes<OP> <= 2 || is_floats<OP>)
        t.segmented.out_size = t.segmented.scan.in_size = word_bytes<OP>;
    if constexpr (is_halves<OP>) {
        t.segmented.scan.round = OP::round;
        t.segmented.scan.map = PREFIX__CUDA_MAP_NONE;
    }
    if constexpr (is_floats<OP>)
        t.segmented.scan.round = OP::round;
    extern __shared__ __align__(128) char memory[];
    __shared__ totals_shared<OP> shared;
    let_next_start();
    if (blockIdx.x == 0) {
        await_previous();
        totals_fold<OP>(t, memory);
    } else {
        reduce_tile<OP, PLAIN, TILE_ROWS, SPARSE>(t, shared, memory);
    }
#endif
}

} // namespace prefix_cuda

#endif

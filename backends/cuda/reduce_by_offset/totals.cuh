/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of the segments of a large array that offsets tell of, in three kernels, of which one block at most waits
 * for others, for a time. A search finds which offsets are behind each tile's beginning, up to its end: of the segments
 * that end there. Then a block takes each tile, brings it to shared memory, and fetches by offsets what the segments
 * come to, in one of two ways (marks.cuh, differences.cuh). Only of the first of them, if it began before the tile,
 * that is no more than what the tile adds: the last kernel (join.cuh) joins it with the aggregates of the tiles before,
 * from the one on in which the segment begins, which a block has folded meanwhile (fold.cuh). Segments without elements
 * need no care: their offsets are equal.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_TOTALS_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_TOTALS_CUH

#include "reduce_by_offset/differences.cuh"
#include "reduce_by_offset/marks.cuh"

namespace prefix_cuda
{

/* At once on a multiprocessor: differences are so soon done that more blocks ask too much of memory. */
template <class OP> constexpr int totals_blocks = OP::invertible ? 4 : 5;

/* PLAIN: as segmented_plain has it. */
template <class OP, bool PLAIN>
__global__ void __launch_bounds__(totals_threads, totals_blocks<OP>)
    totals_kernel(const __grid_constant__ prefix__cuda_segment_totals given)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    prefix__cuda_segment_totals t = given;
    t.segmented = promised_segments<OP, PLAIN>(given.segmented);
    t.segmented.scan.reverse = false;
    extern __shared__ __align__(128) char memory[];
    __shared__ totals_shared<OP> shared;
    let_next_start();
    if (blockIdx.x == 0) {
        await_previous();
        totals_fold(t, (totals_window<OP> *)memory);
    } else if constexpr (OP::invertible) {
        reduce_by_differences<OP, PLAIN>(t, shared, memory);
    } else {
        reduce_by_marks<OP, PLAIN>(t, shared, memory);
    }
#endif
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* What segments come to that began before the tile in which they end: the last kernel of totals.cuh. */
#ifndef PREFIX_CUDA_DEVICE_TOTALS_JOIN_CUH
#define PREFIX_CUDA_DEVICE_TOTALS_JOIN_CUH

#include "totals.cuh"

namespace prefix_cuda
{

/* By a warp: the aggregates of tiles from first to end - 1 behind what stands before them. shared: room for
 * a window. */
template <class OP>
__device__ inline typename OP::carry totals_fold(typename OP::carry before, const typename OP::word *aggregates,
                                                 uint64_t first, uint64_t end, typename OP::carry *shared)
{
    constexpr int each = 8;
    const int lane = threadIdx.x & 31;
    typename OP::word next[each];
#pragma unroll
    for (int k = 0; k < each; k++)
        next[k] = first + k * 32 + lane < end ? aggregates[first + k * 32 + lane] : OP::neutral;
    for (; first < end; first += each * 32) {
        typename OP::word mine[each];
#pragma unroll
        for (int k = 0; k < each; k++) {
            const uint64_t at = first + (each + k) * 32 + lane;
            mine[k] = next[k];
            next[k] = at < end ? aggregates[at] : OP::neutral;
        }
        before = fold_window<OP>(before, mine, shared, 0, (int)min(end - first, (uint64_t)each * 32));
    }
    return before;
}

/* A lane for each tile. */
template <class OP>
__global__ void __launch_bounds__(totals_threads)
    totals_join_kernel(const __grid_constant__ prefix__cuda_segment_totals t)
{
    using word = typename OP::word;
    using carry = typename OP::carry;
    const uint64_t elements = t.tile;
    __shared__ carry windows[totals_warps][8 * 32];
    await_previous();
    const prefix__cuda_segmented &s = t.segmented;
    const word *aggregates = (const word *)t.aggregates;
    const int lane = threadIdx.x & 31;
    const uint64_t tile = (uint64_t)blockIdx.x * totals_threads + threadIdx.x;
    uint64_t end = 0, from = tile; /* the first offset behind the tile's beginning, the tile of the one before */
    bool enters = false;
    if (tile > 0 && tile < s.scan.tiles) {
        end = t.before[tile];
        enters = end > 0 && end < t.before[tile + 1];
    }
    if (enters) {
        const uint64_t start =
            s.head_size == 4 ? (uint64_t)((const uint32_t *)s.heads)[end - 1] : ((const uint64_t *)s.heads)[end - 1];
        enters = start < tile * elements;
        from = min(start / elements, tile);
    }
    carry before = (carry)s.scan.carry;
    const bool is_long = enters && tile - from > 2;
    if (enters && !is_long)
        for (uint64_t k = from; k < tile; k++)
            before = OP::join(before, OP::widen(aggregates[k]));
    for (uint32_t lanes = __ballot_sync(~0u, is_long); lanes != 0; lanes &= lanes - 1) {
        const int whose = __ffs((int)lanes) - 1;
        const carry sum = totals_fold<OP>((carry)s.scan.carry, aggregates, __shfl_sync(~0u, from, whose),
                                          __shfl_sync(~0u, tile, whose), windows[threadIdx.x >> 5]);
        before = lane == whose ? sum : before;
    }
    if (enters)
        store_total(s.scan.out, end - 1, s.out_size,
                    segmented_result<OP>(OP::join(before, OP::widen(((const word *)t.leads)[tile])), s));
}

} // namespace prefix_cuda

#endif

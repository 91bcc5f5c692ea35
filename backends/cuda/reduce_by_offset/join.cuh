/* SPDX-License-Identifier: BSD-3-Clause */
/* What segments come to that began before the tile in which they end: the last kernel of totals.cuh. */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_JOIN_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_JOIN_CUH

#include "reduce_by_offset/totals.cuh"

namespace prefix_cuda
{

/* A lane for each tile. The first block sees to what stands before groups of them, if that has not been done. */
template <class OP>
__global__ void __launch_bounds__(totals_threads)
    totals_join_kernel(const __grid_constant__ prefix__cuda_segment_totals t)
{
    using word = typename OP::word;
    using carry = typename OP::carry;
    constexpr int near = 4; /* tiles that a lane looks at by itself */
    __shared__ carry windows[totals_warps][PREFIX__CUDA_GROUP];
    const prefix__cuda_segmented &s = t.segmented;
    __shared__ totals_window<OP> unfolded[2];
    const uint64_t tile = (uint64_t)(blockIdx.x - 1) * totals_threads + threadIdx.x;
    uint64_t end = 0; /* the first offset behind the tile's beginning */
    bool enters = false;
    await_previous();
    if (blockIdx.x == 0) {
        totals_fold(t, unfolded);
        return;
    }
    if (tile > 0 && tile < s.scan.tiles) {
        end = t.before[tile];
        enters = end > 0 && end < t.before[tile + 1];
    }
    if (enters)
        enters = (s.head_size == 4 ? (uint64_t)((const uint32_t *)s.heads)[end - 1]
                                   : ((const uint64_t *)s.heads)[end - 1]) < tile * t.tile;
    reading<word> seen[near];
    int from = near; /* the nearest tile in which a segment begins */
#pragma unroll
    for (int k = 0; k < near; k++)
        seen[k].read(cut_aggregate<OP>(s.scan.workspace, (uint32_t)tile - 1 - k), enters && (uint64_t)k < tile);
#pragma unroll
    for (int k = near - 1; k >= 0; k--)
        from = begins_cut(seen[k], totals_tag) ? k : from;
    const carry init = (carry)s.scan.carry;
    carry before = init;
#pragma unroll
    for (int k = near - 1; k >= 0; k--)
        before = k <= from ? OP::join(before, OP::widen(seen[k].value())) : before;
    for (uint32_t lanes = __ballot_sync(~0u, enters && from == near); lanes != 0; lanes &= lanes - 1) {
        const int whose = __ffs((int)lanes) - 1;
        const claim its{__shfl_sync(~0u, (uint32_t)tile, whose), totals_tag};
        const carry sum =
            look_back_cut<OP>(s.scan.workspace, its, s.scan.tiles, init, false, windows[threadIdx.x >> 5]);
        before = (int)(threadIdx.x & 31) == whose ? sum : before;
    }
    if (enters)
        store_total(s.scan.out, end - 1, s.out_size,
                    segmented_result<OP>(OP::join(before, OP::widen(((const word *)t.leads)[tile])), s));
}

} // namespace prefix_cuda

#endif

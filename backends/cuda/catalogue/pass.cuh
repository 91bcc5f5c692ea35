/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One pass of a global strategy over all tiles, a block each, by one of the block scans. What kind of pass
 * it is is told at run time: there is one kernel for an operator and a block scan. A tile lies in registers
 * before any of it is stored, so that a scan may be in place.
 */
#ifndef PREFIX_CUDA_CATALOGUE_PASS_CUH
#define PREFIX_CUDA_CATALOGUE_PASS_CUH

#include "catalogue/elements.cuh"
#include "catalogue/block_total.cuh"
#include "catalogue/predecessors.cuh"

namespace prefix_cuda
{

/* What a launch before has left for the tile. */
template <class CARRY> __device__ inline CARRY left_for(const uint64_t *descriptors, uint64_t tile)
{
    reading<CARRY> seen;
    seen.read(descriptors + tile * descriptor_words<CARRY>, true);
    return seen.value();
}

template <class OP> __device__ inline typename OP::carry first_carry(const prefix__cuda_scan &scan)
{
    return scan.carry_from ? (typename OP::carry) * scan.carry_from : (typename OP::carry)scan.carry;
}

/* By the first warp: deals with the tile's aggregate, and returns what stands before the tile. */
template <class OP>
__device__ inline typename OP::carry before_tile(const prefix__cuda_pass &pass, claim mine,
                                                 typename OP::carry aggregate, const OP &op)
{
    using carry = typename OP::carry;
    const prefix__cuda_scan &scan = pass.scan;
    switch (pass.kind) {
    case PREFIX__CUDA_PASS_ALONE:
    case PREFIX__CUDA_PASS_REDUCE:
        if ((threadIdx.x & 31) == 0)
            publish(pass.aggregates + (uint64_t)mine.tile * descriptor_words<carry>, aggregate, 0);
        return 0;
    case PREFIX__CUDA_PASS_CHAINED:
        return wait_for_predecessor(scan, mine, aggregate, first_carry<OP>(scan), op);
    case PREFIX__CUDA_PASS_LOOK_BACK:
        return look_back_by_windows(scan, mine, aggregate, first_carry<OP>(scan), op);
    default:
        return pass.prefixes ? left_for<carry>(pass.prefixes, mine.tile) : first_carry<OP>(scan);
    }
}

template <class OP, template <class> class SCAN>
__global__ void __launch_bounds__(SCAN<typename OP::word>::threads)
    pass_kernel(const __grid_constant__ prefix__cuda_pass pass)
{
    using word = typename OP::word;
    using carry = typename OP::carry;
    using block = SCAN<word>;
    __shared__ typename block::memory memory;
    __shared__ carry tile_carry;
    __shared__ claim claimed;
    const prefix__cuda_scan &scan = pass.scan;
    const OP op(pass);
    const bool claims = pass.kind >= PREFIX__CUDA_PASS_CHAINED;
    claim mine = {blockIdx.x, 0};
    if (claims) {
        if (threadIdx.x == 0) {
            claimed = claim_tile(scan.workspace);
            if (claimed.tile == gridDim.x - 1)
                end_claims(scan.workspace, claimed.tag);
        }
        __syncthreads();
        mine = claimed;
    }
    const uint64_t begin = (uint64_t)mine.tile * block_tile<block>;
    const bool is_last = mine.tile == gridDim.x - 1;
    word x[block::vectors][block::width], total = op.neutral;
    load_elements<block>(x, pass, op, begin);
    if (pass.kind == PREFIX__CUDA_PASS_REDUCE)
        total = block_total<block>(x, op);
    else if (pass.kind != PREFIX__CUDA_PASS_PROPAGATE)
        total = block::scan(x, memory, op, scan.exclusive);

    if (threadIdx.x < 32) {
        carry aggregate = op.widen(total);
        const carry before = before_tile(pass, mine, aggregate, op);
        if (threadIdx.x == 0) {
            tile_carry = before;
            if (is_last && scan.total_form != PREFIX__CUDA_TOTAL_NONE) {
                if (pass.kind == PREFIX__CUDA_PASS_PROPAGATE)
                    aggregate = left_for<carry>(pass.aggregates, mine.tile);
                write_pass_total<OP>(pass, op.join(before, aggregate));
            }
            if (claims)
                retire(scan, mine.tag);
        }
    }
    if (pass.kind == PREFIX__CUDA_PASS_REDUCE)
        return;
    __syncthreads();
    const carry before = tile_carry;
    if (pass.kind != PREFIX__CUDA_PASS_ALONE && pass.plain)
        for_words(x, [&](word w) { return narrow<OP>(op.join(before, op.widen(w))); });
    else if (pass.kind != PREFIX__CUDA_PASS_ALONE)
        for_words(x, [&](word w) { return element_out<OP>(op.join(before, op.widen(w)), pass); });
    else if (!pass.plain)
        for_words(x, [&](word w) { return element_out<OP>(op.widen(w), pass); });
    store_elements<block>(x, pass, begin);
}

} // namespace prefix_cuda

#endif

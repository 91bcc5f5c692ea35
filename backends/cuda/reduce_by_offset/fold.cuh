/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What stands before tiles of a reduction of segments: aggregates of tiles, from left to right, as the canonical order
 * wants it. One block does no more than to find it behind each group of tiles, beside those that publish aggregates
 * (totals.cuh): a long segment would wait for all of them. If these do not go on, as when blocks that wait like this
 * one have all of the device, it gives up, and the next kernel (join.cuh) does the rest.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_FOLD_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_FOLD_CUH

#include "grid/segmented_look_back.cuh"

namespace prefix_cuda
{

constexpr uint32_t totals_tag = 1; /* of a workspace that has been cleared */
constexpr int totals_parts = PREFIX__CUDA_GROUP / 32;
constexpr int totals_groups = 2; /* of a window */

/* Readings in vain before that is given up: some 10 ms. Lowered, in a build to test it. */
#ifndef PREFIX__CUDA_TOTALS_PATIENCE
#define PREFIX__CUDA_TOTALS_PATIENCE 10000
#endif

/* In shared memory: some groups that have been read. */
template <class OP> struct totals_window {
    using word = typename OP::word;
    using carry = typename OP::carry;

    carry values[totals_groups][PREFIX__CUDA_GROUP];
    uint32_t begun[totals_groups][totals_parts]; /* a bit for each tile in which a segment begins */

    /* By a warp: a part of each group from the first on that is less than end. Returns whether all are published. */
    __device__ bool read(uint64_t *workspace, uint32_t first, uint32_t end, int part)
    {
        const int lane = threadIdx.x & 31, own = part * 32 + lane;
        reading<word> seen[totals_groups];
        uint32_t missing = 0; /* a bit for each reading */
#pragma unroll
        for (int k = 0; k < totals_groups; k++)
            missing |= first + k < end ? 1u << k : 0;
        for (int vain = 0; __any_sync(~0u, missing); vain++) {
            if (vain > PREFIX__CUDA_TOTALS_PATIENCE)
                return false;
            poll(
                seen, missing,
                [=](int k) { return cut_aggregate<OP>(workspace, (first + k) * PREFIX__CUDA_GROUP + own); },
                [](const reading<word> &r) { return published_cut(r, totals_tag); }, [](int) {});
        }
#pragma unroll
        for (int k = 0; k < totals_groups; k++) {
            const uint32_t bits = __ballot_sync(~0u, begins_cut(seen[k], totals_tag));
            values[k][own] = OP::widen(seen[k].value());
            if (lane == 0)
                begun[k][part] = bits;
        }
        return true;
    }
    /* By a warp: what stands behind the k-th group. */
    __device__ carry fold(carry before, carry init, int k) const
    {
        int from = 0; /* the last tile in which a segment begins, counted from 1 */
#pragma unroll
        for (int part = 0; part < totals_parts; part++)
            from = begun[k][part] != 0 ? part * 32 + 32 - __clz((int)begun[k][part]) : from;
        const int first = from > 0 ? from - 1 : 0;
        return prefix_cuda::fold<OP>(from > 0 ? init : before, values[k] + first, PREFIX__CUDA_GROUP - first);
    }
};

/* By a block: what stands behind each group but the last, as far as that is known. windows: two. */
template <class OP> __device__ inline void totals_fold(const prefix__cuda_segment_totals &t, totals_window<OP> *windows)
{
    using carry = typename OP::carry;
    uint64_t *const workspace = t.segmented.scan.workspace;
    uint64_t *const prefixes = cut_prefixes<OP>(workspace, t.segmented.scan.tiles);
    const uint32_t groups = (uint32_t)((t.segmented.scan.tiles - 1) / PREFIX__CUDA_GROUP);
    const carry init = (carry)t.segmented.scan.carry;
    const int warp = threadIdx.x >> 5;
    const auto prefix_of = [=](uint32_t group) { return prefixes + (uint64_t)group * descriptor_words<carry>; };
    reading<carry> seen;
    uint32_t done = 0; /* groups behind which that is so already, and what stands behind these */
    for (uint32_t k = 0; k < groups; k += blockDim.x) {
        seen = reading<carry>();
        seen.read(prefix_of(k + threadIdx.x), k + threadIdx.x < groups);
        done += (uint32_t)__syncthreads_count(seen.published(totals_tag));
    }
    seen.read(prefix_of(done - 1), done > 0);
    carry before = done > 0 ? seen.value() : init;
#pragma unroll 1
    for (uint32_t next = done, turn = 0; next < groups + totals_groups; next += totals_groups, turn++) {
        bool gives_up = false;
        if (warp > 0 && warp <= totals_parts)
            gives_up = !windows[turn % 2].read(workspace, next, groups, warp - 1);
        const uint32_t first = next - totals_groups;
        for (int k = 0; warp == 0 && turn > 0 && k < totals_groups && first + k < groups; k++) {
            before = windows[(turn + 1) % 2].fold(before, init, k);
            if (threadIdx.x == 0)
                publish(prefix_of(first + k), before, totals_tag);
            __syncwarp();
        }
        if (__syncthreads_or(gives_up))
            break;
    }
}

} // namespace prefix_cuda

#endif

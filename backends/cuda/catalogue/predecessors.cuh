/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a tile of the catalogue learns in one pass what stands before it. Each tile has two descriptors side by
 * side, its aggregate and its prefix (what all elements up to its last come to). One warp calls, with the
 * tile's aggregate in every lane, and gets what stands before the tile in every lane; first stands before tile 0.
 */
#ifndef PREFIX_CUDA_CATALOGUE_PREDECESSORS_CUH
#define PREFIX_CUDA_CATALOGUE_PREDECESSORS_CUH

#include "grid/claim.cuh"
#include "grid/descriptor.cuh"

namespace prefix_cuda
{

template <class CARRY> __device__ inline uint64_t *aggregate_of(const prefix__cuda_scan &scan, uint64_t tile)
{
    return scan.workspace + PREFIX__CUDA_HEADER_WORDS + tile * 2 * descriptor_words<CARRY>;
}

template <class CARRY> __device__ inline uint64_t *prefix_of(const prefix__cuda_scan &scan, uint64_t tile)
{
    return aggregate_of<CARRY>(scan, tile) + descriptor_words<CARRY>;
}

/*
 * Each tile waits for the prefix of the one before. S. Yan, G. Long and Y. Zhang, StreamScan, 2013.
 */
template <class OP>
__device__ inline typename OP::carry wait_for_predecessor(const prefix__cuda_scan &scan, claim mine,
                                                          typename OP::carry aggregate, typename OP::carry first,
                                                          const OP &op)
{
    using carry = typename OP::carry;
    carry before = first;
    if (mine.tile > 0) {
        reading<carry> seen;
        do
            seen.read(prefix_of<carry>(scan, mine.tile - 1), true);
        while (!seen.published(mine.tag));
        before = seen.value();
    }
    if ((threadIdx.x & 31) == 0)
        publish(prefix_of<carry>(scan, mine.tile), op.join(before, aggregate), mine.tag);
    return before;
}

/*
 * The last 32 tiles before end, a lane each, the nearest in lane 0: until all are published that are no further
 * than the nearest prefix, which becomes *nearest (32: there is none). The lanes up to it get their tile's
 * aggregate or, the last, its prefix.
 */
template <class CARRY>
__device__ inline CARRY read_window(const prefix__cuda_scan &scan, int64_t end, uint32_t tag, int *nearest)
{
    const int lane = threadIdx.x & 31;
    const int64_t tile = end - 1 - lane;
    reading<CARRY> aggregate, prefix;
    for (;;) {
        if (tile >= 0) {
            aggregate.read(aggregate_of<CARRY>(scan, (uint64_t)tile), true);
            prefix.read(prefix_of<CARRY>(scan, (uint64_t)tile), true);
        }
        const bool has_prefix = tile >= 0 && prefix.published(tag);
        const bool has_any = has_prefix || (tile >= 0 && aggregate.published(tag));
        const uint32_t prefixes = __ballot_sync(~0u, has_prefix), missing = ~__ballot_sync(~0u, has_any);
        *nearest = prefixes ? __ffs((int)prefixes) - 1 : 32;
        if (!missing || __ffs((int)missing) - 1 > *nearest)
            return has_prefix ? prefix.value() : aggregate.value();
    }
}

/*
 * Each tile publishes its aggregate at once, and then adds up what it finds behind itself, 32 tiles at a time,
 * until it finds a prefix. D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled
 * Look-back, 2016. (What it adds to what depends on what it finds, unlike in look_back.cuh.)
 */
template <class OP>
__device__ inline typename OP::carry look_back_by_windows(const prefix__cuda_scan &scan, claim mine,
                                                          typename OP::carry aggregate, typename OP::carry first,
                                                          const OP &op)
{
    using carry = typename OP::carry;
    const int lane = threadIdx.x & 31;
    carry before = first;
    if (mine.tile > 0) {
        if (lane == 0)
            publish(aggregate_of<carry>(scan, mine.tile), aggregate, mine.tag);
        int nearest = 32;
        for (int64_t end = mine.tile; nearest == 32; end -= 32) {
            carry window = read_window<carry>(scan, end, mine.tag, &nearest);
#pragma unroll
            for (int distance = 1; distance < 32; distance *= 2) {
                const carry earlier = __shfl_down_sync(~0u, window, distance);
                if (lane + distance <= min(nearest, 31))
                    window = op.join(earlier, window);
            }
            window = __shfl_sync(~0u, window, 0);
            before = end == (int64_t)mine.tile ? window : op.join(window, before);
        }
    }
    if (lane == 0)
        publish(prefix_of<carry>(scan, mine.tile), op.join(before, aggregate), mine.tag);
    return before;
}

} // namespace prefix_cuda

#endif

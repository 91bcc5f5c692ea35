/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Decoupled look-back: how a tile learns what stands before it. Tiles form groups. A tile reads,
 * all at once, the aggregates of the tiles before it in its group, and the prefix of the group,
 * which the last tile of the group before has published. Aggregates never wait for anything, so
 * the only chain is from group to group, and the value is the same whatever is seen first: the
 * group's prefix combined with the aggregates, left to right.
 */
#ifndef PREFIX_CUDA_GRID_LOOK_BACK_CUH
#define PREFIX_CUDA_GRID_LOOK_BACK_CUH

#include "grid/claim.cuh"
#include "grid/descriptor.cuh"
#include "grid/fold.cuh"

namespace prefix_cuda
{

/*
 * One warp calls it with the tile's aggregate in every lane and gets the tile's carry in every
 * lane. first: what stands before tile 0. shared: room for a group's aggregates. GROUP: tiles.
 */
template <class OP, int GROUP = PREFIX__CUDA_GROUP>
__device__ inline typename OP::carry look_back(uint64_t *workspace, claim mine, uint64_t tiles,
                                               typename OP::single::word aggregate, typename OP::carry first,
                                               typename OP::carry *shared)
{
    using single = typename OP::single::word;
    using carry = typename OP::carry;
    constexpr int each = GROUP / 32;
    uint64_t *aggregates = workspace + PREFIX__CUDA_HEADER_WORDS;
    uint64_t *prefixes = aggregates + (tiles * descriptor_words<single> + 1) / 2 * 2;
    int lane = threadIdx.x & 31;
    uint32_t group = mine.tile / GROUP;
    int before = (int)(mine.tile % GROUP);

    if (lane == 0)
        publish(aggregates + (uint64_t)mine.tile * descriptor_words<single>, aggregate, mine.tag);

    const uint64_t *begin = aggregates + (uint64_t)group * GROUP * descriptor_words<single>;
    const uint64_t *group_prefix = prefixes + (uint64_t)(group - 1) * descriptor_words<carry>;
    reading<single> seen[each];
    reading<carry> prefix;
    uint32_t missing = group > 0 ? 1u << each : 0; /* a bit for each reading */
#pragma unroll
    for (int k = 0; k < each; k++)
        missing |= k * 32 + lane < before ? 1u << k : 0;
    while (__any_sync(~0u, missing)) {
        prefix.read(group_prefix, missing >> each & 1);
        poll(
            seen, missing, [=](int k) { return begin + (k * 32 + lane) * descriptor_words<single>; },
            [=](const reading<single> &r) { return r.published(mine.tag); }, [](int) {});
        if (prefix.published(mine.tag))
            missing &= ~(1u << each);
    }

    single aggregates_seen[each];
#pragma unroll
    for (int k = 0; k < each; k++)
        aggregates_seen[k] = k * 32 + lane < before ? seen[k].value() : OP::single::neutral;
    carry result = fold_window<OP>(group > 0 ? prefix.value() : first, aggregates_seen, shared, 0, before);
    if (before == GROUP - 1 && lane == 0)
        publish(prefixes + (uint64_t)group * descriptor_words<carry>, OP::join(result, OP::widen(aggregate)), mine.tag);
    return result;
}

} // namespace prefix_cuda

#endif

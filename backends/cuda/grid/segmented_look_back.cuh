/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The look-back of look_back.cuh where segments begin: a tile's aggregate is what stands behind the last head
 * in it, and only tiles from the last one with a head on are waited for. A launch has two tags, the second for
 * the aggregates of tiles in which a segment begins, which so need no more room than others.
 */
#ifndef PREFIX_CUDA_GRID_SEGMENTED_LOOK_BACK_CUH
#define PREFIX_CUDA_GRID_SEGMENTED_LOOK_BACK_CUH

#include "grid/claim.cuh"
#include "grid/descriptor.cuh"
#include "grid/fold.cuh"

namespace prefix_cuda
{

__device__ inline bool published_cut(const reading<uint32_t> &seen, uint32_t tag)
{
    return (uint32_t)(seen.seen >> 32) - tag <= 1;
}

__device__ inline bool published_cut(const reading<uint64_t> &seen, uint32_t tag)
{
    return (uint32_t)(seen.low >> 32) - tag <= 1 && seen.low >> 32 == seen.high >> 32;
}

/* Of one that has been published. */
__device__ inline bool begins_cut(const reading<uint32_t> &seen, uint32_t tag)
{
    return (uint32_t)(seen.seen >> 32) != tag;
}

__device__ inline bool begins_cut(const reading<uint64_t> &seen, uint32_t tag)
{
    return (uint32_t)(seen.low >> 32) != tag;
}

template <class OP> __device__ inline uint64_t *cut_aggregate(uint64_t *workspace, uint32_t tile)
{
    return workspace + PREFIX__CUDA_HEADER_WORDS + (uint64_t)tile * descriptor_words<typename OP::word>;
}

template <class OP> __device__ inline uint64_t *cut_prefixes(uint64_t *workspace, uint64_t tiles)
{
    return workspace + PREFIX__CUDA_HEADER_WORDS + (tiles * descriptor_words<typename OP::word> + 1) / 2 * 2;
}

/* By one lane: the tile's aggregate, and the prefix of its group, if that is known with it. */
template <class OP>
__device__ inline void publish_cut(uint64_t *workspace, claim mine, uint64_t tiles, typename OP::word aggregate,
                                   bool begins, typename OP::carry init)
{
    publish(cut_aggregate<OP>(workspace, mine.tile), aggregate, mine.tag + begins);
    if (begins && mine.tile % PREFIX__CUDA_GROUP == PREFIX__CUDA_GROUP - 1)
        publish(cut_prefixes<OP>(workspace, tiles) +
                    (uint64_t)(mine.tile / PREFIX__CUDA_GROUP) * descriptor_words<typename OP::carry>,
                OP::join(init, OP::widen(aggregate)), mine.tag);
}

/* By one lane, of a tile without a head before which stands before: the prefix of its group, if it is the last. */
template <class OP>
__device__ inline void publish_cut_prefix(uint64_t *workspace, claim mine, uint64_t tiles, typename OP::word aggregate,
                                          typename OP::carry before)
{
    if (mine.tile % PREFIX__CUDA_GROUP == PREFIX__CUDA_GROUP - 1)
        publish(cut_prefixes<OP>(workspace, tiles) +
                    (uint64_t)(mine.tile / PREFIX__CUDA_GROUP) * descriptor_words<typename OP::carry>,
                OP::join(before, OP::widen(aggregate)), mine.tag);
}

/*
 * One warp calls it, and gets what stands before the tile in every lane. near: that a segment probably begins in the
 * tile just before, which then is all that matters, and is asked first. shared: room for a group's aggregates.
 */
template <class OP>
__device__ inline typename OP::carry look_back_cut(uint64_t *workspace, claim mine, uint64_t tiles,
                                                   typename OP::carry init, bool near, typename OP::carry *shared)
{
    using word = typename OP::word;
    using carry = typename OP::carry;
    constexpr int each = PREFIX__CUDA_GROUP / 32;
    const uint32_t group = mine.tile / PREFIX__CUDA_GROUP;
    const int before = (int)(mine.tile % PREFIX__CUDA_GROUP), lane = threadIdx.x & 31;
    const uint64_t *aggregates = cut_aggregate<OP>(workspace, group * PREFIX__CUDA_GROUP);
    const uint64_t *prefixes = cut_prefixes<OP>(workspace, tiles) + (uint64_t)group * descriptor_words<carry>;
    reading<word> seen[each];
    reading<carry> prefix;
    if (near && before > 0) {
        do
            seen[0].read(aggregates + (before - 1) * descriptor_words<word>, true);
        while (!published_cut(seen[0], mine.tag));
        if (begins_cut(seen[0], mine.tag))
            return OP::join(init, OP::widen(seen[0].value()));
    }
    uint32_t missing = group > 0 ? 1u << each : 0; /* a bit for each reading */
    uint32_t from = 0;                             /* the last tile with a head that was seen, counted from 1 */
#pragma unroll
    for (int k = 0; k < each; k++)
        missing |= k * 32 + lane < before ? 1u << k : 0;
    while (__any_sync(~0u, missing)) {
        uint32_t begun = 0;
        prefix.read(prefixes - descriptor_words<carry>, missing >> each & 1);
        poll(
            seen, missing, [=](int k) { return aggregates + (k * 32 + lane) * descriptor_words<word>; },
            [=](const reading<word> &r) { return published_cut(r, mine.tag); },
            [&](int k) { begun = begins_cut(seen[k], mine.tag) ? k * 32 + lane + 1 : begun; });
        if (prefix.published(mine.tag))
            missing &= ~(1u << each);
        from = max(from, largest_of_lanes(begun));
        if (from > 0)
            missing &= ~(1u << each);
#pragma unroll
        for (int k = 0; k < each; k++)
            missing &= k * 32 + lane + 1 < (int)from ? ~(1u << k) : ~0u;
    }

    word behind[each];
    const int first = from > 0 ? (int)from - 1 : 0;
#pragma unroll
    for (int k = 0; k < each; k++)
        behind[k] = k * 32 + lane >= first && k * 32 + lane < before ? seen[k].value() : OP::neutral;
    const carry start = from > 0 || group == 0 ? init : prefix.value();
    return fold_window<OP>(start, behind, shared, first, before - first);
}

} // namespace prefix_cuda

#endif

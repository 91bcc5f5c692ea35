/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/stages.h"

/* Bytes in flight that suffice. */
#define AHEAD_BYTES ((size_t)64 << 10)

/*
 * Warps wait for every other tile, or less than all, by the parity of a stage's barrier. When one comes to a tile, that
 * which had the stage before must have landed: fewer tiles fly than there are stages, by two. Of two stages, for which
 * loaders are many, warps ask the claimer first.
 */
size_t prefix__cuda_fit_stages(size_t room, size_t stage, size_t tile, size_t pieces, size_t least,
                               struct prefix__cuda_scan *scan)
{
    size_t stages = room / stage, ahead = AHEAD_BYTES / (tile / pieces);
    if (stages > PREFIX__CUDA_RING_STAGES_MAX)
        stages = PREFIX__CUDA_RING_STAGES_MAX;
    if (stages < least)
        return 0;
    if (least > 2 && ahead > (stages - 2) * pieces)
        ahead = (stages - 2) * pieces;
    scan->ring_stages = (uint8_t)stages;
    scan->ring_pieces = (uint8_t)pieces;
    scan->ring_ahead = (uint8_t)ahead;
    return stages;
}

uint32_t prefix__cuda_ring_stride(uint64_t tiles, uint32_t aggregate_words)
{
    uint64_t groups = (tiles - 1) / (32 * PREFIX__CUDA_RING_SPREAD) + 1;
    uint64_t words = groups * 32 * aggregate_words;
    return (uint32_t)(words > PREFIX__CUDA_RING_STRIDE_LEAST ? words : PREFIX__CUDA_RING_STRIDE_LEAST);
}

size_t prefix__cuda_ring_bytes(uint32_t stride)
{
    return (PREFIX__CUDA_HEADER_WORDS + (size_t)PREFIX__CUDA_RING_SPREAD * stride) * sizeof(uint64_t);
}

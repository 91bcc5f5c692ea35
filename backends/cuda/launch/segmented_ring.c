/* SPDX-License-Identifier: BSD-3-Clause */
/* The persistent blocks of segments/ring.cuh: what they take, and the stages in which they do. */
#include "launch/segmented_ring.h"

#include "plan/stages.h"

int prefix__cuda_segmented_is_in_packets(const struct prefix__cuda_segmented *params)
{
    return !params->scan.reverse && (uintptr_t)params->scan.in % PREFIX__CUDA_RING_PACKET == 0;
}

int prefix__cuda_segmented_is_plain(const struct prefix__cuda_segmented *params)
{
    const struct prefix__cuda_scan *scan = &params->scan;
    return prefix__cuda_segmented_is_in_packets(params) && scan->in_size >= 4 && scan->in_size == params->out_size &&
           scan->map == PREFIX__CUDA_MAP_NONE;
}

int prefix__cuda_segmented_is_by_word(const struct prefix__cuda_segmented *params)
{
    const uint64_t ones = ~(uint64_t)0 >> (64 - 8 * params->out_size);
    return params->form == PREFIX_HEADS_KEYS && params->head_size == params->out_size &&
           (params->mask & params->range & ones) == ones;
}

/* Bytes of what tells of the segments of a tile; offsets will be bits. */
static size_t heads_bytes(const struct prefix__cuda_segmented *params, uint32_t tile)
{
    return params->form == PREFIX_HEADS_BITS || params->form == PREFIX_HEADS_OFFSETS ? tile / 8
                                                                                     : (size_t)tile * params->head_size;
}

/* Stages of what tells of segments are soon free again: few suffice where they are large. */
static size_t heads_stages(size_t bytes)
{
    return bytes > (size_t)16 << 10 ? 2 : bytes > (size_t)2 << 10 ? 4 : PREFIX__CUDA_SEGMENTED_STAGES_MAX;
}

int prefix__cuda_segmented_ring(const struct prefix_session *session, const struct prefix__cuda_ring_room *room,
                                uint32_t tile_elements, uint32_t aggregate_words, struct prefix__cuda_segmented *params,
                                struct prefix__cuda_grid *grid)
{
    struct prefix__cuda_scan *scan = &params->scan;
    const size_t tile = (size_t)tile_elements * scan->in_size, told = heads_bytes(params, tile_elements);
    const size_t stage = tile + PREFIX__CUDA_SEGMENTED_BITS;
    const size_t beside = heads_stages(told) * PREFIX__CUDA_RING_STAGE(told, params->form == PREFIX_HEADS_KEYS);
    if (room->bytes < beside)
        return 0;
    const size_t stages = prefix__cuda_fit_stages(room->bytes - beside, stage, tile, PREFIX__CUDA_STAGES_PIECES,
                                                  PREFIX__CUDA_STAGES_LEAST, scan);
    if (stages == 0)
        return 0;
    params->heads_stages = (uint8_t)heads_stages(told);
    scan->ring_stride = prefix__cuda_ring_stride(scan->tiles, aggregate_words);
    grid->shared = stages * stage + beside;
    if (grid->blocks > session->multiprocessors)
        grid->blocks = session->multiprocessors;
    return 1;
}

uint64_t prefix__cuda_cut_words(const struct prefix__cuda_segmented_kernel *kernel, uint64_t tiles)
{
    const uint64_t groups = (tiles - 1) / PREFIX__CUDA_GROUP + 1;
    return (tiles * kernel->aggregate_words + 1) / 2 * 2 + groups * kernel->prefix_words;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* How a persistent block, see pipeline/ring.cuh, uses its shared memory. */
#ifndef PREFIX_CUDA_PLAN_STAGES_H
#define PREFIX_CUDA_PLAN_STAGES_H

#include "params/scan_params.h"

/*
 * Bytes beyond which persistent blocks, whose start is longer, are the faster ones: where the kernels for small arrays
 * end, on whatever GPU. Lowered, in a build to test them on small arrays.
 */
#ifndef PREFIX__CUDA_RING_BEYOND
#define PREFIX__CUDA_RING_BEYOND ((uint64_t)16 << 20)
#endif

/* Pieces that a tile is copied in, and stages in which the roles work side by side, at least. */
#define PREFIX__CUDA_STAGES_PIECES 4
#define PREFIX__CUDA_STAGES_LEAST 3

/*
 * Sets the stages, pieces and what may be in flight, if so many bytes are enough for at least so many stages of tiles
 * of so many bytes. Returns the stages, or 0.
 */
size_t prefix__cuda_fit_stages(size_t room, size_t stage, size_t tile, size_t pieces, size_t least,
                               struct prefix__cuda_scan *scan);
/* Words between the places over which aggregates are spread. */
uint32_t prefix__cuda_ring_stride(uint64_t tiles, uint32_t aggregate_words);
/* Of the workspace that they need. */
size_t prefix__cuda_ring_bytes(uint32_t stride);

#endif

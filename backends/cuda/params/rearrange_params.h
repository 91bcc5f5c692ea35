/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernel is told that moves elements from some places to others: plain data, shared by host and kernel. */
#ifndef PREFIX_CUDA_PARAMS_REARRANGE_PARAMS_H
#define PREFIX_CUDA_PARAMS_REARRANGE_PARAMS_H

#include "params/batch_params.h"

/* Sides of a tile, blocks on a multiprocessor, and dimensions: those of a batch, and the one along its rows. */
#define PREFIX__CUDA_REARRANGE_SIDE 32
#define PREFIX__CUDA_REARRANGE_BLOCKS 8
#define PREFIX__CUDA_REARRANGE_DIMS (PREFIX__CUDA_BATCH_DIMS + 1)

/* Steps are in units, of which an element has several. */
struct prefix__cuda_rearrange {
    const void *in;
    void *out;
    uint64_t tiles;
    uint64_t across_tiles, along_tiles; /* of both sides of a tile */
    /*
     * A tile is of these two: along the first neighbours are read, and along the second they are written; is_same: the
     * first does for both. Others are in no order.
     */
    struct prefix__cuda_batch_dim across, along;
    struct prefix__cuda_batch_dim rest[PREFIX__CUDA_REARRANGE_DIMS];
    uint32_t dims; /* of the rest */
    uint32_t units;
    uint32_t is_same;
};

#endif

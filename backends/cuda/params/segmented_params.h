/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel of segments is told: plain data, shared by the host side (C) and the kernels (CUDA C++). */
#ifndef PREFIX_CUDA_PARAMS_SEGMENTED_PARAMS_H
#define PREFIX_CUDA_PARAMS_SEGMENTED_PARAMS_H

#include "params/scan_params.h"

struct prefix__cuda_segmented {
    /*
     * in, out, n, tiles, the workspace; how elements are converted, mapped and rounded; exclusive, reverse.
     * carry is what stands before the first element of each segment. Without out, the total is an array.
     */
    struct prefix__cuda_scan scan;
    const void *heads; /* flags, bits, offsets or keys */
    uint64_t first;    /* bits: that of the first element */
    uint64_t segments; /* offsets: there is one more */
    uint64_t mask;     /* keys: as struct prefix_heads has them */
    uint64_t range;
    uint8_t form;         /* of enum prefix_heads_form */
    uint8_t head_size;    /* bytes of an offset or a key */
    uint8_t out_size;     /* of an element of the output */
    uint8_t heads_stages; /* of a persistent block: as ring_stages, of what tells of segments */
};

#define PREFIX__CUDA_SEGMENTED_STAGES_MAX 6

/* Bytes of the bits of a tile in a persistent block: each of 256 lanes has a word of its own. */
#define PREFIX__CUDA_SEGMENTED_BITS 1024

/* Bytes between a block's marks and its list of places, or behind a tile in which nothing is marked. */
#define PREFIX__CUDA_TOTALS_SPACE 64

/* Of segments each of which is reduced; out gets the totals. The workspace is as grid/claim.cuh has it. */
struct prefix__cuda_segment_totals {
    struct prefix__cuda_segmented segmented;
    const uint64_t *before; /* of each tile, and behind the last: see reduce_by_offset/search.cuh */
    void *leads;            /* what each tile adds to the segment that ends there first, and began before */
    uint32_t tile;          /* elements that a block takes */
    uint32_t list;          /* places of offsets for which it has room */
};

/* By enum prefix_heads_form, keys being of as many bytes as elements and compared as bits. */
#define PREFIX__CUDA_WAVE_FORMS 5

/* Of kernels for large arrays: for elements of any kind, which become words, and for those that are words. */
enum { PREFIX__CUDA_ANY, PREFIX__CUDA_PLAIN, PREFIX__CUDA_FORMATS };

#endif

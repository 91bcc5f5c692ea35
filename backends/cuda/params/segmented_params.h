/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel of segments is told: plain data, shared by the host side (C) and the kernels (CUDA C++). */
#ifndef PREFIX_CUDA_PARAMS_SEGMENTED_PARAMS_H
#define PREFIX_CUDA_PARAMS_SEGMENTED_PARAMS_H

#include "params/scan_params.h"

#ifdef __cplusplus
extern "C" {
#endif

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

struct prefix__cuda_segmented_kernel {
    const void *function;                   /* void (struct prefix__cuda_segmented) */
    const void *plain;                      /* likewise, for elements as they are, */
    const void *by_key;                     /* and by keys of as many bytes: see segments/segmented.cuh; */
    const void *ring[PREFIX__CUDA_FORMATS]; /* and persistent ones, for large arrays, or NULL: segments/ring.cuh; */
    /* and as the second, for no more tiles than there are multiprocessors, by form: see segments/wave.cuh. */
    const void *waves[PREFIX__CUDA_WAVE_FORMS];
    uint32_t threads; /* of the first three */
    uint32_t ring_threads;
    uint32_t wave_threads;
    uint32_t tile;            /* elements a block takes */
    uint32_t results;         /* bytes of shared memory for those of a tile, which a reduction needs */
    uint32_t aggregate_words; /* 64-bit words of a tile's descriptor */
    uint32_t prefix_words;    /* of a group's */
};

/* The kernels that reduce by key, void (struct prefix__cuda_runs_reduce). */
struct prefix__cuda_by_key_kernel {
    const void *function; /* see reduce_by_key/reduce.cuh; */
    const void *plain;    /* or NULL: the same for words, */
    const void *small;    /* and with more threads, for as many tiles as there are multiprocessors */
    uint32_t threads;
    uint32_t small_threads;
    uint32_t shared; /* bytes of shared memory of these */
    /* Of words, or NULL: the persistent one, see reduce_by_key/ring.cuh, */
    const void *ring;
    uint32_t ring_threads;
    uint32_t ring_words; /* of a tile's descriptor */
    /* and the one for short runs, see reduce_by_key/tiles.cuh, which is launched behind it. */
    const void *tiles;
    uint32_t tiles_threads;
    uint32_t tiles_blocks; /* on a multiprocessor */
};

/* Those that reduce segments of offsets, void (struct prefix__cuda_segment_totals): reduce_by_offset/totals.cuh. */
struct prefix__cuda_by_offset_kernel {
    const void *functions[PREFIX__CUDA_FORMATS];
    const void *join;
    uint32_t threads;
    uint32_t marks; /* whether they mark places: reduce_by_offset/marks.cuh */
    uint32_t tile;  /* as of those that scan, */
    uint32_t results;
};

/*
 * By operator, on words of 64 bits or else 32: elements of less than 32 bits are computed in words of 32, and floats of
 * two bytes in f32.
 */
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_sum(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_product(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_max(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_or(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_xor(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_sum_float(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_product_float(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_sum(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_product(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_max(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_or(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_xor(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_sum_float(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_product_float(int wide);
const struct prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_sum(int wide);
const struct prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_max(int wide);
const struct prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_sum_float(int wide);

#ifdef __cplusplus
}
#endif

#endif

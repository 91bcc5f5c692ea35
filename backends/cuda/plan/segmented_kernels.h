/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of segments, and of reductions by key and by offsets, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_SEGMENTED_KERNELS_H
#define PREFIX_CUDA_PLAN_SEGMENTED_KERNELS_H

#include "params/segmented_params.h"

#ifdef __cplusplus
extern "C" {
#endif

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

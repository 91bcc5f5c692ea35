/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of sorts, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_SORT_KERNELS_H
#define PREFIX_CUDA_PLAN_SORT_KERNELS_H

#include <stddef.h>

#include "params/sort_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* void (struct prefix__cuda_sort); a pass takes tiles of so many elements, with so much shared memory a block. */
struct prefix__cuda_sort_pass {
    const void *kernel;
    uint32_t tile;
    size_t shared;
};

struct prefix__cuda_sort_kernels {
    const void *small; /* one block that sorts up to so many elements */
    uint32_t small_most;
    const void *histogram;
    uint32_t histogram_threads, histogram_chunk; /* chunk: what a block takes at once */
    uint32_t counters;                           /* of a block, of four bytes, all digits' together */
    const void *values;                          /* counts by two bytes, and not by digits, or NULL */
    uint32_t values_threads;
    size_t values_shared;
    const void *fill; /* writes the keys from their counts, or NULL */
    uint32_t fill_threads;
    uint32_t threads; /* of a block of small, and of passes */
    /* The second is for large arrays, on devices that have as much shared memory; else it is the first. */
    struct prefix__cuda_sort_pass passes[2];
    /* void (struct prefix__cuda_sort, struct prefix__cuda_sort_segments), in this order, of as many threads. */
    const void *look, *by_warps, *by_blocks, *in_passes;
    size_t in_passes_shared;
};

/* By the bytes of a key, 1 to 8, and of what goes with it: 0, 4 or 8. */
const struct prefix__cuda_sort_kernels *prefix__cuda_sort_kernels_of(size_t key, int is_float, size_t value);

/* void (struct prefix__cuda_gather), and void (struct prefix__cuda_sort_places). */
const void *prefix__cuda_gather_kernel(uint32_t *threads);
const void *prefix__cuda_sort_places_kernel(uint32_t *threads);

#ifdef __cplusplus
}
#endif

#endif

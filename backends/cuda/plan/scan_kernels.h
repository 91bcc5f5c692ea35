/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels that scan, as kernels/ has them and as the host must know them. */
#ifndef PREFIX_CUDA_PLAN_SCAN_KERNELS_H
#define PREFIX_CUDA_PLAN_SCAN_KERNELS_H

#include "params/scan_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A persistent kernel, and what the host must know of it. */
struct prefix__cuda_ring_kernel {
    const void *function; /* void (struct prefix__cuda_scan); NULL: there is none of the kind */
    uint32_t threads;
    uint32_t shared; /* bytes of shared memory besides the stages */
    uint32_t tiles;  /* that a block takes at once */
};

/* A kernel, and what the host must know of it. */
struct prefix__cuda_kernel {
    const void *function; /* void (struct prefix__cuda_scan) */
    const void *small;    /* likewise, for plain scans of small arrays: see scan/scan.cuh */
    struct prefix__cuda_ring_kernel ring[PREFIX__CUDA_RING_KINDS]; /* for large arrays: see scan/ring_scan.cuh */
    const void *reduce;      /* likewise, for the total of many tiles: see scan/reduce.cuh */
    const void *lines;       /* void (struct prefix__cuda_batch), for lines of neighbours: see batch/lines.cuh */
    const void *short_lines; /* likewise, of packed ones: see batch/short_lines.cuh */
    uint32_t threads;
    uint32_t small_threads;
    uint32_t reduce_threads;
    uint32_t reduce_blocks;   /* on a multiprocessor */
    uint32_t out_size;        /* bytes of an element of the accumulator */
    uint32_t tile;            /* elements a block takes at once */
    uint32_t aggregate_words; /* 64-bit words of a tile's descriptor */
    uint32_t prefix_words;    /* of a group's */
};

/* The kernels of one operator, by width of the accumulator: 8, 16, 32 and 64 bits, 0 to 3. */
const struct prefix__cuda_kernel *prefix__cuda_kernel_sum(int width);
const struct prefix__cuda_kernel *prefix__cuda_kernel_product(int width);
const struct prefix__cuda_kernel *prefix__cuda_kernel_max(int width);
const struct prefix__cuda_kernel *prefix__cuda_kernel_or(int width);
const struct prefix__cuda_kernel *prefix__cuda_kernel_xor(int width);
const struct prefix__cuda_kernel *prefix__cuda_kernel_sum_float(int width);     /* 32 and 64 */
const struct prefix__cuda_kernel *prefix__cuda_kernel_product_float(int width); /* likewise */

#ifdef __cplusplus
}
#endif

#endif

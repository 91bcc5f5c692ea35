/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of strips of a batch, as kernels/ has them and as the host must know them. */
#ifndef PREFIX_CUDA_PLAN_BATCH_KERNELS_H
#define PREFIX_CUDA_PLAN_BATCH_KERNELS_H

#include "params/batch_params.h"

#ifdef __cplusplus
extern "C" {
#endif

struct prefix__cuda_strip_kernel {
    const void *function;    /* void (struct prefix__cuda_batch): see batch/strips.cuh, */
    const void *tile_totals; /* and, likewise, */
    const void *carries;     /* batch/carries.cuh */
    /* Likewise, both passes for so many lines less 2, or NULL: batch/tuples.cuh. */
    const void *tuple_totals[PREFIX__CUDA_TUPLE_LINES - 1], *tuple_scan[PREFIX__CUDA_TUPLE_LINES - 1];
    uint32_t tile_totals_threads;
    uint32_t carries_threads;
    uint32_t piece;       /* elements of a thread */
    uint32_t word, carry; /* bytes of each */
    uint32_t row_words;   /* 64-bit words of a descriptor of a word, */
    uint32_t tile_words;  /* and of a carry */
};

/* By operator, on words of 64 bits or else 32, as in segments. */
const struct prefix__cuda_strip_kernel *prefix__cuda_strip_sum(int wide);
const struct prefix__cuda_strip_kernel *prefix__cuda_strip_product(int wide);
const struct prefix__cuda_strip_kernel *prefix__cuda_strip_max(int wide);
const struct prefix__cuda_strip_kernel *prefix__cuda_strip_or(int wide);
const struct prefix__cuda_strip_kernel *prefix__cuda_strip_xor(int wide);
const struct prefix__cuda_strip_kernel *prefix__cuda_strip_sum_float(int wide);
const struct prefix__cuda_strip_kernel *prefix__cuda_strip_product_float(int wide);

#ifdef __cplusplus
}
#endif

#endif

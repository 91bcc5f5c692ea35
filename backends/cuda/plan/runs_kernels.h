/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of runs, of their lengths and offsets, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_RUNS_KERNELS_H
#define PREFIX_CUDA_PLAN_RUNS_KERNELS_H

#include "params/runs_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kernels: void (struct prefix__cuda_runs_bits), by bytes of a key; */
const void *prefix__cuda_runs_bits_kernel(size_t size, uint32_t *threads);
/* void (begins, lengths, count, capacity), by bytes of an index; */
const void *prefix__cuda_runs_lengths_kernel(size_t size, uint32_t *threads);
/* void (struct prefix__cuda_head_bits), by bytes of an offset; */
const void *prefix__cuda_head_bits_kernel(size_t size, uint32_t *threads);
/* void (struct prefix__cuda_totals_search); so many lanes take a tile; */
const void *prefix__cuda_totals_search_kernel(uint32_t *threads, uint32_t *lanes);
/* void (struct prefix__cuda_expand, sums), by bytes of a length; */
const void *prefix__cuda_expand_sums_kernel(size_t size, uint32_t *threads);
/* void (struct prefix__cuda_expand), by bytes of a value, which takes tiles of so many; */
const void *prefix__cuda_expand_kernel(size_t size, uint32_t *threads, uint32_t *tile);
/* void (ends, chunks, wraps); */
const void *prefix__cuda_expand_wraps_kernel(uint32_t *threads);
/* void (struct prefix__cuda_few, to). */
const void *prefix__cuda_few_kernel(uint32_t *threads);

#ifdef __cplusplus
}
#endif

#endif

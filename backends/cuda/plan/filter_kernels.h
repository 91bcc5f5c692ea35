/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of filters, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_FILTER_KERNELS_H
#define PREFIX_CUDA_PLAN_FILTER_KERNELS_H

#include "params/filter_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* void (struct prefix__cuda_filter) each: strands, by blocks of PREFIX__CUDA_FILTER_STRANDS threads; */
const void *prefix__cuda_filter_kernel(uint32_t order, uint32_t sections);
/* and the states before the groups of rows, by blocks of a warp. */
const void *prefix__cuda_filter_chain_kernel(void);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of missing elements, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_MISSING_KERNELS_H
#define PREFIX_CUDA_PLAN_MISSING_KERNELS_H

#include <stddef.h>

#include "params/missing_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kernels: void (struct prefix__cuda_fill), by bytes of an element of the input; */
const void *prefix__cuda_fill_kernel(size_t size, uint32_t *threads);
/* void (struct prefix__cuda_blank), by bytes of a unit. */
const void *prefix__cuda_blank_kernel(size_t size, uint32_t *threads);

#ifdef __cplusplus
}
#endif

#endif

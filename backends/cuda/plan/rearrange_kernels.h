/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel that moves elements, as kernels/ has it. */
#ifndef PREFIX_CUDA_PLAN_REARRANGE_KERNELS_H
#define PREFIX_CUDA_PLAN_REARRANGE_KERNELS_H

#include <stddef.h>

#include "params/rearrange_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* void (struct prefix__cuda_rearrange), by bytes of a unit: 1, 2, 4, 8 or 16. */
const void *prefix__cuda_rearrange_kernel(size_t unit, uint32_t *threads);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel of histograms, as kernels/ has it. */
#ifndef PREFIX_CUDA_PLAN_HISTOGRAM_KERNELS_H
#define PREFIX_CUDA_PLAN_HISTOGRAM_KERNELS_H

#include <stddef.h>

#include "params/histogram_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* void (struct prefix__cuda_histogram), by the bytes of an element, with tables of 32-bit counts in shared memory. */
const void *prefix__cuda_histogram_kernel(size_t element, int is_float, uint32_t *threads);

#ifdef __cplusplus
}
#endif

#endif

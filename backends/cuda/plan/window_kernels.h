/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of moving windows, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_WINDOW_KERNELS_H
#define PREFIX_CUDA_PLAN_WINDOW_KERNELS_H

#include <stddef.h>

#include "params/window_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* void (struct prefix__cuda_window): by scan.kernel as prefix__cuda_word_lower() gives it; floats are wide. */
const void *prefix__cuda_window_kernel(unsigned int which, uint32_t *threads);

/* void (struct prefix__cuda_difference) each: tiles' last elements are saved, and all are done. */
struct prefix__cuda_difference_kernels {
    const void *save, *subtract;
    uint32_t threads;
};
const struct prefix__cuda_difference_kernels *prefix__cuda_difference_kernels_of(int is_float, int wide);

/* void (struct prefix__cuda_row_difference), for elements of so many bytes; NULL: there is none. */
const void *prefix__cuda_row_difference_kernel(int is_float, size_t size, uint32_t *threads);

#ifdef __cplusplus
}
#endif

#endif

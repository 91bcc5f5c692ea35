/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of the catalogue, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_CATALOGUE_KERNELS_H
#define PREFIX_CUDA_PLAN_CATALOGUE_KERNELS_H

#include "params/catalogue_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One algorithm of a block, or the serial one: void (struct prefix__cuda_pass). */
struct prefix__cuda_pass_kernel {
    const void *function;
    uint32_t threads;
    uint32_t tile; /* elements */
};

/*
 * By enum prefix_algorithm, NULL where there is none: sums of f32 and less, whose carries are wider, and any operator,
 * told at run time, on words of 32 and of 64 bits.
 */
const struct prefix__cuda_pass_kernel *prefix__cuda_catalogue_sum_float(int algorithm);
const struct prefix__cuda_pass_kernel *prefix__cuda_catalogue_any32(int algorithm);
const struct prefix__cuda_pass_kernel *prefix__cuda_catalogue_any64(int algorithm);

#ifdef __cplusplus
}
#endif

#endif

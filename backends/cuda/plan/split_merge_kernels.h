/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of the historic sort, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_SPLIT_MERGE_KERNELS_H
#define PREFIX_CUDA_PLAN_SPLIT_MERGE_KERNELS_H

#include "params/split_merge_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* void (struct prefix__cuda_split) and void (struct prefix__cuda_merge); a block of each has as many threads. */
struct prefix__cuda_split_merge_set {
    const void *split, *merge;
    uint32_t chunk;
};

const struct prefix__cuda_split_merge_set *prefix__cuda_split_merge_kernels(void);

#ifdef __cplusplus
}
#endif

#endif

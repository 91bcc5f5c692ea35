/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of selections, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_SELECT_KERNELS_H
#define PREFIX_CUDA_PLAN_SELECT_KERNELS_H

#include "params/select_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A kernel, in general void (struct prefix__cuda_select). */
struct prefix__cuda_select_kernel {
    const void *function;
    uint32_t threads;
    uint32_t tile; /* elements a block takes at once */
};

#define PREFIX__CUDA_SELECT_RINGS 4

/* Those for elements of one size. */
struct prefix__cuda_select_kernels {
    /* With look-back, if none but the selected are to be stored, and by larger blocks; and if more is. */
    struct prefix__cuda_select_kernel kept;
    struct prefix__cuda_select_kernel large;
    struct prefix__cuda_select_kernel general;
    struct prefix__cuda_select_kernel runs;
    /* Runs in one wave: see runs/encode.cuh. */
    struct prefix__cuda_select_kernel encode;
    /* A partition in one launch, by how many, too: of many, tiles come again; else see select/partition.cuh. */
    struct prefix__cuda_select_kernel partitions[3];
    /* Of a large one: void (struct prefix__cuda_select, counts), and then with their sums. */
    struct prefix__cuda_select_kernel partition_count;
    struct prefix__cuda_select_kernel partition_put;
    /* For large arrays: of the selected elements, of these and the rejected, of all else besides; and of runs. */
    struct prefix__cuda_select_kernel ring[PREFIX__CUDA_SELECT_RINGS];
};

/* By size of an element, 1, 2, 4 and 8 bytes: 0 to 3. */
const struct prefix__cuda_select_kernels *prefix__cuda_select_kernels_of(int width);

/* See select/behind.cuh. */
const struct prefix__cuda_select_kernel *prefix__cuda_behind_kernel(void);

#ifdef __cplusplus
}
#endif

#endif

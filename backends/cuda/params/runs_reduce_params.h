/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel that reduces by key is told: shared by the host side (C) and the kernels (CUDA C++). */
#ifndef PREFIX_CUDA_PARAMS_RUNS_REDUCE_PARAMS_H
#define PREFIX_CUDA_PARAMS_RUNS_REDUCE_PARAMS_H

#include "params/segmented_params.h"

/* Bytes of keys for which reduce_by_key/tiles.cuh has room behind a tile's elements: a multiprocessor has four blocks.
 */
#define PREFIX__CUDA_RUNS_LISTED 22528

struct prefix__cuda_runs_reduce {
    struct prefix__cuda_segmented segmented; /* out gets the aggregates; keys lie elsewhere than all outputs */
    void *unique;                            /* or NULL */
    uint64_t *count;
    uint64_t capacity; /* of both outputs */
    uint64_t *counts;  /* a second workspace, within the first, for how many runs there are */
};

#endif

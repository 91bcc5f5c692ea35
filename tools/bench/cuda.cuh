/* SPDX-License-Identifier: BSD-3-Clause */
/* What the peers on a GPU have in common. */
#ifndef PREFIX_TOOLS_BENCH_CUDA_CUH
#define PREFIX_TOOLS_BENCH_CUDA_CUH

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

static inline void must(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "pfx: CUDA: %s\n", cudaGetErrorString(error));
    exit(1);
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Errors of CUDA that are none of the library's: they end a test. */
#ifndef CUDA_CHECK_H
#define CUDA_CHECK_H

#include <cuda_runtime_api.h>

#include "../support/support.h"

static inline void cuda(cudaError_t error)
{
    if (error != cudaSuccess)
        bail_out("CUDA: %s", cudaGetErrorString(error));
}

#endif

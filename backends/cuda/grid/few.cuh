/* SPDX-License-Identifier: BSD-3-Clause */
/* A few bytes, a thread for each. */
#ifndef PREFIX_CUDA_GRID_FEW_CUH
#define PREFIX_CUDA_GRID_FEW_CUH

#include "params/few.h"

namespace prefix_cuda
{

constexpr int few_threads = PREFIX__CUDA_FEW;

__global__ void __launch_bounds__(few_threads)
    few_kernel(const __grid_constant__ prefix__cuda_few few, unsigned char *to)
{
    if (threadIdx.x < few.count)
        to[threadIdx.x] = few.bytes[threadIdx.x];
}

} // namespace prefix_cuda

#endif

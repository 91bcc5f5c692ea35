/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_GRID_BRING_NEAR_CUH
#define PREFIX_CUDA_GRID_BRING_NEAR_CUH

#include <stdint.h>

namespace prefix_cuda
{

/*
 * Has a kernel's parameters brought near while the kernel before ends: a launch has them anew in memory, from where
 * they otherwise come when they are first looked at. anywhere: shared memory, which may change.
 */
template <class PARAMETERS> __device__ inline void bring_near(const PARAMETERS &parameters, uint32_t *anywhere)
{
    const uint32_t *words = (const uint32_t *)&parameters;
    uint32_t sum = 0;
#pragma unroll
    for (int i = 0; i < (int)(sizeof parameters / sizeof *words); i += 16)
        sum += words[i];
    if (sum == 0x9e3779b9) /* or not: something has to depend on it */
        *anywhere = sum;
}

} // namespace prefix_cuda

#endif

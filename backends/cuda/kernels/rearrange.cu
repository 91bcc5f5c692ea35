/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/rearrange_kernels.h"
#include "batch/rearrange.cuh"

const void *prefix__cuda_rearrange_kernel(size_t unit, uint32_t *threads)
{
    using namespace prefix_cuda;
    *threads = rearrange_threads;
    switch (unit) {
    case 1:
        return (const void *)rearrange_kernel<uint8_t>;
    case 2:
        return (const void *)rearrange_kernel<uint16_t>;
    case 4:
        return (const void *)rearrange_kernel<uint32_t>;
    case 8:
        return (const void *)rearrange_kernel<uint64_t>;
    default:
        return (const void *)rearrange_kernel<uint4>;
    }
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "filters/filter.cuh"
#include "plan/filter_kernels.h"

const void *prefix__cuda_filter_kernel(uint32_t order, uint32_t sections)
{
    using namespace prefix_cuda;
    if (sections > 0)
        return (const void *)filter_kernel<section_filter>;
    switch (order) {
    case 1:
        return (const void *)filter_kernel<direct_filter<1>>;
    case 2:
        return (const void *)filter_kernel<direct_filter<2>>;
    default:
        return (const void *)filter_kernel<direct_filter<0>>;
    }
}

const void *prefix__cuda_filter_chain_kernel(void)
{
    return (const void *)prefix_cuda::filter_chain_kernel;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "catalogue/split_merge.cuh"
#include "plan/split_merge_kernels.h"

const prefix__cuda_split_merge_set *prefix__cuda_split_merge_kernels(void)
{
    static const prefix__cuda_split_merge_set kernels = {(const void *)prefix_cuda::split_kernel,
                                                         (const void *)prefix_cuda::merge_kernel,
                                                         prefix_cuda::split_merge_chunk};
    return &kernels;
}

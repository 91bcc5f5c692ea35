/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/by_offset_kernels.cuh"
#include "word/ordered.cuh"

const prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_sum_float(int wide)
{
    return wide ? prefix_cuda::by_offset_kernel_of<prefix_cuda::float_sum64>()
                : prefix_cuda::by_offset_kernel_of<prefix_cuda::float_sum32>();
}

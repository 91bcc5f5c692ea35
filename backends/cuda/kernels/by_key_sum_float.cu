/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/by_key_kernels.cuh"
#include "word/ordered.cuh"

const prefix__cuda_by_key_kernel *prefix__cuda_by_key_sum_float(int wide)
{
    return wide ? prefix_cuda::by_key_kernel_of<prefix_cuda::float_sum64>()
                : prefix_cuda::by_key_kernel_of<prefix_cuda::float_sum32>();
}

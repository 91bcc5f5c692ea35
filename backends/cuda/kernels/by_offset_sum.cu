/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/by_offset_kernels.cuh"
#include "word/integer.cuh"

template <int BITS> using sum_operator = prefix_cuda::integer<PREFIX__CUDA_SUM, BITS>;

const prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_sum(int wide)
{
    return prefix_cuda::by_offset_kernel_of_width<sum_operator>(wide);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "../device/kernels.cuh"
#include "../word/integer.cuh"

template <int BITS> using and_operator = prefix_cuda::integer<PREFIX__CUDA_AND, BITS>;

const prefix__cuda_kernel *prefix__cuda_kernel_and(int width)
{
    return prefix_cuda::kernel_of_width<and_operator>(width);
}

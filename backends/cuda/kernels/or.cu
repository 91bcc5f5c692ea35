/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/scan_kernels.cuh"
#include "word/integer.cuh"

template <int BITS> using or_operator = prefix_cuda::integer<PREFIX__CUDA_OR, BITS>;

const prefix__cuda_kernel *prefix__cuda_kernel_or(int width)
{
    return prefix_cuda::kernel_of_width<or_operator>(width);
}

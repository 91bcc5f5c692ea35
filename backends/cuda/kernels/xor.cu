/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/scan_kernels.cuh"
#include "word/integer.cuh"

template <int BITS> using xor_operator = prefix_cuda::integer<PREFIX__CUDA_XOR, BITS>;

const prefix__cuda_kernel *prefix__cuda_kernel_xor(int width)
{
    return prefix_cuda::kernel_of_width<xor_operator>(width);
}

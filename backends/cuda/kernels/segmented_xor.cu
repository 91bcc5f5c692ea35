/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/segmented_kernels.cuh"
#include "word/integer.cuh"

template <int BITS> using xor_operator = prefix_cuda::integer<PREFIX__CUDA_XOR, BITS>;

const prefix__cuda_segmented_kernel *prefix__cuda_segmented_xor(int wide)
{
    return prefix_cuda::segmented_kernel_of_width<xor_operator>(wide);
}

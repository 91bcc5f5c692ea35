/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/segmented_kernels.cuh"
#include "word/integer.cuh"

template <int BITS> using max_operator = prefix_cuda::integer<PREFIX__CUDA_MAX, BITS>;

const prefix__cuda_segmented_kernel *prefix__cuda_segmented_max(int wide)
{
    return prefix_cuda::segmented_kernel_of_width<max_operator>(wide);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/by_offset_kernels.cuh"
#include "word/integer.cuh"

template <int BITS> using max_operator = prefix_cuda::integer<PREFIX__CUDA_MAX, BITS>;

const prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_max(int wide)
{
    return prefix_cuda::by_offset_kernel_of_width<max_operator>(wide);
}

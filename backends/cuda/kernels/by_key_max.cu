/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/by_key_kernels.cuh"
#include "word/integer.cuh"

template <int BITS> using max_operator = prefix_cuda::integer<PREFIX__CUDA_MAX, BITS>;

const prefix__cuda_by_key_kernel *prefix__cuda_by_key_max(int wide)
{
    return prefix_cuda::by_key_kernel_of_width<max_operator>(wide);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/batch_kernels.cuh"
#include "word/integer.cuh"
#include "word/ordered.cuh"

template <int BITS> using sum_operator = prefix_cuda::integer<PREFIX__CUDA_SUM, BITS>;

const prefix__cuda_strip_kernel *prefix__cuda_strip_sum(int wide)
{
    return prefix_cuda::strip_kernel_of_width<sum_operator>(wide);
}

const prefix__cuda_strip_kernel *prefix__cuda_strip_sum_float(int wide)
{
    return wide ? prefix_cuda::strip_kernel_of<prefix_cuda::float_sum64>()
                : prefix_cuda::strip_kernel_of<prefix_cuda::float_sum32>();
}

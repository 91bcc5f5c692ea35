/* SPDX-License-Identifier: BSD-3-Clause */
#include "../device/kernels.cuh"
#include "../word/integer.cuh"

template <int BITS> using min_signed_operator = prefix_cuda::integer<PREFIX__CUDA_MIN_SIGNED, BITS>;

const prefix__cuda_kernel *prefix__cuda_kernel_min_signed(int width)
{
    return prefix_cuda::kernel_of_width<min_signed_operator>(width);
}

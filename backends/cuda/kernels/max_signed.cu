/* SPDX-License-Identifier: BSD-3-Clause */
#include "../device/kernels.cuh"
#include "../word/integer.cuh"

template <int BITS> using max_signed_operator = prefix_cuda::integer<PREFIX__CUDA_MAX_SIGNED, BITS>;

const prefix__cuda_kernel *prefix__cuda_kernel_max_signed(int width)
{
    return prefix_cuda::kernel_of_width<max_signed_operator>(width);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/scan_kernels.cuh"
#include "word/integer.cuh"

template <int BITS> using product_operator = prefix_cuda::integer<PREFIX__CUDA_PRODUCT, BITS>;

const prefix__cuda_kernel *prefix__cuda_kernel_product(int width)
{
    return prefix_cuda::kernel_of_width<product_operator>(width);
}

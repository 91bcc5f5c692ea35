/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/segmented_kernels.cuh"
#include "word/integer.cuh"

template <int BITS> using product_operator = prefix_cuda::integer<PREFIX__CUDA_PRODUCT, BITS>;

const prefix__cuda_segmented_kernel *prefix__cuda_segmented_product(int wide)
{
    return prefix_cuda::segmented_kernel_of_width<product_operator>(wide);
}

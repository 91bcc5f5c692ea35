/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/segmented_kernels.cuh"
#include "word/ordered.cuh"

const prefix__cuda_segmented_kernel *prefix__cuda_segmented_product_float(int wide)
{
    return wide ? prefix_cuda::segmented_kernel_of<prefix_cuda::float_product64>()
                : prefix_cuda::segmented_kernel_of<prefix_cuda::float_product32>();
}

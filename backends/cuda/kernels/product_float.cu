/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/scan_kernels.cuh"
#include "word/ordered.cuh"

const prefix__cuda_kernel *prefix__cuda_kernel_product_float(int width)
{
    return width == 2 ? prefix_cuda::kernel_of<prefix_cuda::float_product32>()
                      : prefix_cuda::kernel_of<prefix_cuda::float_product64>();
}

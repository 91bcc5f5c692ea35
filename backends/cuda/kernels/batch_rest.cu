/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/batch_kernels.cuh"
#include "word/integer.cuh"
#include "word/ordered.cuh"

template <int BITS> using product_operator = prefix_cuda::integer<PREFIX__CUDA_PRODUCT, BITS>;
template <int BITS> using max_operator = prefix_cuda::integer<PREFIX__CUDA_MAX, BITS>;
template <int BITS> using or_operator = prefix_cuda::integer<PREFIX__CUDA_OR, BITS>;
template <int BITS> using xor_operator = prefix_cuda::integer<PREFIX__CUDA_XOR, BITS>;

const prefix__cuda_strip_kernel *prefix__cuda_strip_product(int wide)
{
    return prefix_cuda::strip_kernel_of_width<product_operator>(wide);
}

const prefix__cuda_strip_kernel *prefix__cuda_strip_max(int wide)
{
    return prefix_cuda::strip_kernel_of_width<max_operator>(wide);
}

const prefix__cuda_strip_kernel *prefix__cuda_strip_or(int wide)
{
    return prefix_cuda::strip_kernel_of_width<or_operator>(wide);
}

const prefix__cuda_strip_kernel *prefix__cuda_strip_xor(int wide)
{
    return prefix_cuda::strip_kernel_of_width<xor_operator>(wide);
}

const prefix__cuda_strip_kernel *prefix__cuda_strip_product_float(int wide)
{
    return wide ? prefix_cuda::strip_kernel_of<prefix_cuda::float_product64>()
                : prefix_cuda::strip_kernel_of<prefix_cuda::float_product32>();
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/window_kernels.h"
#include "windows/difference.cuh"
#include "windows/row_difference.cuh"
#include "windows/window.cuh"
#include "word/integer.cuh"
#include "word/ordered.cuh"

template <int OP> static const void *integer_window(bool wide)
{
    using namespace prefix_cuda;
    return wide ? (const void *)window_kernel<integer<OP, 64>> : (const void *)window_kernel<integer<OP, 32>>;
}

const void *prefix__cuda_window_kernel(unsigned int which, uint32_t *threads)
{
    const bool wide = which & 1;
    *threads = prefix_cuda::window_threads;
    switch (which / 2) {
    case PREFIX__CUDA_SUM:
        return integer_window<PREFIX__CUDA_SUM>(wide);
    case PREFIX__CUDA_PRODUCT:
        return integer_window<PREFIX__CUDA_PRODUCT>(wide);
    case PREFIX__CUDA_MAX:
        return integer_window<PREFIX__CUDA_MAX>(wide);
    case PREFIX__CUDA_OR:
        return integer_window<PREFIX__CUDA_OR>(wide);
    case PREFIX__CUDA_XOR:
        return integer_window<PREFIX__CUDA_XOR>(wide);
    case PREFIX__CUDA_SUM_FLOAT:
        return (const void *)prefix_cuda::window_kernel<prefix_cuda::float_sum64>;
    default:
        return (const void *)prefix_cuda::window_kernel<prefix_cuda::float_product64>;
    }
}

template <class OP> static const prefix__cuda_difference_kernels *difference_of()
{
    using namespace prefix_cuda;
    static const prefix__cuda_difference_kernels kernels = {
        (const void *)difference_save_kernel<OP>,
        (const void *)difference_kernel<OP>,
        window_threads,
    };
    return &kernels;
}

const prefix__cuda_difference_kernels *prefix__cuda_difference_kernels_of(int is_float, int wide)
{
    using namespace prefix_cuda;
    return is_float ? difference_of<float_sum64>()
           : wide   ? difference_of<integer<PREFIX__CUDA_SUM, 64>>()
                    : difference_of<integer<PREFIX__CUDA_SUM, 32>>();
}

const void *prefix__cuda_row_difference_kernel(int is_float, size_t size, uint32_t *threads)
{
    using namespace prefix_cuda;
    *threads = row_difference_threads;
    if (is_float)
        return size == 4   ? (const void *)row_difference_kernel<float>
               : size == 8 ? (const void *)row_difference_kernel<double>
                           : nullptr;
    return size == 1   ? (const void *)row_difference_kernel<uint8_t>
           : size == 2 ? (const void *)row_difference_kernel<uint16_t>
           : size == 4 ? (const void *)row_difference_kernel<uint32_t>
                       : (const void *)row_difference_kernel<uint64_t>;
}

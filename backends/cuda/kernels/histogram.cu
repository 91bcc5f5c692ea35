/* SPDX-License-Identifier: BSD-3-Clause */
#include "histogram/histogram.cuh"
#include "plan/histogram_kernels.h"

using namespace prefix_cuda;

template <class KEY> static const void *kernel_of(int is_float)
{
    return is_float ? (const void *)histogram_kernel<sort_float_code<KEY>>
                    : (const void *)histogram_kernel<sort_integer_code<KEY>>;
}

const void *prefix__cuda_histogram_kernel(size_t element, int is_float, uint32_t *threads)
{
    *threads = histogram_threads;
    return element == 1   ? (const void *)histogram_kernel<sort_integer_code<uint8_t>>
           : element == 2 ? kernel_of<uint16_t>(is_float)
           : element == 4 ? kernel_of<uint32_t>(is_float)
                          : kernel_of<uint64_t>(is_float);
}

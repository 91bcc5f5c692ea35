/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/missing_kernels.h"
#include "missing/fill.cuh"

const void *prefix__cuda_fill_kernel(size_t size, uint32_t *threads)
{
    using namespace prefix_cuda;
    *threads = missing_threads;
    switch (size) {
    case 1:
        return (const void *)fill_kernel<1>;
    case 2:
        return (const void *)fill_kernel<2>;
    case 4:
        return (const void *)fill_kernel<4>;
    default:
        return (const void *)fill_kernel<8>;
    }
}

const void *prefix__cuda_blank_kernel(size_t size, uint32_t *threads)
{
    using namespace prefix_cuda;
    *threads = missing_threads;
    switch (size) {
    case 1:
        return (const void *)blank_kernel<1>;
    case 2:
        return (const void *)blank_kernel<2>;
    case 4:
        return (const void *)blank_kernel<4>;
    default:
        return (const void *)blank_kernel<8>;
    }
}

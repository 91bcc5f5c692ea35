/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Differences of one row of neighbours into another array, without conversions: at the speed of a copy, where tiles of
 * windows take twice its time.
 */
#ifndef PREFIX_CUDA_WINDOWS_ROW_DIFFERENCE_CUH
#define PREFIX_CUDA_WINDOWS_ROW_DIFFERENCE_CUH

#include <stdint.h>

#include "params/window_params.h"

namespace prefix_cuda
{

constexpr int row_difference_threads = 256;
constexpr int row_difference_own = PREFIX__CUDA_ROW_DIFFERENCE_TILE / row_difference_threads; /* of a thread */

template <class ELEMENT>
__global__ void __launch_bounds__(row_difference_threads)
    row_difference_kernel(const __grid_constant__ prefix__cuda_row_difference d)
{
    const ELEMENT *const in = (const ELEMENT *)d.in;
    const uint64_t begin = (uint64_t)blockIdx.x * PREFIX__CUDA_ROW_DIFFERENCE_TILE + threadIdx.x;
    const uint64_t edge = d.reverse ? d.n - 1 : 0;
    ELEMENT x[row_difference_own], before[row_difference_own];
#pragma unroll
    for (int k = 0; k < row_difference_own; k++) {
        const uint64_t i = begin + k * row_difference_threads;
        if (i < d.n)
            x[k] = in[i];
        if (i < d.n && i != edge)
            before[k] = d.reverse ? in[i + 1] : in[i - 1];
    }
#pragma unroll
    for (int k = 0; k < row_difference_own; k++) {
        const uint64_t i = begin + k * row_difference_threads;
        if (i < d.n)
            ((ELEMENT *)d.out)[i] = x[k] - (i == edge ? *(const ELEMENT *)&d.first : before[k]);
    }
}

} // namespace prefix_cuda

#endif

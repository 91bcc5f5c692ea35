/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of an operator that scan strips of a batch, as the host side sees them. */
#ifndef PREFIX_CUDA_KERNELS_BATCH_KERNELS_CUH
#define PREFIX_CUDA_KERNELS_BATCH_KERNELS_CUH

#include "batch/carries.cuh"
#include "batch/strips.cuh"
#include "batch/tuples.cuh"
#include "plan/batch_kernels.h"

namespace prefix_cuda
{

using batch_function = void (*)(prefix__cuda_batch);

/* Tuples have kernels of their own for sums: twice as fast, 85 KB. */
template <class OP, int LINES> constexpr batch_function tuple_totals_of()
{
    if constexpr (OP::op == PREFIX__CUDA_SUM || OP::op == PREFIX__CUDA_SUM_FLOAT)
        return tuple_totals_kernel<OP, LINES>;
    else
        return nullptr;
}

template <class OP, int LINES> constexpr batch_function tuple_scan_of()
{
    if constexpr (OP::op == PREFIX__CUDA_SUM || OP::op == PREFIX__CUDA_SUM_FLOAT)
        return tuple_scan_kernel<OP, LINES>;
    else
        return nullptr;
}

/* Addresses are cast in the table itself, as in scan_kernels.cuh. */
template <class OP> const prefix__cuda_strip_kernel *strip_kernel_of()
{
    static const prefix__cuda_strip_kernel kernel = {
        (const void *)strip_kernel<OP>,
        (const void *)tile_totals_kernel<OP>,
        (const void *)carries_kernel<OP>,
        {(const void *)tuple_totals_of<OP, 2>(), (const void *)tuple_totals_of<OP, 3>(),
         (const void *)tuple_totals_of<OP, 4>()},
        {(const void *)tuple_scan_of<OP, 2>(), (const void *)tuple_scan_of<OP, 3>(),
         (const void *)tuple_scan_of<OP, 4>()},
        tile_totals_threads,
        carries_threads,
        piece_elements<OP>,
        sizeof(typename OP::word),
        sizeof(typename OP::carry),
        descriptor_words<typename OP::word>,
        descriptor_words<typename OP::carry>,
    };
    return &kernel;
}

template <template <int> class OP> const prefix__cuda_strip_kernel *strip_kernel_of_width(int wide)
{
    return wide ? strip_kernel_of<OP<64>>() : strip_kernel_of<OP<32>>();
}

} // namespace prefix_cuda

#endif

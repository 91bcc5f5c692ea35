/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of an operator that reduce segments of offsets, as the host side sees them. */
#ifndef PREFIX_CUDA_KERNELS_BY_OFFSET_KERNELS_CUH
#define PREFIX_CUDA_KERNELS_BY_OFFSET_KERNELS_CUH

#include "plan/segmented_kernels.h"
#include "reduce_by_offset/join.cuh"
#include "segments/part.cuh"
#include "word/hot.cuh"

namespace prefix_cuda
{

/* NULL for operators that have none. As scan_kernels.cuh has it: addresses are cast in the table itself. */
template <class OP> const prefix__cuda_by_offset_kernel *by_offset_kernel_of()
{
    if constexpr (!is_hot_by_segment<OP>) {
        return nullptr;
    } else {
        using shape = tile_shape<OP, segmented_warps>;
        static const prefix__cuda_by_offset_kernel kernel = {
            {(const void *)totals_kernel<OP, false>, (const void *)totals_kernel<OP, true>},
            (const void *)totals_join_kernel<OP>,
            totals_threads,
            !OP::invertible,
            shape::elements,
            shape::rows * shape::row_bytes,
        };
        return &kernel;
    }
}

template <template <int> class OP> const prefix__cuda_by_offset_kernel *by_offset_kernel_of_width(int wide)
{
    return wide ? by_offset_kernel_of<OP<64>>() : by_offset_kernel_of<OP<32>>();
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of an operator that reduce by key, as the host side sees them. */
#ifndef PREFIX_CUDA_KERNELS_BY_KEY_KERNELS_CUH
#define PREFIX_CUDA_KERNELS_BY_KEY_KERNELS_CUH

#include "plan/segmented_kernels.h"
#include "reduce_by_key/reduce.cuh"
#include "reduce_by_key/ring.cuh"
#include "reduce_by_key/tiles.cuh"
#include "segments/part.cuh"
#include "word/hot.cuh"

namespace prefix_cuda
{

/* Kernels of hot operators: for large arrays, of long runs and of short ones, */
template <class OP> constexpr auto runs_ring_function() -> void (*)(prefix__cuda_runs_reduce)
{
    if constexpr (is_hot_by_segment<OP>)
        return runs_ring_kernel<OP>;
    else
        return nullptr;
}

template <class OP> constexpr auto runs_tiles_function() -> void (*)(prefix__cuda_runs_reduce)
{
    if constexpr (is_hot_by_segment<OP>)
        return runs_tiles_kernel<OP>;
    else
        return nullptr;
}

/* and for words. */
template <class OP, int WARPS> constexpr auto runs_plain_function() -> void (*)(prefix__cuda_runs_reduce)
{
    if constexpr (is_hot_by_segment<OP>)
        return runs_reduce_kernel<OP, WARPS, true>;
    else
        return nullptr;
}

/* As scan_kernels.cuh has it: addresses are cast in the table itself. */
template <class OP> const prefix__cuda_by_key_kernel *by_key_kernel_of()
{
    static const prefix__cuda_by_key_kernel kernel = {
        (const void *)runs_reduce_kernel<OP, runs_warps, false>,
        (const void *)runs_plain_function<OP, runs_warps>(),
        (const void *)runs_plain_function<OP, small_runs_warps>(),
        runs_warps * 32,
        small_runs_warps * 32,
        tile_shape<OP>::elements * (sizeof(typename OP::word) + sizeof(uint16_t)),
        (const void *)runs_ring_function<OP>(),
        runs_ring<OP>::threads,
        runs_told<typename OP::word>::words,
        (const void *)runs_tiles_function<OP>(),
        runs_tiles_threads,
        runs_tiles_blocks,
    };
    return &kernel;
}

template <template <int> class OP> const prefix__cuda_by_key_kernel *by_key_kernel_of_width(int wide)
{
    return wide ? by_key_kernel_of<OP<64>>() : by_key_kernel_of<OP<32>>();
}

} // namespace prefix_cuda

#endif

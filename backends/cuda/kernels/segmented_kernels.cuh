/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of an operator that scan segments, as the host side sees them. */
#ifndef PREFIX_CUDA_KERNELS_SEGMENTED_KERNELS_CUH
#define PREFIX_CUDA_KERNELS_SEGMENTED_KERNELS_CUH

#include "plan/segmented_kernels.h"
#include "segments/ring_scan.cuh"
#include "segments/segmented.cuh"
#include "segments/wave.cuh"
#include "word/hot.cuh"

namespace prefix_cuda
{

/* Kernels of hot operators: for large arrays, */
template <class OP, bool PLAIN> constexpr auto ring_function() -> void (*)(prefix__cuda_segmented)
{
    if constexpr (is_hot_by_segment<OP>)
        return cut_ring_kernel<OP, PLAIN>;
    else
        return nullptr;
}

/* with look-back, for what is plain, */
template <class OP, int HOW> constexpr auto plain_function() -> void (*)(prefix__cuda_segmented)
{
    if constexpr (is_hot_by_segment<OP>)
        return segmented_kernel<OP, segmented_warps, HOW>;
    else
        return nullptr;
}

/* and for no more tiles than there are multiprocessors. */
template <class OP, int FORM> constexpr auto wave_function() -> void (*)(prefix__cuda_segmented)
{
    if constexpr (is_hot_by_segment<OP>)
        return segmented_wave_kernel<OP, FORM>;
    else
        return nullptr;
}

/* As scan_kernels.cuh has it: addresses are cast in the table itself. */
template <class OP> const prefix__cuda_segmented_kernel *segmented_kernel_of()
{
    using shape = tile_shape<OP, segmented_warps>;
    static const prefix__cuda_segmented_kernel kernel = {
        (const void *)segmented_kernel<OP, segmented_warps, segmented_any>,
        (const void *)plain_function<OP, segmented_plain>(),
        (const void *)plain_function<OP, segmented_by_key>(),
        {(const void *)ring_function<OP, false>(), (const void *)ring_function<OP, true>()},
        {nullptr, (const void *)wave_function<OP, PREFIX_HEADS_FLAGS>(), nullptr,
         (const void *)wave_function<OP, PREFIX_HEADS_OFFSETS>(), (const void *)wave_function<OP, PREFIX_HEADS_KEYS>()},
        segmented_warps * 32,
        cut_threads,
        wave_threads,
        shape::elements,
        shape::rows * shape::row_bytes,
        descriptor_words<typename OP::word>,
        descriptor_words<typename OP::carry>,
    };
    return &kernel;
}

template <template <int> class OP> const prefix__cuda_segmented_kernel *segmented_kernel_of_width(int wide)
{
    return wide ? segmented_kernel_of<OP<64>>() : segmented_kernel_of<OP<32>>();
}

} // namespace prefix_cuda

#endif

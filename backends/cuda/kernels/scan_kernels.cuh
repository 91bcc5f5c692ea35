/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of an operator, as the host side sees them. */
#ifndef PREFIX_CUDA_KERNELS_SCAN_KERNELS_CUH
#define PREFIX_CUDA_KERNELS_SCAN_KERNELS_CUH

#include <utility>

#include "batch/lines.cuh"
#include "batch/short_lines.cuh"
#include "plan/scan_kernels.h"
#include "scan/reduce.cuh"
#include "scan/ring_scan.cuh"
#include "scan/scan.cuh"
#include "word/hot.cuh"

namespace prefix_cuda
{

template <class OP, int KIND> constexpr bool ring_made()
{
    return !is_hot<OP>            ? false
           : ring_converted<KIND> ? OP::bits > 8 || OP::has_truth
           : ring_halves<KIND>    ? OP::ordered && OP::bits == 32
                                  : true;
}

template <class OP, int KIND> constexpr auto ring_function() -> void (*)(prefix__cuda_scan)
{
    if constexpr (ring_made<OP, KIND>())
        return ring_kernel<OP, KIND>;
    else
        return nullptr;
}

template <class OP, int KIND> constexpr uint32_t ring_shared()
{
    if constexpr (ring_made<OP, KIND>())
        return sizeof(ring<OP, KIND>);
    else
        return 0;
}

/* Addresses are cast in the table itself: only so it is a constant, which any thread may read. */
template <class OP, int... KINDS> const prefix__cuda_kernel *kernel_of(std::integer_sequence<int, KINDS...>)
{
    using shape = tile_shape<OP>;
    static const prefix__cuda_kernel kernel = {
        (const void *)scan_kernel<OP, scan_warps, false>,
        (const void *)scan_kernel<OP, small_scan_warps, true>,
        {{(const void *)ring_function<OP, KINDS>(), ring_threads, ring_shared<OP, KINDS>(),
          ring_tiles<KINDS>}...},
        (const void *)reduce_kernel<OP>,
        (const void *)line_kernel<OP>,
        (const void *)short_line_kernel<OP>,
        scan_warps * 32,
        small_scan_warps * 32,
        reduce_warps * 32,
        reduce_blocks,
        OP::bits / 8,
        shape::elements,
        descriptor_words<typename OP::single::word>,
        descriptor_words<typename OP::carry>,
    };
    return &kernel;
}

template <class OP> const prefix__cuda_kernel *kernel_of()
{
    return kernel_of<OP>(std::make_integer_sequence<int, PREFIX__CUDA_RING_KINDS>());
}

template <template <int> class OP> const prefix__cuda_kernel *kernel_of_width(int width)
{
    switch (width) {
    case 0:
        return kernel_of<OP<8>>();
    case 1:
        return kernel_of<OP<16>>();
    case 2:
        return kernel_of<OP<32>>();
    default:
        return kernel_of<OP<64>>();
    }
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of an operator that reduce by key, as the host side sees them. */
#ifndef PREFIX_CUDA_KERNELS_BY_KEY_KERNELS_CUH
#define PREFIX_CUDA_KERNELS_BY_KEY_KERNELS_CUH

#include <utility>

#include "kernels/operators.cuh"
#include "reduce_by_key/reduce.cuh"
#include "reduce_by_key/ring.cuh"
#include "reduce_by_key/tiles.cuh"
#include "reduce_by_key/wave.cuh"
#include "segments/part.cuh"

namespace prefix_cuda
{

/* How the elements of a kind lie in memory. */
template <class OP, int KIND> constexpr auto runs_operator()
{
    constexpr bool is_narrow = KIND == PREFIX__CUDA_RUNS_BYTES || KIND == PREFIX__CUDA_RUNS_HALVES;
    constexpr bool is_half = KIND == PREFIX__CUDA_RUNS_F16 || KIND == PREFIX__CUDA_RUNS_BF16;
    constexpr bool exists = is_narrow ? !OP::ordered && OP::bits == 32
                            : is_half ? (OP::ordered || OP::has_keys) && OP::bits == 32
                                      : OP::has_keys;
    if constexpr (!is_hot_by_segment<OP>)
        return of_type<no_operator>();
    else if constexpr (KIND == PREFIX__CUDA_RUNS_PLAIN)
        return of_type<OP>();
    else if constexpr (exists)
        return of_type<taken_as<OP, KIND>>();
    else
        return of_type<no_operator>();
}

template <class OP, int KIND> using runs_operator_of = typename decltype(runs_operator<OP, KIND>())::type;

template <class OP> constexpr auto runs_ring_function() -> void (*)(prefix__cuda_runs_reduce)
{
    if constexpr (is_made<OP>)
        return runs_ring_kernel<OP>;
    else
        return nullptr;
}

template <class OP> constexpr auto runs_tiles_function() -> void (*)(prefix__cuda_runs_reduce)
{
    if constexpr (is_made<OP>)
        return runs_tiles_kernel<OP>;
    else
        return nullptr;
}

template <class OP, int WARPS> constexpr auto runs_wave_function() -> void (*)(prefix__cuda_runs_reduce)
{
    if constexpr (is_hot_by_segment<OP>)
        return runs_wave_kernel<OP, WARPS>;
    else
        return nullptr;
}

/* As kernels.cuh has it: addresses are cast in the table itself. */
template <class OP, int... KINDS>
const prefix__cuda_by_key_kernel *by_key_kernel_of(std::integer_sequence<int, KINDS...>)
{
    static const prefix__cuda_by_key_kernel kernel = {
        (const void *)runs_reduce_kernel<OP>,
        runs_warps * 32,
        runs_blocks,
        tile_shape<OP, segmented_warps>::elements * (sizeof(typename OP::word) + sizeof(uint16_t)),
        {(const void *)runs_ring_function<runs_operator_of<OP, KINDS>>()...},
        runs_ring<OP>::threads,
        runs_told<typename OP::word>::words,
        {(const void *)runs_tiles_function<runs_operator_of<OP, KINDS>>()...},
        runs_tiles_threads,
        runs_tiles_blocks,
        (const void *)runs_wave_function<OP, runs_wave_warps>(),
        (const void *)runs_wave_function<OP, small_runs_wave_warps>(),
        runs_wave_warps * 32,
        small_runs_wave_warps * 32,
    };
    return &kernel;
}

template <class OP> const prefix__cuda_by_key_kernel *by_key_kernel_of()
{
    return by_key_kernel_of<OP>(std::make_integer_sequence<int, PREFIX__CUDA_RUNS_KINDS>());
}

template <template <int> class OP> const prefix__cuda_by_key_kernel *by_key_kernel_of_width(int wide)
{
    return wide ? by_key_kernel_of<OP<64>>() : by_key_kernel_of<OP<32>>();
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of an operator that reduce segments of offsets, as the host side sees them. */
#ifndef PREFIX_CUDA_KERNELS_BY_OFFSET_KERNELS_CUH
#define PREFIX_CUDA_KERNELS_BY_OFFSET_KERNELS_CUH

#include <utility>

#include "kernels/operators.cuh"
#include "reduce_by_offset/join.cuh"
#include "segments/part.cuh"

namespace prefix_cuda
{

/* How the elements of a kind lie in memory: DENSE and the kinds behind it, see segmented_params.h. */
template <class OP, int KIND> constexpr auto totals_operator()
{
    constexpr bool dense = KIND >= PREFIX__CUDA_SEGMENTED_RING_WIDE && KIND < PREFIX__CUDA_TOTALS_FLOATS;
    constexpr int kind = dense ? KIND - PREFIX__CUDA_TOTALS_DENSE : KIND;
    constexpr int round = kind == PREFIX__CUDA_SEGMENTED_RING_F16 ? PREFIX__CUDA_ROUND_F16 : PREFIX__CUDA_ROUND_BF16;
    constexpr bool halves = kind == PREFIX__CUDA_SEGMENTED_RING_F16 || kind == PREFIX__CUDA_SEGMENTED_RING_BF16;
    constexpr bool narrow = OP::bits == 32;
    if constexpr (kind == PREFIX__CUDA_SEGMENTED_RING_ANY || kind == PREFIX__CUDA_SEGMENTED_RING_PLAIN)
        return of_type<OP>();
    else if constexpr (kind == PREFIX__CUDA_SEGMENTED_RING_BYTES && narrow && !OP::ordered)
        return of_type<stored_as<OP, 1>>();
    else if constexpr (kind == PREFIX__CUDA_SEGMENTED_RING_HALVES && narrow && !OP::ordered)
        return of_type<stored_as<OP, 2>>();
    else if constexpr (halves && narrow && OP::ordered)
        return of_type<halves_of<OP, round, 64>>();
    else if constexpr (halves && narrow && OP::has_keys)
        return of_type<floats_of<OP, round>>();
    else if constexpr (kind == PREFIX__CUDA_TOTALS_FLOATS && OP::has_keys)
        return of_type<floats_of<OP, PREFIX__CUDA_ROUND_NONE>>();
    else
        return of_type<no_operator>();
}

template <class OP, int KIND> using totals_operator_of = typename decltype(totals_operator<OP, KIND>())::type;

template <class OP, class STORED, int KIND> constexpr auto totals_function() -> void (*)(prefix__cuda_segment_totals)
{
    constexpr bool dense = KIND >= PREFIX__CUDA_SEGMENTED_RING_WIDE && KIND < PREFIX__CUDA_TOTALS_FLOATS;
    constexpr int rows = dense ? dense_totals_rows : totals_rows;
    constexpr int kind = dense ? KIND - PREFIX__CUDA_TOTALS_DENSE : KIND;
    constexpr bool halves = kind == PREFIX__CUDA_SEGMENTED_RING_F16 || kind == PREFIX__CUDA_SEGMENTED_RING_BF16;
    constexpr bool plain = kind == PREFIX__CUDA_SEGMENTED_RING_PLAIN || kind == PREFIX__CUDA_SEGMENTED_RING_BYTES ||
                           kind == PREFIX__CUDA_SEGMENTED_RING_HALVES;
    if constexpr (!is_made<STORED>)
        return nullptr;
    else if constexpr (halves && OP::ordered)
        return totals_kernel<STORED, plain, rows, !dense>;
    else
        return totals_kernel<STORED, plain, rows>;
}

/* As kernels.cuh has it: addresses are cast in the table itself. */
template <class OP, int... KINDS>
const prefix__cuda_by_offset_kernel *by_offset_kernel_of(std::integer_sequence<int, KINDS...>)
{
    using shape = tile_shape<OP, segmented_warps>;
    static const prefix__cuda_by_offset_kernel kernel = {
        {(const void *)totals_function<OP, totals_operator_of<OP, KINDS>, KINDS>()...},
        (const void *)totals_join_kernel<OP>,
        totals_threads,
        OP::ordered,
        shape::elements,
        shape::rows * shape::row_bytes,
    };
    return &kernel;
}

/* NULL for operators that have none. */
template <class OP> const prefix__cuda_by_offset_kernel *by_offset_kernel_of()
{
    if constexpr (is_hot_by_segment<OP>)
        return by_offset_kernel_of<OP>(std::make_integer_sequence<int, PREFIX__CUDA_TOTALS>());
    else
        return nullptr;
}

template <template <int> class OP> const prefix__cuda_by_offset_kernel *by_offset_kernel_of_width(int wide)
{
    return wide ? by_offset_kernel_of<OP<64>>() : by_offset_kernel_of<OP<32>>();
}

} // namespace prefix_cuda

#endif

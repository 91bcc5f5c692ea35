/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of an operator that scan segments, as the host side sees them. */
#ifndef PREFIX_CUDA_KERNELS_SEGMENTED_KERNELS_CUH
#define PREFIX_CUDA_KERNELS_SEGMENTED_KERNELS_CUH

#include <utility>

#include "kernels/operators.cuh"
#include "segments/ring_scan.cuh"
#include "segments/segmented.cuh"
#include "segments/wave.cuh"

namespace prefix_cuda
{

/* How the elements of a kind lie in memory: as OP has them, or as an operator that stands for it has. */
template <class OP, int KIND> constexpr auto ring_operator()
{
    constexpr bool wide = KIND >= PREFIX__CUDA_SEGMENTED_RING_WIDE && KIND < PREFIX__CUDA_SEGMENTED_RING_FLOATS;
    constexpr int kind = wide ? KIND - PREFIX__CUDA_SEGMENTED_RING_WIDE + PREFIX__CUDA_SEGMENTED_RING_BYTES
                         : KIND == PREFIX__CUDA_SEGMENTED_RING_SHORT_F16  ? PREFIX__CUDA_SEGMENTED_RING_F16
                         : KIND == PREFIX__CUDA_SEGMENTED_RING_SHORT_BF16 ? PREFIX__CUDA_SEGMENTED_RING_BF16
                                                                          : KIND;
    constexpr bool is_short = kind != KIND && !wide;
    constexpr bool wide_keys =
        KIND == PREFIX__CUDA_SEGMENTED_RING_KEYS_WIDE_F16 || KIND == PREFIX__CUDA_SEGMENTED_RING_KEYS_WIDE_BF16;
    constexpr int rows = wide || wide_keys ? 32 : 64;
    constexpr bool is_f16 = kind == PREFIX__CUDA_SEGMENTED_RING_F16 || kind == PREFIX__CUDA_SEGMENTED_RING_KEYS_F16 ||
                            kind == PREFIX__CUDA_SEGMENTED_RING_KEYS_WIDE_F16;
    constexpr int round = is_f16 ? PREFIX__CUDA_ROUND_F16 : PREFIX__CUDA_ROUND_BF16;
    constexpr bool narrow = OP::bits == 32;
    if constexpr (!is_hot_by_segment<OP>)
        return of_type<no_operator>();
    else if constexpr (kind == PREFIX__CUDA_SEGMENTED_RING_ANY || kind == PREFIX__CUDA_SEGMENTED_RING_PLAIN)
        return of_type<OP>();
    else if constexpr (kind == PREFIX__CUDA_SEGMENTED_RING_BYTES && narrow && !OP::ordered)
        return of_type<stored_as<OP, 1, rows>>();
    else if constexpr (kind == PREFIX__CUDA_SEGMENTED_RING_HALVES && narrow && !OP::ordered)
        return of_type<stored_as<OP, 2, rows>>();
    else if constexpr ((kind == PREFIX__CUDA_SEGMENTED_RING_F16 || kind == PREFIX__CUDA_SEGMENTED_RING_BF16) &&
                       narrow && OP::ordered)
        return of_type<halves_of<OP, round, rows, is_short>>();
    else if constexpr (kind == PREFIX__CUDA_SEGMENTED_RING_FLOATS && OP::has_keys)
        return of_type<floats_of<OP, PREFIX__CUDA_ROUND_NONE>>();
    else if constexpr (kind > PREFIX__CUDA_SEGMENTED_RING_FLOATS && narrow && OP::has_keys)
        return of_type<stored_as<OP, 2, rows, round>>();
    else
        return of_type<no_operator>();
}

template <class OP, int KIND> using ring_operator_of = typename decltype(ring_operator<OP, KIND>())::type;

template <class OP, int KIND> constexpr auto ring_function() -> void (*)(prefix__cuda_segmented)
{
    if constexpr (is_made<OP>)
        return cut_ring_kernel<OP, KIND != PREFIX__CUDA_SEGMENTED_RING_ANY>;
    else
        return nullptr;
}

template <class OP> constexpr uint32_t ring_block_threads()
{
    if constexpr (is_made<OP>)
        return cut_threads<OP>;
    else
        return 0;
}

template <class OP> constexpr uint32_t ring_starts()
{
    if constexpr (is_made<OP>)
        return cut_starts<OP>;
    else
        return 0;
}

/* The look-back kernels of hot operators for what is plain. */
template <class OP, int HOW> constexpr auto plain_function() -> void (*)(prefix__cuda_segmented)
{
    if constexpr (is_hot_by_segment<OP>)
        return segmented_kernel<OP, segmented_warps, HOW>;
    else
        return nullptr;
}

template <class OP, int FORM> constexpr auto wave_function() -> void (*)(prefix__cuda_segmented)
{
    if constexpr (is_hot_by_segment<OP>)
        return segmented_wave_kernel<OP, FORM>;
    else
        return nullptr;
}

/* As kernels.cuh has it: addresses are cast in the table itself. */
template <class OP, int... RINGS>
const prefix__cuda_segmented_kernel *segmented_kernel_of(std::integer_sequence<int, RINGS...>)
{
    using shape = tile_shape<OP, segmented_warps>;
    static const prefix__cuda_segmented_kernel kernel = {
        (const void *)segmented_kernel<OP, segmented_warps, segmented_any>,
        (const void *)plain_function<OP, segmented_plain>(),
        (const void *)plain_function<OP, segmented_by_key>(),
        {{(const void *)ring_function<ring_operator_of<OP, RINGS>, RINGS>(),
          ring_block_threads<ring_operator_of<OP, RINGS>>(), ring_starts<ring_operator_of<OP, RINGS>>()}...},
        {nullptr, (const void *)wave_function<OP, PREFIX_HEADS_FLAGS>(), nullptr,
         (const void *)wave_function<OP, PREFIX_HEADS_OFFSETS>(), (const void *)wave_function<OP, PREFIX_HEADS_KEYS>()},
        segmented_warps * 32,
        wave_threads,
        shape::elements,
        shape::rows * shape::row_bytes,
        descriptor_words<typename OP::word>,
        descriptor_words<typename OP::carry>,
    };
    return &kernel;
}

template <class OP> const prefix__cuda_segmented_kernel *segmented_kernel_of()
{
    return segmented_kernel_of<OP>(std::make_integer_sequence<int, PREFIX__CUDA_SEGMENTED_RINGS>());
}

template <template <int> class OP> const prefix__cuda_segmented_kernel *segmented_kernel_of_width(int wide)
{
    return wide ? segmented_kernel_of<OP<64>>() : segmented_kernel_of<OP<32>>();
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of an operator on segments, as the host side sees them. */
#ifndef PREFIX_CUDA_DEVICE_SEGMENTED_KERNELS_CUH
#define PREFIX_CUDA_DEVICE_SEGMENTED_KERNELS_CUH

#include "runs_reduce.cuh"
#include "runs_ring.cuh"
#include "runs_tiles.cuh"
#include "runs_wave.cuh"
#include "segmented.cuh"
#include "segmented_ring_scan.cuh"
#include "segmented_wave.cuh"
#include "totals_join.cuh"

namespace prefix_cuda
{

template <class OP, bool PLAIN> prefix__cuda_persistent ring_of()
{
    return {(const void *)cut_ring_kernel<OP, PLAIN>, cut_threads<OP>, cut_starts<OP>};
}

/* The kernels of elements of SIZE bytes, which floats and words of 64 bits lack; ROWS of 512 bytes are a tile. */
template <class OP, int SIZE, int ROWS> prefix__cuda_persistent stored_ring_of()
{
    if constexpr (OP::ordered || OP::bits == 64)
        return {};
    else
        return ring_of<stored_as<OP, SIZE, ROWS>, true>();
}

/* Of floats, those of minimum and maximum; */
template <class OP> prefix__cuda_persistent floats_ring_of()
{
    if constexpr (OP::has_keys)
        return ring_of<floats_of<OP, PREFIX__CUDA_ROUND_NONE>, true>();
    else
        return {};
}

/* of two bytes; */
template <class OP, int ROUND, int ROWS> prefix__cuda_persistent keys_ring_of()
{
    if constexpr (OP::has_keys && OP::bits == 32)
        return ring_of<stored_as<OP, 2, ROWS, ROUND>, true>();
    else
        return {};
}

/* and of these sums and products. */
template <class OP, int ROUND, int ROWS, bool SHORT = false> prefix__cuda_persistent halves_ring_of()
{
    if constexpr (OP::ordered && OP::bits == 32)
        return ring_of<halves_of<OP, ROUND, ROWS, SHORT>, true>();
    else
        return {};
}

template <class OP, int SIZE, int TILE_ROWS> const void *stored_totals_of()
{
    if constexpr (OP::ordered || OP::bits == 64)
        return nullptr;
    else
        return (const void *)totals_kernel<stored_as<OP, SIZE>, true, TILE_ROWS>;
}

/* Of floats, those of minimum and maximum; */
template <class OP> const void *floats_totals_of()
{
    if constexpr (OP::has_keys)
        return (const void *)totals_kernel<floats_of<OP, PREFIX__CUDA_ROUND_NONE>, false>;
    else
        return nullptr;
}

/* of two bytes, sums and products, too. */
template <class OP, int ROUND, bool DENSE> const void *halves_totals_of()
{
    constexpr int rows = DENSE ? dense_totals_rows : totals_rows;
    if constexpr (OP::ordered && OP::bits == 32)
        return (const void *)totals_kernel<halves_of<OP, ROUND, 64>, false, rows, !DENSE>;
    else if constexpr (OP::has_keys && OP::bits == 32)
        return (const void *)totals_kernel<floats_of<OP, ROUND>, false, rows>;
    else
        return nullptr;
}

/* Of reductions by key, the kernels for large arrays of elements of a kind, if there are any. */
template <class OP, int KIND> struct runs_kernels {
    static constexpr bool is_narrow = KIND == PREFIX__CUDA_RUNS_BYTES || KIND == PREFIX__CUDA_RUNS_HALVES;
    static constexpr bool is_half = KIND == PREFIX__CUDA_RUNS_F16 || KIND == PREFIX__CUDA_RUNS_BF16;
    static constexpr bool exist = is_narrow ? !OP::ordered && OP::bits == 32
                                  : is_half ? (OP::ordered || OP::has_keys) && OP::bits == 32
                                            : OP::has_keys;
    static const void *ring()
    {
        static_assert(runs_ring<taken_as<OP, KIND>>::threads == runs_ring<OP>::threads, "one number is told of all");
        if constexpr (exist)
            return (const void *)runs_ring_kernel<taken_as<OP, KIND>>;
        return nullptr;
    }
    static const void *tiles()
    {
        if constexpr (exist)
            return (const void *)runs_tiles_kernel<taken_as<OP, KIND>>;
        return nullptr;
    }
};

template <class OP> struct runs_kernels<OP, PREFIX__CUDA_RUNS_PLAIN> {
    static const void *ring()
    {
        return (const void *)runs_ring_kernel<OP>;
    }
    static const void *tiles()
    {
        return (const void *)runs_tiles_kernel<OP>;
    }
};

template <class OP> const prefix__cuda_segmented_kernel *segmented_kernel_of()
{
    using shape = tile_shape<OP, segmented_warps>;
    static const prefix__cuda_segmented_kernel kernel = {
        (const void *)segmented_kernel<OP, segmented_warps, segmented_any>,
        (const void *)segmented_kernel<OP, segmented_warps, segmented_plain>,
        (const void *)segmented_kernel<OP, segmented_warps, segmented_by_key>,
        {ring_of<OP, false>(), ring_of<OP, true>(), stored_ring_of<OP, 1, 64>(), stored_ring_of<OP, 2, 64>(),
         halves_ring_of<OP, PREFIX__CUDA_ROUND_F16, 64>(), halves_ring_of<OP, PREFIX__CUDA_ROUND_BF16, 64>(),
         stored_ring_of<OP, 1, 32>(), stored_ring_of<OP, 2, 32>(), halves_ring_of<OP, PREFIX__CUDA_ROUND_F16, 32>(),
         halves_ring_of<OP, PREFIX__CUDA_ROUND_BF16, 32>(), floats_ring_of<OP>(),
         keys_ring_of<OP, PREFIX__CUDA_ROUND_F16, 64>(), keys_ring_of<OP, PREFIX__CUDA_ROUND_BF16, 64>(),
         keys_ring_of<OP, PREFIX__CUDA_ROUND_F16, 32>(), keys_ring_of<OP, PREFIX__CUDA_ROUND_BF16, 32>(),
         halves_ring_of<OP, PREFIX__CUDA_ROUND_F16, 64, true>(),
         halves_ring_of<OP, PREFIX__CUDA_ROUND_BF16, 64, true>()},
        {nullptr, (const void *)segmented_wave_kernel<OP, PREFIX_HEADS_FLAGS>, nullptr,
         (const void *)segmented_wave_kernel<OP, PREFIX_HEADS_OFFSETS>,
         (const void *)segmented_wave_kernel<OP, PREFIX_HEADS_KEYS>},
        segmented_warps * 32,
        wave_threads,
        shape::elements,
        shape::rows * shape::row_bytes,
        descriptor_words<typename OP::word>,
        descriptor_words<typename OP::carry>,
        (const void *)runs_reduce_kernel<OP>,
        runs_warps * 32,
        runs_blocks,
        shape::elements * (sizeof(typename OP::word) + sizeof(uint16_t)),
        {runs_kernels<OP, PREFIX__CUDA_RUNS_PLAIN>::ring(), runs_kernels<OP, PREFIX__CUDA_RUNS_BYTES>::ring(),
         runs_kernels<OP, PREFIX__CUDA_RUNS_HALVES>::ring(), runs_kernels<OP, PREFIX__CUDA_RUNS_F16>::ring(),
         runs_kernels<OP, PREFIX__CUDA_RUNS_BF16>::ring(), runs_kernels<OP, PREFIX__CUDA_RUNS_FLOATS>::ring()},
        runs_ring<OP>::threads,
        runs_told<typename OP::word>::words,
        {runs_kernels<OP, PREFIX__CUDA_RUNS_PLAIN>::tiles(), runs_kernels<OP, PREFIX__CUDA_RUNS_BYTES>::tiles(),
         runs_kernels<OP, PREFIX__CUDA_RUNS_HALVES>::tiles(), runs_kernels<OP, PREFIX__CUDA_RUNS_F16>::tiles(),
         runs_kernels<OP, PREFIX__CUDA_RUNS_BF16>::tiles(), runs_kernels<OP, PREFIX__CUDA_RUNS_FLOATS>::tiles()},
        runs_tiles_threads,
        runs_tiles_blocks,
        (const void *)runs_wave_kernel<OP, runs_wave_warps>,
        (const void *)runs_wave_kernel<OP, small_runs_wave_warps>,
        runs_wave_warps * 32,
        small_runs_wave_warps * 32,
        {(const void *)totals_kernel<OP, false>, (const void *)totals_kernel<OP, true>,
         stored_totals_of<OP, 1, totals_rows>(), stored_totals_of<OP, 2, totals_rows>(),
         halves_totals_of<OP, PREFIX__CUDA_ROUND_F16, false>(), halves_totals_of<OP, PREFIX__CUDA_ROUND_BF16, false>(),
         stored_totals_of<OP, 1, dense_totals_rows>(), stored_totals_of<OP, 2, dense_totals_rows>(),
         halves_totals_of<OP, PREFIX__CUDA_ROUND_F16, true>(), halves_totals_of<OP, PREFIX__CUDA_ROUND_BF16, true>(),
         floats_totals_of<OP>()},
        (const void *)totals_join_kernel<OP>,
        totals_threads,
        OP::ordered,
    };
    return &kernel;
}

template <template <int> class OP> const prefix__cuda_segmented_kernel *segmented_kernel_of_width(int wide)
{
    return wide ? segmented_kernel_of<OP<64>>() : segmented_kernel_of<OP<32>>();
}

} // namespace prefix_cuda

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#include "../device/behind.cuh"
#include "../device/partition_counted.cuh"
#include "../device/ring_select.cuh"
#include "../device/runs_encode.cuh"
#include "../device/select.cuh"

namespace prefix_cuda
{

/* ROWS: of elements that take no more than one register. */
template <int SIZE, int WARPS, int ROWS, int WHAT, bool TWICE = false>
constexpr prefix__cuda_select_kernel look_back_kernel()
{
    constexpr int rows = SIZE == 8 ? ROWS / 2 : ROWS;
    return {(const void *)select_kernel<SIZE, WARPS, rows, WHAT, TWICE>, WARPS * 32,
            select_shape<SIZE, WARPS, rows, WHAT>::elements};
}

template <int SIZE, int ROWS> constexpr prefix__cuda_select_kernel partition_kernel_of()
{
    constexpr int rows = SIZE == 8 ? ROWS / 2 : ROWS;
    return {(const void *)partition_kernel<SIZE, 16, rows>, 16 * 32,
            select_shape<SIZE, 16, rows, select_kept>::elements};
}

template <int SIZE> constexpr prefix__cuda_select_kernel encode_kernel_of()
{
    return {(const void *)encode_kernel<SIZE, 32, 8>, 32 * 32, select_shape<SIZE, 32, 8, select_kept>::elements};
}

/* Of wide elements. */
template <int SIZE, bool COUNT> constexpr prefix__cuda_select_kernel counted_kernel()
{
    if constexpr (SIZE < 4)
        return {nullptr, 0, 0};
    else
        return {COUNT ? (const void *)partition_count_kernel<SIZE> : (const void *)partition_put_kernel<SIZE>,
                partition_threads, counted_shape<SIZE>::elements};
}

template <int SIZE, int WHAT> constexpr prefix__cuda_select_kernel persistent_kernel()
{
    return {(const void *)ring_select_kernel<SIZE, WHAT>, select_threads_of_ring<WHAT>,
            ring_select_shape<SIZE>::elements};
}

template <int SIZE> static const prefix__cuda_select_kernels *select_kernels_of()
{
    static const prefix__cuda_select_kernels kernels = {
        {look_back_kernel<SIZE, 8, 16, select_kept>(), look_back_kernel<SIZE, 32, 8, select_kept>(),
         look_back_kernel<SIZE, 8, 32, select_kept>()},
        look_back_kernel<SIZE, 16, 16, select_all>(),
        look_back_kernel<SIZE, 16, 8, select_runs>(),
        encode_kernel_of<SIZE>(),
        {partition_kernel_of<SIZE, 8>(), partition_kernel_of<SIZE, 16>(),
         look_back_kernel<SIZE, 8, 32, select_kept, true>()},
        counted_kernel<SIZE, true>(),
        counted_kernel<SIZE, false>(),
        {persistent_kernel<SIZE, select_kept>(), persistent_kernel<SIZE, select_both>(),
         persistent_kernel<SIZE, select_all>(), persistent_kernel<SIZE, select_runs>()},
    };
    return &kernels;
}

} // namespace prefix_cuda

const prefix__cuda_select_kernels *prefix__cuda_select_kernels_of(int width)
{
    using namespace prefix_cuda;
    switch (width) {
    case 0:
        return select_kernels_of<1>();
    case 1:
        return select_kernels_of<2>();
    case 2:
        return select_kernels_of<4>();
    default:
        return select_kernels_of<8>();
    }
}

const struct prefix__cuda_select_kernel *prefix__cuda_behind_kernel(void)
{
    static const prefix__cuda_select_kernel kernel = {(const void *)prefix_cuda::behind_kernel,
                                                      prefix_cuda::behind_threads, 0};
    return &kernel;
}

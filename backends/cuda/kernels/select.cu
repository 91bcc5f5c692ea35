/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/select_kernels.h"
#include "select/behind.cuh"
#include "select/partition_counted.cuh"
#include "select/ring.cuh"
#include "runs/encode.cuh"
#include "select/select.cuh"

namespace prefix_cuda
{

template <int SIZE, int ROWS> constexpr int rows_of = SIZE == 8 ? ROWS / 2 : ROWS;

/* Kernels, and what the host must know of them. ROWS: of elements that take no more than one register. */
template <int SIZE, int WARPS, int ROWS, int WHAT, bool TWICE = false> struct look_back_kernel {
    static constexpr auto function = select_kernel<SIZE, WARPS, rows_of<SIZE, ROWS>, WHAT, TWICE>;
    static constexpr uint32_t threads = WARPS * 32;
    static constexpr uint32_t tile = select_shape<SIZE, WARPS, rows_of<SIZE, ROWS>, WHAT>::elements;
};

template <int SIZE, int ROWS> struct wave_kernel {
    static constexpr auto function = partition_kernel<SIZE, 16, rows_of<SIZE, ROWS>>;
    static constexpr uint32_t threads = 16 * 32;
    static constexpr uint32_t tile = select_shape<SIZE, 16, rows_of<SIZE, ROWS>, select_kept>::elements;
};

template <int SIZE> struct runs_kernel {
    static constexpr auto function = encode_kernel<SIZE, 32, 8>;
    static constexpr uint32_t threads = 32 * 32;
    static constexpr uint32_t tile = select_shape<SIZE, 32, 8, select_kept>::elements;
};

struct no_kernel {
    static constexpr void (*function)(void) = nullptr;
    static constexpr uint32_t threads = 0, tile = 0;
};

template <int SIZE, bool IS_WIDE = (SIZE >= 4)> struct count_kernel : no_kernel {
};

template <int SIZE> struct count_kernel<SIZE, true> {
    static constexpr auto function = partition_count_kernel<SIZE>;
    static constexpr uint32_t threads = partition_threads;
    static constexpr uint32_t tile = counted_shape<SIZE>::elements;
};

template <int SIZE, bool IS_WIDE = (SIZE >= 4)> struct put_kernel : no_kernel {
};

template <int SIZE> struct put_kernel<SIZE, true> {
    static constexpr auto function = partition_put_kernel<SIZE>;
    static constexpr uint32_t threads = partition_threads;
    static constexpr uint32_t tile = counted_shape<SIZE>::elements;
};

template <int SIZE, int WHAT> struct persistent_kernel {
    static constexpr auto function = ring_select_kernel<SIZE, WHAT>;
    static constexpr uint32_t threads = select_threads_of_ring<WHAT>;
    static constexpr uint32_t tile = ring_select_shape<SIZE>::elements;
};

/* As scan_kernels.cuh has it: addresses are cast in the table itself. */
#define KERNEL(...)                                                                                                    \
    {                                                                                                                  \
        (const void *)__VA_ARGS__::function, __VA_ARGS__::threads, __VA_ARGS__::tile                                   \
    }

template <int SIZE> static const prefix__cuda_select_kernels *select_kernels_of()
{
    static const prefix__cuda_select_kernels kernels = {
        KERNEL(look_back_kernel<SIZE, 8, 16, select_kept>),
        KERNEL(look_back_kernel<SIZE, 32, 8, select_kept>),
        KERNEL(look_back_kernel<SIZE, 16, 16, select_all>),
        KERNEL(look_back_kernel<SIZE, 16, 8, select_runs>),
        KERNEL(runs_kernel<SIZE>),
        {KERNEL(wave_kernel<SIZE, 8>), KERNEL(wave_kernel<SIZE, 16>),
         KERNEL(look_back_kernel<SIZE, 8, 32, select_kept, true>)},
        KERNEL(count_kernel<SIZE>),
        KERNEL(put_kernel<SIZE>),
        {KERNEL(persistent_kernel<SIZE, select_kept>), KERNEL(persistent_kernel<SIZE, select_both>),
         KERNEL(persistent_kernel<SIZE, select_all>), KERNEL(persistent_kernel<SIZE, select_runs>)},
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

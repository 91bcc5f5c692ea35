/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/runs_kernels.h"
#include "runs/expand.cuh"
#include "grid/few.cuh"
#include "segments/head_bits.cuh"
#include "runs/bits.cuh"
#include "reduce_by_offset/search.cuh"

const void *prefix__cuda_runs_bits_kernel(size_t size, uint32_t *threads)
{
    using namespace prefix_cuda;
    *threads = runs_bits_threads;
    switch (size) {
    case 1:
        return (const void *)runs_bits_kernel<1>;
    case 2:
        return (const void *)runs_bits_kernel<2>;
    case 4:
        return (const void *)runs_bits_kernel<4>;
    case 8:
        return (const void *)runs_bits_kernel<8>;
    default:
        return (const void *)runs_bits_kernel<16>;
    }
}

const void *prefix__cuda_runs_lengths_kernel(size_t size, uint32_t *threads)
{
    using namespace prefix_cuda;
    *threads = runs_bits_threads;
    return size == 4 ? (const void *)runs_lengths_kernel<uint32_t> : (const void *)runs_lengths_kernel<uint64_t>;
}

const void *prefix__cuda_head_bits_kernel(size_t size, uint32_t *threads)
{
    using namespace prefix_cuda;
    *threads = head_bits_threads;
    return size == 4 ? (const void *)head_bits_kernel<uint32_t> : (const void *)head_bits_kernel<uint64_t>;
}

const void *prefix__cuda_totals_search_kernel(uint32_t *threads, uint32_t *lanes)
{
    using namespace prefix_cuda;
    *threads = totals_search_threads;
    *lanes = totals_search_lanes;
    return (const void *)totals_search_kernel;
}

const void *prefix__cuda_expand_sums_kernel(size_t size, uint32_t *threads)
{
    using namespace prefix_cuda;
    *threads = expand_threads;
    return size == 4 ? (const void *)expand_sums_kernel<uint32_t> : (const void *)expand_sums_kernel<uint64_t>;
}

template <int SIZE> static const void *expand_kernel_of(uint32_t *tile)
{
    *tile = prefix_cuda::expand_shape<SIZE>::elements;
    return (const void *)prefix_cuda::expand_kernel<SIZE>;
}

const void *prefix__cuda_expand_kernel(size_t size, uint32_t *threads, uint32_t *tile)
{
    *threads = prefix_cuda::expand_threads;
    switch (size) {
    case 1:
        return expand_kernel_of<1>(tile);
    case 2:
        return expand_kernel_of<2>(tile);
    case 4:
        return expand_kernel_of<4>(tile);
    case 8:
        return expand_kernel_of<8>(tile);
    default:
        return expand_kernel_of<16>(tile);
    }
}

const void *prefix__cuda_expand_wraps_kernel(uint32_t *threads)
{
    *threads = prefix_cuda::expand_threads;
    return (const void *)prefix_cuda::expand_wraps_kernel;
}

const void *prefix__cuda_few_kernel(uint32_t *threads)
{
    *threads = prefix_cuda::few_threads;
    return (const void *)prefix_cuda::few_kernel;
}

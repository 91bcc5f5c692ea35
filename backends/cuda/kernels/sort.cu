/* SPDX-License-Identifier: BSD-3-Clause */
#include <type_traits>

#include "plan/sort_kernels.h"
#include "sort/fill.cuh"
#include "sort/gather.cuh"
#include "sort/histogram.cuh"
#include "sort/pass.cuh"
#include "sort/segments.cuh"
#include "sort/small.cuh"
#include "sort/values.cuh"

using namespace prefix_cuda;

/*
 * Rows that fit into the least shared memory that there is, and, of wide keys, into that of two blocks of a large one.
 * Addresses are cast in the table itself: only so it is a constant, which any thread may read.
 */
template <class CODE, class VALUE> static const prefix__cuda_sort_kernels *kernels_of()
{
    using KEY = typename CODE::key;
    constexpr int bytes = (int)sizeof(KEY) + sort_value_size<VALUE>;
    constexpr int few = bytes > 8 ? 8 : 16, wide = sizeof(KEY) == 8 ? 32 : 48;
    constexpr int many = sizeof(KEY) < 4 ? few : bytes == 16 ? 24 : bytes == 12 ? 32 : wide;
    constexpr bool is_filled = sizeof(KEY) <= 2 && !CODE::is_float && sort_value_size<VALUE> == 0;
    static const prefix__cuda_sort_kernels kernels = {
        (const void *)sort_small_kernel<CODE, VALUE>,
        sort_by_block::elements,
        (const void *)sort_histogram_kernel<CODE>,
        sort_histogram_threads,
        sort_histogram_threads * sort_histogram_rows,
        sizeof(KEY) * sort_bins,
        is_filled && sizeof(KEY) == 2 ? (const void *)sort_values_kernel : nullptr,
        sort_value_threads,
        sort_values / 2 * sizeof(uint32_t),
        is_filled ? (const void *)sort_fill_kernel<std::conditional_t<sizeof(KEY) == 1, uint8_t, uint16_t>> : nullptr,
        sort_fill_threads,
        sort_threads,
        {{(const void *)sort_pass_kernel<CODE, VALUE, few>, few * sort_threads, sizeof(sort_memory<KEY, VALUE, few>)},
         {(const void *)sort_pass_kernel<CODE, VALUE, many>, many * sort_threads,
          sizeof(sort_memory<KEY, VALUE, many>)}},
        (const void *)sort_look_kernel,
        (const void *)sort_by_warps_kernel<CODE, VALUE>,
        (const void *)sort_by_blocks_kernel<CODE, VALUE>,
        (const void *)sort_in_passes_kernel<CODE, VALUE, few>,
        sizeof(sort_long_memory<KEY, VALUE, few>),
    };
    return &kernels;
}

template <class CODE> static const prefix__cuda_sort_kernels *kernels_with(size_t value)
{
    return value == 0   ? kernels_of<CODE, sort_no_value>()
           : value == 4 ? kernels_of<CODE, uint32_t>()
                        : kernels_of<CODE, uint64_t>();
}

const prefix__cuda_sort_kernels *prefix__cuda_sort_kernels_of(size_t key, int is_float, size_t value)
{
    switch (key) {
    case 1:
        return kernels_with<sort_integer_code<uint8_t>>(value);
    case 2:
        return is_float ? kernels_with<sort_float_code<uint16_t>>(value)
                        : kernels_with<sort_integer_code<uint16_t>>(value);
    case 4:
        return is_float ? kernels_with<sort_float_code<uint32_t>>(value)
                        : kernels_with<sort_integer_code<uint32_t>>(value);
    default:
        return is_float ? kernels_with<sort_float_code<uint64_t>>(value)
                        : kernels_with<sort_integer_code<uint64_t>>(value);
    }
}

const void *prefix__cuda_gather_kernel(uint32_t *threads)
{
    *threads = sort_gather_threads;
    return (const void *)sort_gather_kernel;
}

const void *prefix__cuda_sort_places_kernel(uint32_t *threads)
{
    *threads = sort_gather_threads;
    return (const void *)sort_places_kernel;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/table_kernels.h"
#include "tables/box.cuh"
#include "tables/integral.cuh"

template <class SUM> static const prefix__cuda_table_kernels *kernels_of()
{
    using namespace prefix_cuda;
    static const prefix__cuda_table_kernels kernels = {
        (const void *)table_reduce_kernel<SUM>,
        (const void *)table_carry_rows_kernel<SUM>,
        (const void *)table_carry_columns_kernel<SUM>,
        (const void *)table_write_kernel<SUM>,
        table_threads,
        table_warps,
        table_tiles,
        table_carry_threads,
    };
    return &kernels;
}

const prefix__cuda_table_kernels *prefix__cuda_table_kernels_of(enum prefix__cuda_sum sum)
{
    return sum == PREFIX__CUDA_SUM_U32   ? kernels_of<uint32_t>()
           : sum == PREFIX__CUDA_SUM_U64 ? kernels_of<uint64_t>()
                                         : kernels_of<double>();
}

const void *prefix__cuda_box_limits_kernel(uint32_t *threads)
{
    *threads = prefix_cuda::box_threads;
    return (const void *)prefix_cuda::box_limits_kernel;
}

const void *prefix__cuda_box_kernel(enum prefix__cuda_sum sum, uint32_t *threads)
{
    using namespace prefix_cuda;
    *threads = box_threads;
    return sum == PREFIX__CUDA_SUM_U32   ? (const void *)box_kernel<uint32_t>
           : sum == PREFIX__CUDA_SUM_U64 ? (const void *)box_kernel<uint64_t>
                                         : (const void *)box_kernel<double>;
}

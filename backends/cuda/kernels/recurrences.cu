/* SPDX-License-Identifier: BSD-3-Clause */
#include <prefix/prefix.h>

#include "plan/recurrence_kernels.h"
#include "recurrences/columns.cuh"
#include "recurrences/rows.cuh"

namespace prefix_cuda
{

template <class E> static const void *rows_kernel()
{
    return (const void *)recurrence_rows_kernel<E>;
}

template <class E> static const void *columns_kernel()
{
    return (const void *)recurrence_columns_kernel<E, PREFIX__CUDA_RECURRENCE_PIECE(sizeof(typename E::memory))>;
}

} // namespace prefix_cuda

const void *prefix__cuda_recurrence_rows_kernel(int type)
{
    using namespace prefix_cuda;
    return type == PREFIX_F16    ? rows_kernel<f16_element>()
           : type == PREFIX_BF16 ? rows_kernel<bf16_element>()
           : type == PREFIX_F32  ? rows_kernel<f32_element>()
                                 : rows_kernel<f64_element>();
}

const void *prefix__cuda_recurrence_columns_kernel(int type)
{
    using namespace prefix_cuda;
    return type == PREFIX_F16    ? columns_kernel<f16_element>()
           : type == PREFIX_BF16 ? columns_kernel<bf16_element>()
           : type == PREFIX_F32  ? columns_kernel<f32_element>()
                                 : columns_kernel<f64_element>();
}

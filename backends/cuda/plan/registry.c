/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/registry.h"

#include <stddef.h>

const struct prefix__cuda_kernel *prefix__cuda_kernel_of(int kernel)
{
    static const struct prefix__cuda_kernel *(*const of[PREFIX__CUDA_OPS])(int) = {
        [PREFIX__CUDA_SUM] = prefix__cuda_kernel_sum,
        [PREFIX__CUDA_PRODUCT] = prefix__cuda_kernel_product,
        [PREFIX__CUDA_MAX] = prefix__cuda_kernel_max,
        [PREFIX__CUDA_OR] = prefix__cuda_kernel_or,
        [PREFIX__CUDA_XOR] = prefix__cuda_kernel_xor,
        [PREFIX__CUDA_SUM_FLOAT] = prefix__cuda_kernel_sum_float,
        [PREFIX__CUDA_PRODUCT_FLOAT] = prefix__cuda_kernel_product_float,
    };
    return of[kernel / 4](kernel % 4);
}

const struct prefix__cuda_strip_kernel *prefix__cuda_strip_of(int kernel)
{
    static const struct prefix__cuda_strip_kernel *(*const of[PREFIX__CUDA_OPS])(int) = {
        [PREFIX__CUDA_SUM] = prefix__cuda_strip_sum,
        [PREFIX__CUDA_PRODUCT] = prefix__cuda_strip_product,
        [PREFIX__CUDA_MAX] = prefix__cuda_strip_max,
        [PREFIX__CUDA_OR] = prefix__cuda_strip_or,
        [PREFIX__CUDA_XOR] = prefix__cuda_strip_xor,
        [PREFIX__CUDA_SUM_FLOAT] = prefix__cuda_strip_sum_float,
        [PREFIX__CUDA_PRODUCT_FLOAT] = prefix__cuda_strip_product_float,
    };
    return of[kernel / 2](kernel % 2);
}

const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_of(int kernel)
{
    static const struct prefix__cuda_segmented_kernel *(*const of[PREFIX__CUDA_OPS])(int) = {
        [PREFIX__CUDA_SUM] = prefix__cuda_segmented_sum,
        [PREFIX__CUDA_PRODUCT] = prefix__cuda_segmented_product,
        [PREFIX__CUDA_MAX] = prefix__cuda_segmented_max,
        [PREFIX__CUDA_OR] = prefix__cuda_segmented_or,
        [PREFIX__CUDA_XOR] = prefix__cuda_segmented_xor,
        [PREFIX__CUDA_SUM_FLOAT] = prefix__cuda_segmented_sum_float,
        [PREFIX__CUDA_PRODUCT_FLOAT] = prefix__cuda_segmented_product_float,
    };
    return of[kernel / 2](kernel % 2);
}

const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_of(int kernel)
{
    static const struct prefix__cuda_by_key_kernel *(*const of[PREFIX__CUDA_OPS])(int) = {
        [PREFIX__CUDA_SUM] = prefix__cuda_by_key_sum,
        [PREFIX__CUDA_PRODUCT] = prefix__cuda_by_key_product,
        [PREFIX__CUDA_MAX] = prefix__cuda_by_key_max,
        [PREFIX__CUDA_OR] = prefix__cuda_by_key_or,
        [PREFIX__CUDA_XOR] = prefix__cuda_by_key_xor,
        [PREFIX__CUDA_SUM_FLOAT] = prefix__cuda_by_key_sum_float,
        [PREFIX__CUDA_PRODUCT_FLOAT] = prefix__cuda_by_key_product_float,
    };
    return of[kernel / 2](kernel % 2);
}

const struct prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_of(int kernel)
{
    static const struct prefix__cuda_by_offset_kernel *(*const of[PREFIX__CUDA_OPS])(int) = {
        [PREFIX__CUDA_SUM] = prefix__cuda_by_offset_sum,
        [PREFIX__CUDA_MAX] = prefix__cuda_by_offset_max,
        [PREFIX__CUDA_SUM_FLOAT] = prefix__cuda_by_offset_sum_float,
    };
    return of[kernel / 2] ? of[kernel / 2](kernel % 2) : NULL;
}

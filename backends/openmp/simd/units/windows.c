/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: moving windows. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "simd/isa.h"
#include "simd/windows/combine.h"

#define EACH_WIDTH "simd/windows/windows_of_width.h"
#include "simd/vector/each_width.h"

DEFINE_COMBINE(sum, 8, double, f64, x + y)
DEFINE_COMBINE(product, 8, double, f64, x *y)

static void add_f64(double *values, size_t n, double x)
{
    for (size_t i = 0; i < n; i++)
        values[i] += x;
}

static void narrow_f64_f32(const double *restrict in, float *restrict out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (float)in[i];
}

#define COMBINE(u, s)                                                                                                  \
    {                                                                                                                  \
        [PREFIX__OPENMP_SUM] = combine_##u##_sum, [PREFIX__OPENMP_PRODUCT] = combine_##u##_product,                    \
        [PREFIX__OPENMP_OR] = combine_##u##_or, [PREFIX__OPENMP_XOR] = combine_##u##_xor,                              \
        [PREFIX__OPENMP_MAX] = combine_##s##_max                                                                       \
    }

const struct prefix__openmp_windows OF_SET(windows) = {
    .combine = {COMBINE(u8, i8), COMBINE(u16, i16), COMBINE(u32, i32), COMBINE(u64, i64)},
    .sum_f64 = combine_f64_sum,
    .product_f64 = combine_f64_product,
    .lower = {lower_1, lower_2, lower_4, lower_8},
    .raise = {raise_1, raise_2, raise_4, raise_8},
    .add_f64 = add_f64,
    .narrow_f64_f32 = narrow_f64_f32,
};
#endif

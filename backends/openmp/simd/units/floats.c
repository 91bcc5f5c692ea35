/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: the kernels of sums of floats, in the canonical order. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "shared/order.h"
#include "simd/isa.h"
#include "simd/scan/round_halves.h"
#include "simd/segments/carry_masks.h"
#include "simd/segments/masked_loads.h"
#include "simd/segments/work_aside.h"
#include "simd/vector/prefetch.h"
#include "simd/vector/shift.h"

#include "simd/scan/floats.h"

#if VECTOR_BYTES == 64
#include "simd/scan/even_odd.h"
#endif

#define FORMAT f16
#include "simd/scan/half_kernel.h"

#define FORMAT bf16
#include "simd/scan/half_kernel.h"

#define KERNEL(name, first, element)                                                                                   \
    .scan = scan_##name, .stream = stream_##name, .reduce = reduce_##name, .combine = combine_##name, .columns = columns_##name, \
    .scan_rows = scan_rows_##name, \
    .scan_segmented = scan_segmented_##name, .reduce_row_part = reduce_row_part_##name, .identity = first,             \
    .size = sizeof(element), .written = sizeof(element)
#if VECTOR_BYTES > 16
#define TOTALS(name, element) .totals = totals_##name, .totals_length = VECTOR_BYTES == 64 ? 1 : 2
#else
#define TOTALS(name, element) .totals = NULL
#endif
#if VECTOR_BYTES > 16
#define STEP .step = step_f32_sum
#else
#define STEP .step = NULL
#endif
#ifdef PLANES
#define HALF_STREAM(format) .stream = stream_##format##_sum
#else
#define HALF_STREAM(format) .stream = NULL
#endif
#define HALF_KERNEL(format)                                                                                            \
    {                                                                                                                  \
        .scan = scan_##format##_sum, HALF_STREAM(format), .step = step_##format##_sum,                                 \
        .reduce = reduce_##format##_sum, .combine = combine_f32_sum, .scan_segmented = scan_segmented_##format##_sum,  \
        .reduce_row_part = reduce_row_part_##format##_sum, .size = sizeof(float), .written = sizeof(uint16_t),         \
        .wide = 1                                                                                                      \
    }

const struct prefix__openmp_floats OF_SET(floats) = {{
    [PREFIX__OPENMP_F32_SUM] = {KERNEL(f32_sum, 0, float), TOTALS(f32_sum, float), STEP, .wide = 1},
    [PREFIX__OPENMP_F16_SUM] = HALF_KERNEL(f16),
    [PREFIX__OPENMP_BF16_SUM] = HALF_KERNEL(bf16),
    [PREFIX__OPENMP_F64_SUM] = {KERNEL(f64_sum, 0, double), TOTALS(f64_sum, double)},
#if VECTOR_BYTES == 16
    [PREFIX__OPENMP_F32_PRODUCT] = {KERNEL(f32_product, 0x3f800000, float)},
    [PREFIX__OPENMP_F64_PRODUCT] = {KERNEL(f64_product, 0x3ff0000000000000, double)},
#endif
}};
#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: the kernels of exactly associative operators. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "simd/isa.h"
#include "simd/segments/carry_masks.h"
#include "simd/segments/masked_loads.h"
#include "simd/segments/work_aside.h"
#include "simd/vector/prefetch.h"

#define EACH_WIDTH "simd/scan/integers.h"
#include "simd/vector/each_width.h"

#define KERNEL(name, first, bytes, signedness)                                                                         \
    .scan = scan_##name, .stream = stream_##name, .reduce = reduce_##name, .combine = combine_##name, .columns = columns_##name, \
    .scan_rows = scan_rows_##name, \
    .scan_segmented = scan_segmented_##name, .identity = (uint64_t)(first), .size = bytes, .written = bytes,           \
    .is_signed = signedness
#ifdef MASKS
#define TOTALS(name, bytes) .totals = totals_##name, .totals_length = 5
#else
#define TOTALS(name, bytes) .totals = NULL
#endif
#define KERNELS(u, s, bytes, least)                                                                                    \
    [PREFIX__OPENMP_SUM] = {KERNEL(u##_sum, 0, bytes, 0)},                                                             \
    [PREFIX__OPENMP_PRODUCT] = {KERNEL(u##_product, 1, bytes, 0)},                                                     \
    [PREFIX__OPENMP_OR] = {KERNEL(u##_or, 0, bytes, 0)}, [PREFIX__OPENMP_XOR] = {KERNEL(u##_xor, 0, bytes, 0)},        \
    [PREFIX__OPENMP_MAX] = {KERNEL(s##_max, least, bytes, 1), TOTALS(s##_max, bytes)}
#define FLOAT_KERNELS(s, bytes, least)                                                                                 \
    [PREFIX__OPENMP_FLOAT_MAX] = {KERNEL(s##_float_max, least, bytes, 1), TOTALS(s##_float_max, bytes)}

const struct prefix__openmp_integers OF_SET(integers) = {{
    {KERNELS(u8, i8, 1, INT8_MIN)},
    {KERNELS(u16, i16, 2, INT16_MIN), FLOAT_KERNELS(i16, 2, INT16_MIN)},
    {KERNELS(u32, i32, 4, INT32_MIN), FLOAT_KERNELS(i32, 4, INT32_MIN)},
    {KERNELS(u64, i64, 8, INT64_MIN), FLOAT_KERNELS(i64, 8, INT64_MIN)},
}};
#endif

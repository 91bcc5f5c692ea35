/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The backend's inner loops for one instruction set. The file that includes this has switched the
 * compiler to it and defines VECTOR_BYTES, ISA (the table's name), ISA_TEXT, STREAM(to, from) and
 * what its vectors do by their own instructions: raw and LANE_SHIFT_IN() to last_lane(), min_*() and
 * max_*(), widen_low(), widen_high() and narrow_f64(); and, if it has them, NARROW_HALF(), and what halves.h and
 * shift.h name.
 */

#include "simd/segments/masks.h"
#include "simd/segments/totals.h"
#include "simd/vector/prefetch.h"
#include "simd/select/fill_runs.h"
#include "simd/scan/round_halves.h"
#include "simd/vector/halves.h"
#include "simd/isa.h"
#include "simd/segments/offsets_to_bits.h"
#include "shared/order.h"
#include "simd/select/test_and_pack.h"
#include "simd/vector/shift.h"
#include "simd/scan/convert.h"

#ifdef FOURS
#define BY_FOURS
#endif
#define BYTES 1
#define UNSIGNED uint8_t
#define USUFFIX u8
#define SIGNED int8_t
#define SSUFFIX i8
#include "simd/scan/integers.h"
#undef BY_FOURS

#define BYTES 2
#define UNSIGNED uint16_t
#define USUFFIX u16
#define SIGNED int16_t
#define SSUFFIX i16
#include "simd/scan/integers.h"

#define BYTES 4
#define UNSIGNED uint32_t
#define USUFFIX u32
#define SIGNED int32_t
#define SSUFFIX i32
#include "simd/scan/integers.h"

#define BYTES 8
#define UNSIGNED uint64_t
#define USUFFIX u64
#define SIGNED int64_t
#define SSUFFIX i64
#include "simd/scan/integers.h"

#define FORMAT f16
#define INFINITE 0x7c00
#define BYTES 2
#define ELEMENT int16_t
#define SUFFIX i16
#define USUFFIX u16
#include "simd/scan/extrema.h"

#define FORMAT bf16
#define INFINITE 0x7f80
#define BYTES 2
#define ELEMENT int16_t
#define SUFFIX i16
#define USUFFIX u16
#include "simd/scan/extrema.h"

#define FORMAT f32
#define INFINITE 0x7f800000
#define BYTES 4
#define ELEMENT int32_t
#define SUFFIX i32
#define USUFFIX u32
#include "simd/scan/extrema.h"

#define FORMAT f64
#define INFINITE 0x7ff0000000000000
#define BYTES 8
#define ELEMENT int64_t
#define SUFFIX i64
#define USUFFIX u64
#include "simd/scan/extrema.h"

#define FORMAT u8
#define TRUE 1
#define MAGNITUDE UINT8_MAX
#define BYTES 1
#define ELEMENT uint8_t
#define SUFFIX u8
#include "simd/scan/truths.h"

#define FORMAT u16
#define TRUE 1
#define MAGNITUDE UINT16_MAX
#define BYTES 2
#define ELEMENT uint16_t
#define SUFFIX u16
#include "simd/scan/truths.h"

#define FORMAT u32
#define TRUE 1
#define MAGNITUDE UINT32_MAX
#define BYTES 4
#define ELEMENT uint32_t
#define SUFFIX u32
#include "simd/scan/truths.h"

#define FORMAT u64
#define TRUE 1
#define MAGNITUDE UINT64_MAX
#define BYTES 8
#define ELEMENT uint64_t
#define SUFFIX u64
#include "simd/scan/truths.h"

#define FORMAT f16
#define TRUE 0x3c00
#define MAGNITUDE INT16_MAX
#define BYTES 2
#define ELEMENT uint16_t
#define SUFFIX u16
#include "simd/scan/truths.h"

#define FORMAT bf16
#define TRUE 0x3f80
#define MAGNITUDE INT16_MAX
#define BYTES 2
#define ELEMENT uint16_t
#define SUFFIX u16
#include "simd/scan/truths.h"

#define FORMAT f32
#define TRUE 0x3f800000
#define MAGNITUDE INT32_MAX
#define BYTES 4
#define ELEMENT uint32_t
#define SUFFIX u32
#include "simd/scan/truths.h"

#define FORMAT f64
#define TRUE 0x3ff0000000000000
#define MAGNITUDE INT64_MAX
#define BYTES 8
#define ELEMENT uint64_t
#define SUFFIX u64
#include "simd/scan/truths.h"

#ifdef WIDENS
#define BYTES 2
#define ELEMENT uint16_t
#define SUFFIX u16
#define UNSIGNED uint8_t
#define USUFFIX u8
#define SIGNED int8_t
#define SSUFFIX i8
#include "simd/scan/widened.h"

#ifdef FOURS
#define BY_FOURS
#endif
#define BYTES 4
#define ELEMENT uint32_t
#define SUFFIX u32
#define UNSIGNED uint8_t
#define USUFFIX u8
#define SIGNED int8_t
#define SSUFFIX i8
#include "simd/scan/widened.h"
#undef BY_FOURS

#define BYTES 8
#define ELEMENT uint64_t
#define SUFFIX u64
#define UNSIGNED uint8_t
#define USUFFIX u8
#define SIGNED int8_t
#define SSUFFIX i8
#include "simd/scan/widened.h"

#define BYTES 4
#define ELEMENT uint32_t
#define SUFFIX u32
#define UNSIGNED uint16_t
#define USUFFIX u16
#define SIGNED int16_t
#define SSUFFIX i16
#include "simd/scan/widened.h"

#define BYTES 8
#define ELEMENT uint64_t
#define SUFFIX u64
#define UNSIGNED uint16_t
#define USUFFIX u16
#define SIGNED int16_t
#define SSUFFIX i16
#include "simd/scan/widened.h"

#define BYTES 8
#define ELEMENT uint64_t
#define SUFFIX u64
#define UNSIGNED uint32_t
#define USUFFIX u32
#define SIGNED int32_t
#define SSUFFIX i32
#include "simd/scan/widened.h"
#endif

#include "simd/scan/floats.h"

#if VECTOR_BYTES == 64
#include "simd/scan/even_odd.h"
#endif

#define FORMAT f16
#include "simd/scan/half_kernel.h"

#define FORMAT bf16
#include "simd/scan/half_kernel.h"

#ifdef MASKS
#define HAS_MASKS 1
#else
#define HAS_MASKS 0
#endif
/* Totals from the elements themselves, and of how many elements segments are worth it. */
#ifdef NODES
#define TREES_OF(name) totals_##name, 6
#define TOTALS_OF(name) totals_##name, 4
#else
#define TREES_OF(name) NULL, 0
#define TOTALS_OF(name) NULL, 0
#endif
#define NO_TOTALS NULL, 0
#define INTEGER_CORE(suffix, name, identity, rotation, ...)                                                            \
    {                                                                                                                  \
        scan_##suffix##_##name, stream_##suffix##_##name, NULL, reduce_##suffix##_##name, combine_##suffix##_##name,   \
            (uint64_t)(identity), sizeof(identity), sizeof(identity), 0, rotation, cut_##suffix##_##name, NULL, NULL,  \
            __VA_ARGS__, NULL                                                                                          \
    }
#define SUM_CORE(suffix, name, identity) INTEGER_CORE(suffix, name, identity, 0, NO_TOTALS)
#define EXACT_CORE(suffix, name, identity) INTEGER_CORE(suffix, name, identity, 0, NO_TOTALS)
/* Elements may count more than once. */
#define EXTREMUM(suffix, name, identity, rotation)                                                                     \
    INTEGER_CORE(suffix, name, identity, rotation, TOTALS_OF(suffix##_##name))
#define IDEMPOTENT_CORE(suffix, name, identity) EXTREMUM(suffix, name, identity, 0)
#define INTEGER_CORES(u, s, unsigned_type, signed_type, signed_max)                                                    \
    {                                                                                                                  \
        [PREFIX__OPENMP_SUM] = SUM_CORE(u, sum, (unsigned_type)0),                                                     \
        [PREFIX__OPENMP_PRODUCT] = EXACT_CORE(u, product, (unsigned_type)1),                                           \
        [PREFIX__OPENMP_AND] = EXACT_CORE(u, and, (unsigned_type) ~(unsigned_type)0),                             \
        [PREFIX__OPENMP_OR] = EXACT_CORE(u, or, (unsigned_type)0),                                                \
        [PREFIX__OPENMP_XOR] = EXACT_CORE(u, xor, (unsigned_type)0),                                                   \
        [PREFIX__OPENMP_MIN] = IDEMPOTENT_CORE(u, min, (unsigned_type) ~(unsigned_type)0),                             \
        [PREFIX__OPENMP_MAX] = IDEMPOTENT_CORE(u, max, (unsigned_type)0),                                              \
        [PREFIX__OPENMP_SIGNED_MIN] = IDEMPOTENT_CORE(s, min, (signed_type)signed_max),                                \
        [PREFIX__OPENMP_SIGNED_MAX] = IDEMPOTENT_CORE(s, max, (signed_type)(-signed_max - 1)),                         \
    }
#define LOGICAL(suffix, format, type, one)                                                                             \
    {                                                                                                                  \
        EXACT_CORE(suffix, format##_all, (type)one), EXACT_CORE(suffix, format##_any, (type)0)               \
    }
#define EXTREMA(format, suffix, type, greatest, infinite)                                                              \
    {                                                                                                                  \
        EXTREMUM(suffix, format##_min, (type)greatest, (uint64_t)greatest - (infinite)),                               \
            EXTREMUM(suffix, format##_max, (type)(-greatest - 1), (infinite) - (uint64_t)greatest)                     \
    }
#define FLOAT_CORE(name, identity, size, step, ...)                                                                         \
    {                                                                                                                  \
        scan_##name, stream_##name, step, reduce_##name, combine_##name, identity, size, size, 0, 0, cut_##name,       \
            ends_##name, between_##name, __VA_ARGS__, own_##name                            \
    }
#define WIDE_CORE(name, ...)                                                                                                \
    {                                                                                                                  \
        scan_##name, stream_##name, step_##name, reduce_##name, combine_##name, 0, sizeof(float), sizeof(float), 1, 0, \
            cut_##name, ends_##name, between_##name, __VA_ARGS__, own_##name       \
    }
/* These write halves. */
#ifdef PLANES
#define HALF_STREAM(format) stream_##format##_sum
#else
#define HALF_STREAM(format) NULL
#endif
#define HALF_CORE(format)                                                                                              \
    {                                                                                                                  \
        scan_##format##_sum, HALF_STREAM(format), step_##format##_sum, reduce_f32_sum_##format,                        \
            combine_f32_sum_##format, 0, sizeof(float), sizeof(uint16_t), 1, 0, cut_##format##_sum,                    \
            ends_##format##_sum, between_f32_sum_##format, NO_TOTALS, NULL                                                                             \
    }
#ifdef WIDENS
#define WIDENED                                                                                                        \
    [PREFIX__OPENMP_U8_U16] = SUM_CORE(u16, sum_u8, (uint16_t)0),                                                      \
    [PREFIX__OPENMP_U8_U32] = SUM_CORE(u32, sum_u8, (uint32_t)0),                                                      \
    [PREFIX__OPENMP_U8_U64] = SUM_CORE(u64, sum_u8, (uint64_t)0),                                                      \
    [PREFIX__OPENMP_U16_U32] = SUM_CORE(u32, sum_u16, (uint32_t)0),                                                    \
    [PREFIX__OPENMP_U16_U64] = SUM_CORE(u64, sum_u16, (uint64_t)0),                                                    \
    [PREFIX__OPENMP_U32_U64] = SUM_CORE(u64, sum_u32, (uint64_t)0),                                                    \
    [PREFIX__OPENMP_I8_I16] = SUM_CORE(u16, sum_i8, (uint16_t)0),                                                      \
    [PREFIX__OPENMP_I8_I32] = SUM_CORE(u32, sum_i8, (uint32_t)0),                                                      \
    [PREFIX__OPENMP_I8_I64] = SUM_CORE(u64, sum_i8, (uint64_t)0),                                                      \
    [PREFIX__OPENMP_I16_I32] = SUM_CORE(u32, sum_i16, (uint32_t)0),                                                    \
    [PREFIX__OPENMP_I16_I64] = SUM_CORE(u64, sum_i16, (uint64_t)0),                                                    \
    [PREFIX__OPENMP_I32_I64] = SUM_CORE(u64, sum_i32, (uint64_t)0),                                                    \
    [PREFIX__OPENMP_F16_F64] = FLOAT_CORE(f64_sum_f16, 0, sizeof(double), NULL, NO_TOTALS),                                       \
    [PREFIX__OPENMP_BF16_F64] = FLOAT_CORE(f64_sum_bf16, 0, sizeof(double), NULL, NO_TOTALS),                                     \
    [PREFIX__OPENMP_F32_F64] = FLOAT_CORE(f64_sum_f32, 0, sizeof(double), NULL, NO_TOTALS),
#else
#define WIDENED
#endif

const struct prefix__openmp_isa ISA = {
    .name = ISA_TEXT,
    .has_masks = HAS_MASKS,
    .integer =
        {
            INTEGER_CORES(u8, i8, uint8_t, int8_t, INT8_MAX),
            INTEGER_CORES(u16, i16, uint16_t, int16_t, INT16_MAX),
            INTEGER_CORES(u32, i32, uint32_t, int32_t, INT32_MAX),
            INTEGER_CORES(u64, i64, uint64_t, int64_t, INT64_MAX),
        },
    .logical =
        {
            LOGICAL(u8, u8, uint8_t, 1),
            LOGICAL(u16, u16, uint16_t, 1),
            LOGICAL(u32, u32, uint32_t, 1),
            LOGICAL(u64, u64, uint64_t, 1),
            LOGICAL(u16, f16, uint16_t, 0x3c00),
            LOGICAL(u16, bf16, uint16_t, 0x3f80),
            LOGICAL(u32, f32, uint32_t, 0x3f800000),
            LOGICAL(u64, f64, uint64_t, 0x3ff0000000000000),
        },
    .extremum =
        {
            EXTREMA(f16, i16, int16_t, INT16_MAX, 0x7c00),
            EXTREMA(bf16, i16, int16_t, INT16_MAX, 0x7f80),
            EXTREMA(f32, i32, int32_t, INT32_MAX, 0x7f800000),
            EXTREMA(f64, i64, int64_t, INT64_MAX, 0x7ff0000000000000),
        },
    .floating =
        {
            [PREFIX__OPENMP_F32_SUM] = WIDE_CORE(f32_sum, TREES_OF(f32_sum)),
            [PREFIX__OPENMP_F16_SUM] = HALF_CORE(f16),
            [PREFIX__OPENMP_BF16_SUM] = HALF_CORE(bf16),
            [PREFIX__OPENMP_F32_PRODUCT] = FLOAT_CORE(f32_product, 0x3f800000, sizeof(float), step_f32_product, NO_TOTALS),
            [PREFIX__OPENMP_F64_SUM] = FLOAT_CORE(f64_sum, 0, sizeof(double), NULL, TREES_OF(f64_sum)),
            [PREFIX__OPENMP_F64_PRODUCT] = FLOAT_CORE(f64_product, 0x3ff0000000000000, sizeof(double), NULL, NO_TOTALS),
        },
    .widened = {[PREFIX__OPENMP_F16_F32] = WIDE_CORE(f32_sum_f16, NO_TOTALS),
                [PREFIX__OPENMP_BF16_F32] = WIDE_CORE(f32_sum_bf16, NO_TOTALS),
                WIDENED},
    .stage =
        {
            [PREFIX__OPENMP_MIRROR_1] = stage_mirror_1, [PREFIX__OPENMP_MIRROR_2] = stage_mirror_2,
            [PREFIX__OPENMP_MIRROR_4] = stage_mirror_4, [PREFIX__OPENMP_MIRROR_8] = stage_mirror_8,
            [PREFIX__OPENMP_U8_U16] = stage_u8_u16,     [PREFIX__OPENMP_U8_U32] = stage_u8_u32,
            [PREFIX__OPENMP_U8_U64] = stage_u8_u64,     [PREFIX__OPENMP_U16_U32] = stage_u16_u32,
            [PREFIX__OPENMP_U16_U64] = stage_u16_u64,   [PREFIX__OPENMP_U32_U64] = stage_u32_u64,
            [PREFIX__OPENMP_I8_I16] = stage_i8_i16,     [PREFIX__OPENMP_I8_I32] = stage_i8_i32,
            [PREFIX__OPENMP_I8_I64] = stage_i8_i64,     [PREFIX__OPENMP_I16_I32] = stage_i16_i32,
            [PREFIX__OPENMP_I16_I64] = stage_i16_i64,   [PREFIX__OPENMP_I32_I64] = stage_i32_i64,
            [PREFIX__OPENMP_F16_F32] = stage_f16_f32,   [PREFIX__OPENMP_F16_F64] = stage_f16_f64,
            [PREFIX__OPENMP_BF16_F32] = stage_bf16_f32, [PREFIX__OPENMP_BF16_F64] = stage_bf16_f64,
            [PREFIX__OPENMP_F32_F64] = stage_f32_f64,   [PREFIX__OPENMP_F32_F16] = stage_f32_f16,
            [PREFIX__OPENMP_F32_BF16] = stage_f32_bf16,
        },
    .stream = stream_bytes,
    .stream_mirror = {stream_mirror_1, stream_mirror_2, stream_mirror_4, stream_mirror_8},
    .test = {test_1, test_2, test_4, test_8},
    .heads = {heads_1, heads_2, heads_4, heads_8},
    .count = count_bits,
    .load_places = {load_places_4, load_places_8},
    .places_to_bits = places_to_bits,
    .place = {place_1, place_2, place_4, place_8},
    .pack = {pack_1, pack_2, pack_4, pack_8},
    .places = places_of_bits,
    .subtract = {subtract_1, subtract_2, subtract_4, subtract_8},
    .totals = {totals_1, totals_2, totals_4, totals_8},
    .differences = {differences_1, differences_2, differences_4, differences_8},
    .expand = {expand_1, expand_2, expand_4, expand_8, expand_16},
    .sum_lengths = sum_lengths,
};

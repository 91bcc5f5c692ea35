/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: conversions, mirrors and copies. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "simd/isa.h"
#include "simd/scan/convert.h"
#include "simd/vector/halves.h"

#define STAGE(name, function) [PREFIX__OPENMP_##name] = stage_##function
const struct prefix__openmp_convert OF_SET(convert) = {
    .stage =
        {
            STAGE(MIRROR_1, mirror_1),   STAGE(MIRROR_2, mirror_2),     STAGE(MIRROR_4, mirror_4),
            STAGE(MIRROR_8, mirror_8),   STAGE(U8_U16, u8_u16),         STAGE(U8_U32, u8_u32),
            STAGE(U8_U64, u8_u64),       STAGE(U16_U32, u16_u32),       STAGE(U16_U64, u16_u64),
            STAGE(U32_U64, u32_u64),     STAGE(I8_I16, i8_i16),         STAGE(I8_I32, i8_i32),
            STAGE(I8_I64, i8_i64),       STAGE(I16_I32, i16_i32),       STAGE(I16_I64, i16_i64),
            STAGE(I32_I64, i32_i64),     STAGE(F16_F32, f16_f32),       STAGE(F16_F64, f16_f64),
            STAGE(BF16_F32, bf16_f32),   STAGE(BF16_F64, bf16_f64),     STAGE(F32_F64, f32_f64),
            STAGE(F32_F16, f32_f16),     STAGE(F32_BF16, f32_bf16),     STAGE(TRUTH_U8, truth_u8),
            STAGE(TRUTH_U16, truth_u16), STAGE(TRUTH_U32, truth_u32),   STAGE(TRUTH_U64, truth_u64),
            STAGE(TRUTH_F16, truth_f16), STAGE(TRUTH_BF16, truth_bf16), STAGE(TRUTH_F32, truth_f32),
            STAGE(TRUTH_F64, truth_f64),
        },
    .stream = stream_bytes,
    .stream_mirror = {stream_mirror_1, stream_mirror_2, stream_mirror_4, stream_mirror_8},
};
#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The inner loops for the instruction set that the compiler targets anyway. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_BASE_H
#define PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_BASE_H

#include <stdint.h>
#include <string.h>

#include "simd/vector/vector.h"

#ifdef __SSE2__
#include <emmintrin.h>
#define STREAM(to, from) _mm_stream_si128((__m128i *)(to), _mm_loadu_si128((const __m128i *)(from)))

typedef __m128i raw;
/* x moved up by bytes, the last ones of before in front of it. */
#define SHIFT_IN(before, x, bytes)                                                                                     \
    _mm_or_si128(_mm_slli_si128((raw)(x), bytes), _mm_srli_si128((raw)(before), 16 - (bytes)))

DEFINE_MAX_BY(i16, raw, _mm_max_epi16)
DEFINE_MAX(i8, 1)

INLINE v_f64 widen_low(v_f32 x)
{
    return (v_f64)_mm_cvtps_pd((__m128)x);
}

INLINE v_f64 widen_high(v_f32 x)
{
    return (v_f64)_mm_cvtps_pd(_mm_movehl_ps((__m128)x, (__m128)x));
}

INLINE v_f32 narrow_f64(v_f64 low, v_f64 high)
{
    return (v_f32)_mm_movelh_ps(_mm_cvtpd_ps((__m128d)low), _mm_cvtpd_ps((__m128d)high));
}

#define LANE_BITS(bytes, truths) LANE_BITS_##bytes((raw)(truths))
#define LANE_BITS_1(truths) (uint32_t) _mm_movemask_epi8(truths)
#define LANE_BITS_2(truths) (uint32_t) _mm_movemask_epi8(_mm_packs_epi16(truths, _mm_setzero_si128()))
#define LANE_BITS_4(truths) (uint32_t) _mm_movemask_ps(_mm_castsi128_ps(truths))
#define LANE_BITS_8(truths) (uint32_t) _mm_movemask_pd(_mm_castsi128_pd(truths))
#else
#define STREAM(to, from) memcpy(to, from, VECTOR_BYTES)

typedef v_u8 raw;
#define SHIFT_IN(before, x, bytes) shuffle_u8((raw)(before), (raw)(x), IOTA(1) + 16 - (bytes))

DEFINE_MAX(i8, 1)
DEFINE_MAX(i16, 2)

INLINE v_f64 widen_low(v_f32 x)
{
    return (v_f64){x[0], x[1]};
}

INLINE v_f64 widen_high(v_f32 x)
{
    return (v_f64){x[2], x[3]};
}

INLINE v_f32 narrow_f64(v_f64 low, v_f64 high)
{
    return (v_f32){(float)low[0], (float)low[1], (float)high[0], (float)high[1]};
}

#define DEFINE_LANE_BITS(bytes)                                                                                        \
    INLINE uint32_t lane_bits_##bytes(index_##bytes truths)                                                            \
    {                                                                                                                  \
        uint32_t bits = 0;                                                                                             \
        for (int i = 0; i < VECTOR_BYTES / bytes; i++)                                                                 \
            bits |= (uint32_t)(truths[i] & 1) << i;                                                                    \
        return bits;                                                                                                   \
    }
DEFINE_LANE_BITS(1)
DEFINE_LANE_BITS(2)
DEFINE_LANE_BITS(4)
DEFINE_LANE_BITS(8)
#define LANE_BITS(bytes, truths) lane_bits_##bytes(truths)
#endif

#define ADD_8(a, b) ((a) + (b))

#define EQ_BITS(bytes, a, b) LANE_BITS(bytes, (a) == (b))
#define LE_BITS(bytes, a, b) LANE_BITS(bytes, (a) <= (b))

DEFINE_MAX(i32, 4)
DEFINE_MAX(i64, 8)

#define BLEND(mask, a, b) (((raw)(a) & (mask)) | ((raw)(b) & ~(mask)))

/* Words in the order of index, which is a rotation. */
INLINE raw ROTATE(raw x, raw index)
{
    v_u32 y = {0};
    _Pragma("GCC unroll 4") for (int words = 0; words < 4; words++)
    {
        const index_4 rotation = (IOTA(4) + words) & 3;
        y |= (v_u32)((index_4)index == rotation) & shuffle_u32((v_u32)x, (v_u32)x, rotation);
    }
    return (raw)y;
}

#define LANE_SHIFT_IN(before, x, bytes) SHIFT_IN(before, x, bytes)

#endif

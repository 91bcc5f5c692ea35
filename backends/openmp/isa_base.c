/* SPDX-License-Identifier: BSD-3-Clause */
/* The inner loops for the instruction set that the compiler targets anyway. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#include <stdint.h>
#include <string.h>

#define ISA prefix__openmp_isa_base
#define VECTOR_BYTES 16
#include "simd.h"

#ifdef __SSE2__
#include <emmintrin.h>
#define ISA_TEXT "SSE2"
#define STREAM(to, from) _mm_stream_si128((__m128i *)(to), _mm_loadu_si128((const __m128i *)(from)))

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
#else
#define ISA_TEXT "128-bit vectors"
#define STREAM(to, from) memcpy(to, from, VECTOR_BYTES)

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
#endif

#include "isa_template.h"

/* SPDX-License-Identifier: BSD-3-Clause */
/* The inner loops for AVX-512 (F, BW, DQ and VL: every server core since Skylake). */
#ifdef __x86_64__
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#else
#pragma GCC optimize("O3")
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl")
#endif

#include <immintrin.h>

#define ISA prefix__openmp_isa_avx512
#define ISA_TEXT "AVX-512"
#define VECTOR_BYTES 64
#include "simd.h"

#define STREAM(to, from) _mm512_stream_si512((__m512i *)(to), _mm512_loadu_si512(from))

INLINE v_f64 widen_low(v_f32 x)
{
    return (v_f64)_mm512_cvtps_pd(_mm512_castps512_ps256((__m512)x));
}

INLINE v_f64 widen_high(v_f32 x)
{
    return (v_f64)_mm512_cvtps_pd(_mm512_extractf32x8_ps((__m512)x, 1));
}

INLINE v_f32 narrow_f64(v_f64 low, v_f64 high)
{
    return (v_f32)_mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps((__m512d)low)),
                                     _mm512_cvtpd_ps((__m512d)high), 1);
}

#include "isa_template.h"

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif

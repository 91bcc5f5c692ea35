/* SPDX-License-Identifier: BSD-3-Clause */
/* The inner loops for AVX2. */
#ifdef __x86_64__
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC optimize("O3")
#pragma GCC target("avx2")
#endif

#include <immintrin.h>

#define ISA prefix__openmp_isa_avx2
#define ISA_TEXT "AVX2"
#define VECTOR_BYTES 32
#include "simd.h"

#define STREAM(to, from) _mm256_stream_si256((__m256i *)(to), _mm256_loadu_si256((const __m256i *)(from)))

INLINE v_f64 widen_low(v_f32 x)
{
    return (v_f64)_mm256_cvtps_pd(_mm256_castps256_ps128((__m256)x));
}

INLINE v_f64 widen_high(v_f32 x)
{
    return (v_f64)_mm256_cvtps_pd(_mm256_extractf128_ps((__m256)x, 1));
}

INLINE v_f32 narrow_f64(v_f64 low, v_f64 high)
{
    return (v_f32)_mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps((__m256d)low)),
                                       _mm256_cvtpd_ps((__m256d)high), 1);
}

#include "isa_template.h"

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif

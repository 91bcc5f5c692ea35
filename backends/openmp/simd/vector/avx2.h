/* SPDX-License-Identifier: BSD-3-Clause */
/* The inner loops for AVX2, with F16C and FMA, which all processors with AVX2 have. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_AVX2_H
#define PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_AVX2_H

#include <immintrin.h>

#include "simd/vector/vector.h"

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

/* Sklansky's step d for sums: what a lane takes from the left half of its block, 0 where it takes nothing. */
#define LEFT_4(x, d)                                                                                                   \
    ((d) == 1   ? (__m256)_mm256_slli_epi64((__m256i)(x), 32)                                                          \
     : (d) == 2 ? _mm256_shuffle_ps(_mm256_setzero_ps(), (__m256)(x), 0x50)                                            \
                : _mm256_permute2f128_ps(_mm256_permute_ps((__m256)(x), 0xff), _mm256_setzero_ps(), 0x02))
#define LEFT_8(x, d)                                                                                                   \
    ((d) == 1 ? _mm256_unpacklo_pd(_mm256_setzero_pd(), (__m256d)(x))                                                  \
              : _mm256_permute2f128_pd(_mm256_permute_pd((__m256d)(x), 0xf), _mm256_setzero_pd(), 0x02))

/* Sums by the multipliers, which have less to do than the adders; the product by 1 is exact. */
#define ADD_4(a, b) _mm256_fmadd_ps((__m256)(b), _mm256_set1_ps(1), (__m256)(a))
#define ADD_8(a, b) _mm256_fmadd_pd((__m256d)(b), _mm256_set1_pd(1), (__m256d)(a))

/* Even, or odd, elements of each lane of a, and behind them those of b; and the lower, or upper, lanes of both. */
#define EVEN_IN_LANES_4(a, b) _mm256_shuffle_ps((__m256)(a), (__m256)(b), 0x88)
#define EVEN_IN_LANES_8(a, b) _mm256_unpacklo_pd((__m256d)(a), (__m256d)(b))
#define ODD_IN_LANES_4(a, b) _mm256_shuffle_ps((__m256)(a), (__m256)(b), 0xdd)
#define ODD_IN_LANES_8(a, b) _mm256_unpackhi_pd((__m256d)(a), (__m256d)(b))
#define EVEN_LANES(a, b) _mm256_permute2x128_si256((raw)(a), (raw)(b), 0x20)
#define ODD_LANES(a, b) _mm256_permute2x128_si256((raw)(a), (raw)(b), 0x31)

#define HALF_F32(h) _mm256_cvtph_ps((__m128i)(h))
#define F32_HALF(x) _mm256_cvtps_ph((__m256)(x), _MM_FROUND_TO_NEAREST_INT)

typedef __m256i raw;
#define ROTATE(x, index) _mm256_permutevar8x32_epi32(x, index)
#define BLEND(mask, a, b) _mm256_blendv_epi8(b, a, mask)
/* Each 16-byte lane of x moved up by bytes, the last ones of before's lane in front of it. */
#define LANE_SHIFT_IN(before, x, bytes) _mm256_alignr_epi8((raw)(x), (raw)(before), 16 - (bytes))
/* x moved up by bytes (less than 16), the last ones of before in front of it. */
#define SHIFT_IN(before, x, bytes)                                                                                     \
    _mm256_alignr_epi8((raw)(x), _mm256_permute2x128_si256((raw)(before), (raw)(x), 0x21), 16 - (bytes))

/* The last element of each 16-byte lane, in all of that lane; and the last lane in all. */
#define LANE_LAST_1(x) _mm256_shuffle_epi8(x, _mm256_set1_epi8(15))
#define LANE_LAST_2(x) _mm256_shuffle_epi8(x, _mm256_set1_epi16(15 << 8 | 14))
#define LANE_LAST_4(x) _mm256_shuffle_epi32(x, 0xff)
#define LANE_LAST_8(x) _mm256_unpackhi_epi64(x, x)
#define LAST_LANE(x) _mm256_permute2x128_si256(x, x, 0x11)
/* The upper lane gets the lower one, which gets the identity. */
#define odd_lanes(identity, x) _mm256_permute2x128_si256(identity, x, 0x20)

DEFINE_MAX_BY(i8, raw, _mm256_max_epi8)
DEFINE_MAX_BY(i16, raw, _mm256_max_epi16)
DEFINE_MAX_BY(i32, raw, _mm256_max_epi32)
DEFINE_MAX(i64, 8)

#define EQ_BITS(bytes, a, b) LANE_BITS(bytes, (a) == (b))
#define LE_BITS(bytes, a, b) LANE_BITS(bytes, (a) <= (b))
#define LANE_BITS(bytes, truths) LANE_BITS_##bytes((raw)(truths))
#define LANE_BITS_1(truths) (uint32_t) _mm256_movemask_epi8(truths)
#define LANE_BITS_2(truths)                                                                                            \
    (uint32_t) _mm_movemask_epi8(_mm_packs_epi16(_mm256_castsi256_si128(truths), _mm256_extracti128_si256(truths, 1)))
#define LANE_BITS_4(truths) (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(truths))
#define LANE_BITS_8(truths) (uint32_t) _mm256_movemask_pd(_mm256_castsi256_pd(truths))

#endif

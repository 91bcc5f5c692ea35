/* SPDX-License-Identifier: BSD-3-Clause */
/* The inner loops for AVX-512 (F, BW, CD, DQ and VL: every server core since Skylake), with F16C and BMI2. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_AVX512_H
#define PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_AVX512_H

#include <immintrin.h>

#include "simd/vector/vector.h"

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

/* Writes half a vector, so that none has to be put together. */
#define NARROW_HALF(out, x) _mm256_storeu_ps((float *)(out), _mm512_cvtpd_ps((__m512d)(x)))
#define STREAM_HALF(out, x) _mm256_stream_ps((float *)(out), _mm512_cvtpd_ps((__m512d)(x)))

/*
 * Sklansky's step d for sums: what the lanes of a mask take from the left half of their block, 0 in the others; and
 * what all lanes take that take something.
 */
#define MASKED_LEFT_4(mask, x, d)                                                                                      \
    ((d) == 1   ? _mm512_maskz_moveldup_ps(mask, (__m512)(x))                                                          \
     : (d) == 2 ? _mm512_maskz_permute_ps(mask, (__m512)(x), 0x55)                                                     \
                : _mm512_maskz_permutexvar_ps(mask, (__m512i)SKLANSKY_INDEX(4, d), (__m512)(x)))
#define MASKED_LEFT_8(mask, x, d)                                                                                      \
    ((d) == 1   ? _mm512_maskz_movedup_pd(mask, (__m512d)(x))                                                          \
     : (d) == 2 ? _mm512_maskz_permutex_pd(mask, (__m512d)(x), 0x55)                                                   \
                : _mm512_maskz_permutexvar_pd(mask, (__m512i)SKLANSKY_INDEX(8, d), (__m512d)(x)))
#define LEFT_F32(x, d) MASKED_LEFT_4((d) == 1 ? 0xaaaa : (d) == 2 ? 0xcccc : (d) == 4 ? 0xf0f0 : 0xff00, x, d)
#define LEFT_F64(x, d) MASKED_LEFT_8((d) == 1 ? 0xaa : (d) == 2 ? 0xcc : 0xf0, x, d)

/*
 * Even, or odd, elements of each lane of a, and behind them those of b; and the even, or odd, lanes of a and then of b.
 * They are cheaper than shuffles of two vectors in any order.
 */
#define EVEN_IN_LANES_4(a, b) _mm512_shuffle_ps((__m512)(a), (__m512)(b), 0x88)
#define EVEN_IN_LANES_8(a, b) _mm512_unpacklo_pd((__m512d)(a), (__m512d)(b))
#define ODD_IN_LANES_4(a, b) _mm512_shuffle_ps((__m512)(a), (__m512)(b), 0xdd)
#define ODD_IN_LANES_8(a, b) _mm512_unpackhi_pd((__m512d)(a), (__m512d)(b))
#define EVEN_LANES(a, b) _mm512_shuffle_f64x2((__m512d)(a), (__m512d)(b), 0x88)
#define ODD_LANES(a, b) _mm512_shuffle_f64x2((__m512d)(a), (__m512d)(b), 0xdd)

/* Sums by the multipliers, which have less to do than the adders; the product by 1 is exact. */
#define ADD_F32(a, b) _mm512_fmadd_ps((__m512)(b), _mm512_set1_ps(1), (__m512)(a))
#define ADD_F64(a, b) _mm512_fmadd_pd((__m512d)(b), _mm512_set1_pd(1), (__m512d)(a))

#define HALF_F32(h) _mm512_cvtph_ps((__m256i)(h))
#define F32_HALF(x) _mm512_cvtps_ph((__m512)(x), _MM_FROUND_TO_NEAREST_INT)

typedef __m512i raw;

/* Words to nearest in the upper half, as bf16. A quiet NaN that came from one stays one. */
INLINE raw round_upper_halves(raw bits)
{
    const raw sum = _mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff));
    return _mm512_mask_sub_epi32(sum, _mm512_test_epi32_mask(bits, _mm512_set1_epi32(0x10000)), sum,
                                 _mm512_set1_epi32(-1));
}

/* The upper halves of words of a, and behind them those of b. */
#define UPPER_HALVES(a, b) _mm512_permutex2var_epi16((raw)(a), (raw)(2 * IOTA(2) + 1), (raw)(b))

#define ROTATE(x, index) _mm512_permutexvar_epi32(index, x)
#define BLEND(mask, a, b) _mm512_mask_blend_epi32(_mm512_movepi32_mask(mask), b, a)
/* Each 16-byte lane of x moved up by bytes, the last ones of before's lane in front of it. */
#define LANE_SHIFT_IN(before, x, bytes) _mm512_alignr_epi8((raw)(x), (raw)(before), 16 - (bytes))
/* x moved up by bytes, the last ones of before in front of it. */
#define SHIFT_IN(before, x, bytes)                                                                                     \
    ((bytes) % 4 == 0                                                                                                  \
         ? _mm512_alignr_epi32((raw)(x), (raw)(before), (64 - (bytes)) / 4)                                            \
         : _mm512_alignr_epi8((raw)(x), _mm512_alignr_epi64((raw)(x), (raw)(before), 6), (16 - (bytes)) & 15))

/* The last element of each 16-byte lane, in all of that lane. */
INLINE raw lane_last_1(raw x)
{
    return _mm512_shuffle_epi8(x, _mm512_set1_epi8(15));
}

INLINE raw lane_last_2(raw x)
{
    return _mm512_shuffle_epi8(x, _mm512_set1_epi16(15 << 8 | 14));
}

INLINE raw lane_last_4(raw x)
{
    return _mm512_shuffle_epi32(x, 0xff);
}

INLINE raw lane_last_8(raw x)
{
    return _mm512_unpackhi_epi64(x, x);
}

INLINE raw last_lane(raw x)
{
    return _mm512_shuffle_i64x2(x, x, 0xff);
}

/* Lanes 1 and 3 get those before them, and the upper two the second; the others the identity. */
INLINE raw odd_lanes(raw identity, raw x)
{
    return _mm512_mask_shuffle_i64x2(identity, 0xcc, x, x, 0xa0);
}

INLINE raw upper_lanes(raw identity, raw x)
{
    return _mm512_mask_shuffle_i64x2(identity, 0xf0, x, x, 0x55);
}

/* Bits as truth values. */
#define LANES_OF_1(bits) _mm512_movm_epi8(bits)
#define LANES_OF_2(bits) _mm512_movm_epi16((__mmask32)(bits))
#define LANES_OF_4(bits) _mm512_movm_epi32((__mmask16)(bits))
#define LANES_OF_8(bits) _mm512_movm_epi64((__mmask8)(bits))

/* Operations in some lanes; the others keep b. Sums by the multipliers. */
#define MASKS
#define MASKED_ASIDE_4(mask, a, b) _mm512_mask3_fmadd_ps((__m512)(a), _mm512_set1_ps(1), (__m512)(b), mask)
#define MASKED_ASIDE_8(mask, a, b) _mm512_mask3_fmadd_pd((__m512d)(a), _mm512_set1_pd(1), (__m512d)(b), mask)
/* The first step of a network of sums: neighbours, by a shift, for which shuffles leave room. */
#define MASKED_FIRST_4(mask, x)                                                                                        \
    _mm512_mask_add_ps((__m512)(x), mask, (__m512)_mm512_slli_epi64((__m512i)(x), 32), (__m512)(x))
/* The same, of which the others keep what is other. */
#define MULTIPLY_ONTO_4(other, mask, a, b)                                                                             \
    _mm512_mask_mul_ps((__m512)(other), (__mmask16)(mask), (__m512)(a), (__m512)(b))
#define MULTIPLY_ONTO_8(other, mask, a, b)                                                                             \
    _mm512_mask_mul_pd((__m512d)(other), (__mmask8)(mask), (__m512d)(a), (__m512d)(b))
/* The last of the lower 8 bytes of each lane, for elements of 1 and of 2. */
#define WORD_LAST_1(x) _mm512_shuffle_epi8((raw)(x), _mm512_set1_epi16(0x0707))
#define WORD_LAST_2(x) _mm512_shuffle_epi8((raw)(x), _mm512_set1_epi16(0x0706))
/* The last 8 bytes, in all; and the last of each 8 elements, in all of them. */
#define LAST_WORD(x) _mm512_permutexvar_epi64(_mm512_set1_epi64(7), (raw)(x))
#define LAST_OF_EIGHT_1(x)                                                                                             \
    _mm512_shuffle_epi8((raw)(x), _mm512_set4_epi32(0x0f0f0f0f, 0x0f0f0f0f, 0x07070707, 0x07070707))
#define LAST_OF_EIGHT_2(x) lane_last_2((raw)(x))
#define PICK_1(mask, a, b) _mm512_mask_blend_epi8(mask, b, a)
#define PICK_2(mask, a, b) _mm512_mask_blend_epi16(mask, b, a)
#define PICK_4(mask, a, b) _mm512_mask_blend_epi32(mask, b, a)
#define PICK_8(mask, a, b) _mm512_mask_blend_epi64((__mmask8)(mask), b, a)

DEFINE_MAX_BY(i8, raw, _mm512_max_epi8)
DEFINE_MAX_BY(i16, raw, _mm512_max_epi16)
DEFINE_MAX_BY(i32, raw, _mm512_max_epi32)
DEFINE_MAX_BY(i64, raw, _mm512_max_epi64)

INLINE v_f64 widen_f32_f64(const void *from)
{
    return (v_f64)_mm512_cvtps_pd(_mm256_loadu_ps(from));
}

#define EQ_BITS(bytes, a, b) EQ_BITS_##bytes((raw)(a), (raw)(b))
#define EQ_BITS_1 _mm512_cmpeq_epi8_mask
#define EQ_BITS_2 _mm512_cmpeq_epi16_mask
#define EQ_BITS_4 _mm512_cmpeq_epi32_mask
#define EQ_BITS_8 _mm512_cmpeq_epi64_mask
#define LE_BITS(bytes, a, b) LE_BITS_##bytes((raw)(a), (raw)(b))
#define LE_BITS_1 _mm512_cmple_epu8_mask
#define LE_BITS_2 _mm512_cmple_epu16_mask
#define LE_BITS_4 _mm512_cmple_epu32_mask
#define LE_BITS_8 _mm512_cmple_epu64_mask

/* The bits, modulo 64, of the first of 16 offsets; bit is that of an offset of 0. */
INLINE uint64_t bits_of_group(raw lower, raw upper, size_t count, uint64_t bit)
{
    const raw bits = _mm512_set1_epi64((long long)bit);
    const unsigned which = (1u << count) - 1;
    return (uint64_t)_mm512_reduce_or_epi64(
        _mm512_or_si512(_mm512_maskz_rolv_epi64((__mmask8)which, bits, lower),
                        _mm512_maskz_rolv_epi64((__mmask8)(which >> 8), bits, upper)));
}

INLINE uint64_t bits_of_group_4(const uint32_t *offsets, size_t count, uint64_t bit)
{
    const __m256i *const halves = (const __m256i *)offsets;
    return bits_of_group(_mm512_cvtepu32_epi64(_mm256_loadu_si256(halves)),
                         _mm512_cvtepu32_epi64(_mm256_loadu_si256(halves + 1)), count, bit);
}

INLINE uint64_t bits_of_group_8(const uint64_t *offsets, size_t count, uint64_t bit)
{
    return bits_of_group(_mm512_loadu_si512(offsets), _mm512_loadu_si512(offsets + 8), count, bit);
}
#define BITS_OF_GROUP(bytes, offsets, count, bit) bits_of_group_##bytes(offsets, count, bit)

/* What totals of segments are made of, and from which length on they are worth it; i16: see totals_integer.h. */
#define NODES_LENGTH(size) 6
#define EXACT_LENGTH(size) ((size) == 2 ? 2 : 4)
#define NODES
typedef __mmask16 known_4;
typedef __mmask8 known_8;
#define LESS_4(a, b) _mm512_cmplt_epu32_mask((raw)(a), (raw)(b))
#define LESS_8(a, b) _mm512_cmplt_epu64_mask((raw)(a), (raw)(b))
#define LEAST_4(a, b) (v_u32) _mm512_min_epu32((raw)(a), (raw)(b))
#define LEAST_8(a, b) (v_u64) _mm512_min_epu64((raw)(a), (raw)(b))
#define TESTED_4(a, b) _mm512_test_epi32_mask((raw)(a), (raw)(b))
#define TESTED_8(a, b) _mm512_test_epi64_mask((raw)(a), (raw)(b))
#define SPREAD_4(other, known, x) _mm512_mask_expand_ps(_mm512_set1_ps(other), known, (__m512)(x))
#define SPREAD_8(other, known, x) _mm512_mask_expand_pd(_mm512_set1_pd(other), known, (__m512d)(x))
#define MOST_4(known, x) _mm512_mask_reduce_max_epu32(known, (raw)(x))
#define MOST_8(known, x) _mm512_mask_reduce_max_epu64(known, (raw)(x))
#define SPOTS_4(x) _mm512_cvtepi32_epi16((raw)(x))
#define SPOTS_8(x) _mm512_cvtepi64_epi16((raw)(x))
#define STORE_SPOTS_4(to, x) _mm256_storeu_si256((__m256i *)(to), (__m256i)(x))
#define STORE_SPOTS_8(to, x) _mm_storeu_si128((__m128i *)(to), (__m128i)(x))
#define LEAST_SPOTS_4(a, b) _mm256_min_epu16((__m256i)(a), (__m256i)(b))
#define LEAST_SPOTS_8(a, b) _mm_min_epu16((__m128i)(a), (__m128i)(b))
#define MORE_SPOTS_4(a, b) _mm256_cmpgt_epu16_mask((__m256i)(a), (__m256i)(b))
#define MORE_SPOTS_8(a, b) _mm_cmpgt_epu16_mask((__m128i)(a), (__m128i)(b))
#define SHIFT_SPOTS_4(a, b) _mm256_sllv_epi16((__m256i)(a), (__m256i)(b))
#define SHIFT_SPOTS_8(a, b) _mm_sllv_epi16((__m128i)(a), (__m128i)(b))
#define PICK_SPOTS_4(mask, a, b) _mm256_mask_blend_epi16(mask, (__m256i)(b), (__m256i)(a))
#define PICK_SPOTS_8(mask, a, b) _mm_mask_blend_epi16(mask, (__m128i)(b), (__m128i)(a))
#define PACK_SPOTS_4(known, x)                                                                                         \
    _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(known, _mm512_cvtepu16_epi32((__m256i)(x))))
#define PACK_SPOTS_8(known, x)                                                                                         \
    _mm256_cvtepi32_epi16(_mm256_maskz_compress_epi32(known, _mm256_cvtepu16_epi32((__m128i)(x))))
#define LOAD_ONTO_1(other, known, from) _mm512_mask_loadu_epi8(other, known, from)
#define LOAD_ONTO_2(other, known, from) _mm512_mask_loadu_epi16(other, (__mmask32)(known), from)
#define LOAD_ONTO_4(other, known, from) _mm512_mask_loadu_epi32(other, (__mmask16)(known), from)
#define LOAD_ONTO_8(other, known, from) _mm512_mask_loadu_epi64(other, (__mmask8)(known), from)
#define STORE_WORDS_1(to, x) _mm_storeu_si128((__m128i *)(to), _mm512_cvtepi32_epi8(x))
#define STORE_WORDS_2(to, x) _mm256_storeu_si256((__m256i *)(to), _mm512_cvtepi32_epi16(x))
#define STORE_WORDS_4(to, x) _mm512_storeu_si512(to, x)
#define STORE_WORDS_8(to, x) _mm512_storeu_si512(to, x)
#define BELOW_HIGHEST_4(x)                                                                                             \
    (v_u32) _mm512_srli_epi32(_mm512_srlv_epi32(_mm512_set1_epi32(-1), _mm512_lzcnt_epi32((raw)(x))), 1)
#define BELOW_HIGHEST_8(x)                                                                                             \
    (v_u64) _mm512_srli_epi64(_mm512_srlv_epi64(_mm512_set1_epi64(-1), _mm512_lzcnt_epi64((raw)(x))), 1)
#define GATHER_4(x, known, places, from) _mm512_mask_i32gather_ps((__m512)(x), known, (raw)(places), from, 4)
#define GATHER_8(x, known, places, from) _mm512_mask_i64gather_pd((__m512d)(x), known, (raw)(places), from, 8)

INLINE v_u32 places_32_4(const void *at, __mmask16 known, uint64_t first)
{
    const raw x = _mm512_maskz_loadu_epi32(known, at), from = _mm512_set1_epi32((int)(uint32_t)first);
    return (v_u32)_mm512_mask_sub_epi32(_mm512_set1_epi32(-1), _mm512_cmpge_epu32_mask(x, from), x, from);
}

INLINE v_u64 places_64_8(raw x, uint64_t first)
{
    const raw from = _mm512_set1_epi64((long long)first);
    return (v_u64)_mm512_mask_sub_epi64(_mm512_set1_epi64(-1), _mm512_cmpge_epu64_mask(x, from), x, from);
}

INLINE v_u32 places_64_4(const void *at, __mmask16 known, uint64_t first)
{
    const raw low = (raw)places_64_8(_mm512_maskz_loadu_epi64((__mmask8)known, at), first);
    const raw high = (raw)places_64_8(_mm512_maskz_loadu_epi64((__mmask8)(known >> 8), (const char *)at + 64), first);
    return (v_u32)_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtusepi64_epi32(low)),
                                     _mm512_cvtusepi64_epi32(high), 1);
}
#define PLACES_4(is_wide, at, known, first) ((is_wide) ? places_64_4(at, known, first) : places_32_4(at, known, first))
#define PLACES_8(is_wide, at, known, first)                                                                            \
    places_64_8((is_wide) ? _mm512_maskz_loadu_epi64(known, at)                                                        \
                          : _mm512_cvtepu32_epi64(_mm256_maskz_loadu_epi32(known, at)),                                \
                first)

#endif

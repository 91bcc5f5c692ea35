/* SPDX-License-Identifier: BSD-3-Clause */
/* The inner loops for AVX-512 (F, BW, CD, DQ and VL: every server core since Skylake), with F16C and BMI2. */
#ifdef __x86_64__
#include <immintrin.h>

#define ISA prefix__openmp_isa_avx512
#define ISA_TEXT "AVX-512"
#define VECTOR_BYTES 64
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
 * They are cheaper than shuffles of two vectors in any order, of which a Zen 4 core does one in 2.3 cycles.
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
#define ADD_ONTO_4(other, mask, a, b) _mm512_mask_add_ps((__m512)(other), (__mmask16)(mask), (__m512)(a), (__m512)(b))
#define ADD_ONTO_8(other, mask, a, b) _mm512_mask_add_pd((__m512d)(other), (__mmask8)(mask), (__m512d)(a), (__m512d)(b))
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

DEFINE_ORDER_BY(u8, raw, _mm512_min_epu8, _mm512_max_epu8)
DEFINE_ORDER_BY(u16, raw, _mm512_min_epu16, _mm512_max_epu16)
DEFINE_ORDER_BY(u32, raw, _mm512_min_epu32, _mm512_max_epu32)
DEFINE_ORDER_BY(u64, raw, _mm512_min_epu64, _mm512_max_epu64)
DEFINE_ORDER_BY(i8, raw, _mm512_min_epi8, _mm512_max_epi8)
DEFINE_ORDER_BY(i16, raw, _mm512_min_epi16, _mm512_max_epi16)
DEFINE_ORDER_BY(i32, raw, _mm512_min_epi32, _mm512_max_epi32)
DEFINE_ORDER_BY(i64, raw, _mm512_min_epi64, _mm512_max_epi64)

/* A vector of integers that are narrower in memory. */
#define WIDENS
#define DEFINE_WIDEN(narrow, wide, load)                                                                               \
    INLINE v_u##wide widen_u##narrow##_u##wide(const void *from)                                                       \
    {                                                                                                                  \
        return (v_u##wide)_mm512_cvtepu##narrow##_epi##wide(load);                                                     \
    }                                                                                                                  \
    INLINE v_u##wide widen_i##narrow##_u##wide(const void *from)                                                       \
    {                                                                                                                  \
        return (v_u##wide)_mm512_cvtepi##narrow##_epi##wide(load);                                                     \
    }
DEFINE_WIDEN(8, 16, _mm256_loadu_si256((const __m256i *)from))
DEFINE_WIDEN(8, 32, _mm_loadu_si128((const __m128i *)from))
DEFINE_WIDEN(8, 64, _mm_loadl_epi64((const __m128i *)from))
DEFINE_WIDEN(16, 32, _mm256_loadu_si256((const __m256i *)from))
DEFINE_WIDEN(16, 64, _mm_loadu_si128((const __m128i *)from))
DEFINE_WIDEN(32, 64, _mm256_loadu_si256((const __m256i *)from))

INLINE v_f64 widen_f32_f64(const void *from)
{
    return (v_f64)_mm512_cvtps_pd(_mm256_loadu_ps(from));
}

/* The last first. */
INLINE v_f64 widen_reverse_f32(const float *from)
{
    const __m256i index = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    return (v_f64)_mm512_cvtps_pd(_mm256_permutevar8x32_ps(_mm256_loadu_ps(from), index));
}

INLINE v_f64 widen_f16_f64(const void *from)
{
    return (v_f64)_mm512_cvtps_pd(_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)from)));
}

INLINE v_f64 widen_bf16_f64(const void *from)
{
    return (v_f64)_mm512_cvtps_pd(
        (__m256)_mm256_slli_epi32(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)from)), 16));
}

/*
 * 64 bytes, scanned into four vectors of 32-bit words: first sums of pairs in 16 bits, behind which the even
 * elements are the odd ones less their own.
 */
#define FOURS
INLINE raw scan_words(raw x)
{
    x = _mm512_add_epi16(x, _mm512_bslli_epi128(x, 2));
    x = _mm512_add_epi16(x, _mm512_bslli_epi128(x, 4));
    x = _mm512_add_epi16(x, _mm512_bslli_epi128(x, 8));
    x = _mm512_add_epi16(x, odd_lanes(_mm512_setzero_si512(), lane_last_2(x)));
    return _mm512_add_epi16(x, upper_lanes(_mm512_setzero_si512(), lane_last_2(x)));
}

/* Which of 32 even and 32 odd words stand in the words of vector j. */
#define FOURS_INDEX(j) ((raw)(((IOTA(2) >> 2) + (int16_t)(8 * (j))) + ((IOTA(2) >> 1 & 1) << 5)))

INLINE void scan_four_u8(const void *from, v_u32 x[4])
{
    const raw bytes = _mm512_loadu_si512(from), odd = scan_words(_mm512_maddubs_epi16(bytes, _mm512_set1_epi8(1)));
    const raw even = _mm512_sub_epi16(odd, _mm512_srli_epi16(bytes, 8));
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) x[j] =
        (v_u32)_mm512_maskz_permutex2var_epi16(0x55555555, even, FOURS_INDEX(j), odd);
}

INLINE void scan_four_i8(const void *from, v_u32 x[4])
{
    const raw bytes = _mm512_loadu_si512(from), odd = scan_words(_mm512_maddubs_epi16(_mm512_set1_epi8(1), bytes));
    const raw even = _mm512_sub_epi16(odd, _mm512_srai_epi16(bytes, 8));
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) x[j] =
        (v_u32)_mm512_srai_epi32(_mm512_permutex2var_epi16(even, FOURS_INDEX(j), odd), 16);
}

/* Words whose sum is that of 64 bytes. */
INLINE v_u32 sum_four_u8(const void *from)
{
    return (v_u32)_mm512_sad_epu8(_mm512_loadu_si512(from), _mm512_setzero_si512());
}

INLINE v_u32 sum_four_i8(const void *from)
{
    const raw bytes = _mm512_xor_si512(_mm512_loadu_si512(from), _mm512_set1_epi8(-128));
    return (v_u32)_mm512_sub_epi32(_mm512_sad_epu8(bytes, _mm512_setzero_si512()), _mm512_set1_epi64(8 * 128));
}

/*
 * Four vectors of bytes, scanned as one. The sums of 8 bytes go into words, those of each vector into words of their
 * own, so that a single vector is scanned across lanes. A line takes 10 cycles of Zen 4 in cache, where vectors by
 * themselves took 12.
 */
INLINE void scan_four_bytes(const void *from, v_u8 x[4])
{
    const raw zero = _mm512_setzero_si512(), lane_byte = _mm512_set4_epi32(0x08080808, 0x08080808, 0, 0);
    raw sums = zero;
    _Pragma("GCC unroll 4") for (unsigned j = 0; j < 4; j++)
    {
        const raw y = _mm512_loadu_si512((const char *)from + 64 * j);
        sums = _mm512_or_si512(sums, _mm512_slli_epi64(_mm512_sad_epu8(y, zero), 16 * j));
        raw z = _mm512_add_epi8(y, _mm512_slli_epi64(y, 8));
        z = _mm512_add_epi8(z, _mm512_slli_epi64(z, 16));
        x[j] = (v_u8)_mm512_add_epi8(z, _mm512_slli_epi64(z, 32));
    }
    raw up_to = _mm512_add_epi16(sums, _mm512_alignr_epi64(sums, zero, 7));
    up_to = _mm512_add_epi16(up_to, _mm512_alignr_epi64(up_to, zero, 6));
    up_to = _mm512_add_epi16(up_to, _mm512_alignr_epi64(up_to, zero, 4));
    const raw totals = _mm512_permutexvar_epi64(_mm512_set1_epi64(7), up_to);
    const raw vectors = _mm512_mullo_epi64(totals, _mm512_set1_epi64(0x0001000100010000)); /* those before each */
    const raw before = _mm512_add_epi16(_mm512_sub_epi16(up_to, sums), vectors);
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) x[j] +=
        (v_u8)_mm512_shuffle_epi8(before, _mm512_add_epi8(lane_byte, _mm512_set1_epi8((char)(2 * j))));
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

/* Selected elements side by side, 16 at once, 8 of the longest; the short ones as words. */
INLINE size_t pack_step_1(const void *in, uint64_t bits, void *out)
{
    __m512i x = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)in));
    _mm_storeu_si128((__m128i *)out, _mm512_cvtepi32_epi8(_mm512_maskz_compress_epi32((__mmask16)bits, x)));
    return (size_t)__builtin_popcount((__mmask16)bits);
}

INLINE size_t pack_step_2(const void *in, uint64_t bits, void *out)
{
    __m512i x = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)in));
    _mm256_storeu_si256((__m256i *)out, _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32((__mmask16)bits, x)));
    return (size_t)__builtin_popcount((__mmask16)bits);
}

INLINE size_t pack_step_4(const void *in, uint64_t bits, void *out)
{
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32((__mmask16)bits, _mm512_loadu_si512(in)));
    return (size_t)__builtin_popcount((__mmask16)bits);
}

INLINE size_t pack_step_8(const void *in, uint64_t bits, void *out)
{
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi64((__mmask8)bits, _mm512_loadu_si512(in)));
    return (size_t)__builtin_popcount((__mmask8)bits);
}

/* Instructions for bytes and halves of words that not all of these processors have. */
#define WITH_VBMI2 __attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi2,popcnt,bmi,bmi2")))
#define HAS_VBMI2 __builtin_cpu_supports("avx512vbmi2")

#define DEFINE_PACK_WORDS(bytes, compress)                                                                             \
    WITH_VBMI2 static size_t pack_words_##bytes(const void *in, const uint64_t *bits, size_t words, void *out)         \
    {                                                                                                                  \
        const char *from = in;                                                                                         \
        char *to = out;                                                                                                \
        for (size_t i = 0; i < words; i++)                                                                             \
            for (uint64_t k = 0, word = bits[i]; k < bytes; k++, from += 64, word >>= 64 / bytes % 64) {               \
                const uint64_t part = bytes == 1 ? word : word & 0xffffffff;                                           \
                _mm512_storeu_si512(to, compress(part, _mm512_loadu_si512(from)));                                     \
                to += __builtin_popcountll(part) * bytes;                                                              \
            }                                                                                                          \
        return (size_t)(to - (char *)out) / bytes;                                                                     \
    }
DEFINE_PACK_WORDS(1, _mm512_maskz_compress_epi8)
DEFINE_PACK_WORDS(2, _mm512_maskz_compress_epi16)
#define PACKS_WORDS(bytes) ((bytes) <= 2 && HAS_VBMI2)
#define PACK_WORDS(bytes, in, bits, words, out)                                                                        \
    ((bytes) == 1 ? pack_words_1(in, bits, words, out) : pack_words_2(in, bits, words, out))

/* As bytes, as long as these are few. */
WITH_VBMI2 static size_t list_places(const uint64_t *bits, size_t words, uint32_t *places)
{
    const __m512i bytes = (__m512i)IOTA(1), sixteen = _mm512_set1_epi32(16);
    uint32_t *to = places;
    for (size_t at = 0; at < words; at += 8) {
        const __mmask8 some = (__mmask8)(words - at < 8 ? (1u << (words - at)) - 1 : 0xff);
        const __m512i all = _mm512_maskz_loadu_epi64(some, bits + at);
        for (unsigned set = _mm512_test_epi64_mask(all, all); set; set &= set - 1) {
            const size_t i = at + (size_t)__builtin_ctz(set), count = (size_t)__builtin_popcountll(bits[i]);
            __m512i first = _mm512_set1_epi32((int)(i * 64));
            if (count <= 32) {
                const __m512i x = _mm512_maskz_compress_epi8(bits[i], bytes);
                _mm512_storeu_si512(to, _mm512_add_epi32(first, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(x))));
                if (count > 16)
                    _mm512_storeu_si512(to + 16,
                                        _mm512_add_epi32(first, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(x, 1))));
                to += count;
                continue;
            }
            first = _mm512_add_epi32(first, (__m512i)IOTA(4));
            for (uint64_t k = 0, word = bits[i]; k < 4; k++, word >>= 16, first = _mm512_add_epi32(first, sixteen)) {
                _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)word, first));
                to += __builtin_popcount((__mmask16)word);
            }
        }
    }
    return (size_t)(to - places);
}
#define LISTS_PLACES HAS_VBMI2
#define LIST_PLACES(bits, words, places) list_places(bits, words, places)
#define PACK_STEP(bytes) ((bytes) == 8 ? 8 : 16)
#define PACK(bytes, in, bits, out) pack_step_##bytes(in, bits, out)

#include "simd/segments/nodes.h"
#include "simd/segments/register_lookup.h"

#include "simd/isa_template.h"

#endif

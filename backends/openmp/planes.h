/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of halves for AVX-512, in planes: the even elements of 32 in one vector of f32, the odd ones in
 * another. The first step of Sklansky's network is then a plain addition, and each further one shuffles
 * once for both.
 */
#ifndef PREFIX_BACKENDS_OPENMP_PLANES_H
#define PREFIX_BACKENDS_OPENMP_PLANES_H

#include "finish.h"

#define PLANES

struct planes {
    v_f32 even, odd;
};

struct planes_row {
    struct planes pair[4];
};

/* Twice the same: rounded down and up. */
struct bounded {
    __m512 low, high;
};

struct bounds {
    __m512 low, high;
    double carry; /* lies between them */
};

#define EXACTLY(direction) ((direction) | _MM_FROUND_NO_EXC)

/* Without bounds in f32 they are infinite, and settle nothing. */
INLINE struct bounds bounds_of(uint64_t bits)
{
    struct bounds bounds;
    memcpy(&bounds.carry, &bits, sizeof bounds.carry);
    const __m128d carry = _mm_set_sd(bounds.carry);
    const __m128 zero = _mm_setzero_ps();
    __m128 low = _mm_set_ss(-__builtin_inff()), high = _mm_set_ss(__builtin_inff());
    if (__builtin_fabs(bounds.carry) <= __FLT_MAX__) {
        low = _mm_cvt_roundsd_ss(zero, carry, EXACTLY(_MM_FROUND_TO_NEG_INF));
        high = _mm_cvt_roundsd_ss(zero, carry, EXACTLY(_MM_FROUND_TO_POS_INF));
    }
    bounds.low = _mm512_broadcastss_ps(low);
    bounds.high = _mm512_broadcastss_ps(high);
    return bounds;
}

INLINE struct bounded add_bounds(const struct bounds *bounds, v_f32 x)
{
    return (struct bounded){_mm512_add_round_ps(bounds->low, (__m512)x, EXACTLY(_MM_FROUND_TO_NEG_INF)),
                            _mm512_add_round_ps(bounds->high, (__m512)x, EXACTLY(_MM_FROUND_TO_POS_INF))};
}

INLINE void join_planes(struct planes *x, v_f32 left)
{
    x->even = (v_f32)ADD_F32(left, x->even);
    x->odd = (v_f32)ADD_F32(left, x->odd);
}

INLINE struct planes scan_planes(struct planes x)
{
    x.odd += x.even;
    join_planes(&x, (v_f32)LEFT_F32(x.odd, 1));
    join_planes(&x, (v_f32)LEFT_F32(x.odd, 2));
    join_planes(&x, (v_f32)LEFT_F32(x.odd, 4));
    join_planes(&x, (v_f32)LEFT_F32(x.odd, 8));
    return x;
}

/* Halves from planes back in order. */
INLINE raw mix_planes(v_half even, v_half odd)
{
    const index_2 index = (index_2)((IOTA(2) >> 1) + ((IOTA(2) & 1) << 5));
    return _mm512_permutex2var_epi16(_mm512_castsi256_si512((__m256i)even), (raw)index,
                                     _mm512_castsi256_si512((__m256i)odd));
}

INLINE struct planes load_f16_planes(const uint16_t *in)
{
    const index_2 index = (index_2)(((IOTA(2) & 15) << 1) + (IOTA(2) >> 4));
    const raw x = _mm512_permutexvar_epi16((raw)index, _mm512_loadu_si512(in));
    return (struct planes){(v_f32)_mm512_cvtph_ps(_mm512_castsi512_si256(x)),
                           (v_f32)_mm512_cvtph_ps(_mm512_extracti64x4_epi64(x, 1))};
}

INLINE struct planes load_bf16_planes(const uint16_t *in)
{
    const raw x = _mm512_loadu_si512(in);
    return (struct planes){(v_f32)_mm512_slli_epi32(x, 16),
                           (v_f32)_mm512_and_si512(x, _mm512_set1_epi32((int)0xffff0000))};
}

/* Whether a | (b ^ c), bit by bit. */
#define OR_DIFFERENCE 0xf6

INLINE raw round_f16_planes(struct bounded even, struct bounded odd, raw *differ)
{
    const v_half a = f32_half((v_f32)even.low), b = f32_half((v_f32)odd.low);
    __m256i d = _mm512_castsi512_si256(*differ);
    d = _mm256_ternarylogic_epi32(d, (__m256i)a, (__m256i)f32_half((v_f32)even.high), OR_DIFFERENCE);
    d = _mm256_ternarylogic_epi32(d, (__m256i)b, (__m256i)f32_half((v_f32)odd.high), OR_DIFFERENCE);
    *differ = _mm512_castsi256_si512(d);
    return mix_planes(a, b);
}

INLINE int any_f16_differs(raw differ)
{
    const __m256i d = _mm512_castsi512_si256(differ);
    return !_mm256_testz_si256(d, d);
}

INLINE v_half settle_f16_vector(v_f32 x, v_f64 carry)
{
    return f32_half(finish_vector(x, carry));
}

/* To nearest in the upper half; what stands in the lower one is of no use. A quiet NaN that came from a half stays one.
 */
INLINE raw round_bf16(__m512 x)
{
    const raw bits = (raw)x, sum = _mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff));
    return _mm512_mask_sub_epi32(sum, _mm512_test_epi32_mask(bits, _mm512_set1_epi32(0x10000)), sum,
                                 _mm512_set1_epi32(-1));
}

INLINE raw round_bf16_planes(struct bounded even, struct bounded odd, raw *differ)
{
    const raw a = round_bf16(even.low), b = round_bf16(odd.low);
    *differ = _mm512_ternarylogic_epi32(*differ, a, round_bf16(even.high), OR_DIFFERENCE);
    *differ = _mm512_ternarylogic_epi32(*differ, b, round_bf16(odd.high), OR_DIFFERENCE);
    return _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srli_epi32(a, 16), b);
}

INLINE int any_bf16_differs(raw differ)
{
    return _mm512_test_epi32_mask(differ, _mm512_set1_epi32((int)0xffff0000)) != 0;
}

INLINE v_half settle_bf16_vector(v_f32 x, v_f64 carry)
{
    return f32_bhalf(finish_vector(x, carry));
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of halves for AVX-512, in planes: the even elements of 32 in one vector of f32, the odd ones in
 * another. The first step of Sklansky's network is then a plain addition, and each further one shuffles
 * once for both.
 */
#ifndef PREFIX_BACKENDS_OPENMP_PLANES_H
#define PREFIX_BACKENDS_OPENMP_PLANES_H

#include "simd/scan/round_halves.h"

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

/*
 * What a tile carry is in f32: it lies between two. Or where it is quick: for bf16 it is in parts of which it is the
 * sum, but for 2^-48 of it; for f16 it is one.
 */
struct bounds {
    __m512 low, high;
    raw doubt; /* to begin with: all of it where there are no such two */
    double carry;
    int quick;
};

#define EXACTLY(direction) ((direction) | _MM_FROUND_NO_EXC)

INLINE struct bounds bounds_of(uint64_t bits)
{
    struct bounds bounds = {0};
    memcpy(&bounds.carry, &bits, sizeof bounds.carry);
    const __m128d carry = _mm_set_sd(bounds.carry);
    const __m128 zero = _mm_setzero_ps();
    if (!(__builtin_fabs(bounds.carry) <= __FLT_MAX__)) {
        bounds.doubt = _mm512_set1_epi32(-1);
        return bounds;
    }
    bounds.low = _mm512_broadcastss_ps(_mm_cvt_roundsd_ss(zero, carry, EXACTLY(_MM_FROUND_TO_NEG_INF)));
    bounds.high = _mm512_broadcastss_ps(_mm_cvt_roundsd_ss(zero, carry, EXACTLY(_MM_FROUND_TO_POS_INF)));
    return bounds;
}

/*
 * Quick if all sums are exact in f64: multiples of 2^-24, as f16 are, of up to 53 bits; what is longer is far beyond
 * f16.
 */
INLINE struct bounds bounds_f16_of(uint64_t bits)
{
    struct bounds bounds = bounds_of(bits);
    const double scaled = bounds.carry * 0x1p24;
    bounds.quick = __builtin_fabs(bounds.carry) < 0x1p24 && (double)(int64_t)scaled == scaled &&
                   (double)(float)bounds.carry == bounds.carry;
    return bounds;
}

/*
 * In parts if it has so many bits that sums seldom lie in the very middle between two bf16, as those of small
 * integers do: parts leave that in doubt, an interval does not. The rest of a tiny carry may be none.
 */
INLINE struct bounds bounds_bf16_of(uint64_t bits)
{
    struct bounds bounds = bounds_of(bits);
    const double size = __builtin_fabs(bounds.carry);
    const float carry = (float)bounds.carry;
    const int is_coarse = bits << 29 == 0; /* 18 bits: 10 beyond those of bf16 */
    if (!(size <= __FLT_MAX__) || size < 0x1p-90 || is_coarse)
        return bounds;
    bounds.quick = 1;
    bounds.low = _mm512_set1_ps(carry);
    bounds.high = _mm512_set1_ps((float)(bounds.carry - carry));
    bounds.doubt = _mm512_set1_epi32(-1);
    return bounds;
}

/* Here and in the planes the multipliers and the adders share the sums, which is 2 % faster than either alone. */
INLINE struct bounded add_bounds(const struct bounds *bounds, v_f32 x)
{
    const __m512 one = _mm512_set1_ps(1);
    return (struct bounded){_mm512_fmadd_round_ps((__m512)x, one, bounds->low, EXACTLY(_MM_FROUND_TO_NEG_INF)),
                            _mm512_fmadd_round_ps((__m512)x, one, bounds->high, EXACTLY(_MM_FROUND_TO_POS_INF))};
}

/*
 * The sum rounded to odd: of the two between which it lies the one whose last bit is set. That one lies in the middle
 * between no two f16, so that they are rounded once. Opposites add up to +0.
 */
INLINE v_f32 add_to_odd(const struct bounds *bounds, v_f32 x)
{
    const __m512 down = _mm512_add_round_ps((__m512)x, bounds->low, EXACTLY(_MM_FROUND_TO_NEG_INF));
    const __m512 up = _mm512_fmadd_round_ps((__m512)x, _mm512_set1_ps(1), bounds->low, EXACTLY(_MM_FROUND_TO_POS_INF));
    return (v_f32)_mm512_mask_mov_ps(up, _mm512_test_epi32_mask((raw)down, _mm512_set1_epi32(1)), down);
}

INLINE void join_planes(struct planes *x, v_f32 left)
{
    x->even = (v_f32)ADD_4(left, x->even);
    x->odd = left + x->odd;
}

/* Halves from planes back in order. */
INLINE raw mix_planes(v_half even, v_half odd)
{
    const index_2 index = (index_2)((IOTA(2) >> 1) + ((IOTA(2) & 1) << 5));
    return _mm512_permutex2var_epi16(_mm512_castsi256_si512((__m256i)even), (raw)index,
                                     _mm512_castsi256_si512((__m256i)odd));
}

/* Each plane by a shuffle of two short vectors, which takes half the time of one of a whole vector. */
INLINE struct planes load_f16_planes(const uint16_t *in)
{
    const __m256i even = _mm512_cvtepi32_epi16((raw)(IOTA(4) << 1)),
                  odd = _mm512_cvtepi32_epi16((raw)(IOTA(4) << 1 | 1));
    const __m256i low = _mm256_loadu_si256((const __m256i *)in), high = _mm256_loadu_si256((const __m256i *)in + 1);
    return (struct planes){(v_f32)_mm512_cvtph_ps(_mm256_permutex2var_epi16(low, even, high)),
                           (v_f32)_mm512_cvtph_ps(_mm256_permutex2var_epi16(low, odd, high))};
}

INLINE struct planes load_bf16_planes(const uint16_t *in)
{
    const raw x = _mm512_loadu_si512(in);
    return (struct planes){(v_f32)_mm512_slli_epi32(x, 16),
                           (v_f32)_mm512_and_si512(x, _mm512_set1_epi32((int)0xffff0000))};
}

/* Whether a | (b ^ c), bit by bit. */
#define OR_DIFFERENCE 0xf6

INLINE raw round_f16_planes(const struct bounds *bounds, struct planes x, raw *doubt, int quick)
{
    if (quick)
        return mix_planes(f32_half(add_to_odd(bounds, x.even)), f32_half(add_to_odd(bounds, x.odd)));
    const struct bounded even = add_bounds(bounds, x.even), odd = add_bounds(bounds, x.odd);
    const v_half a = f32_half((v_f32)even.low), b = f32_half((v_f32)odd.low);
    __m256i d = _mm512_castsi512_si256(*doubt);
    d = _mm256_ternarylogic_epi32(d, (__m256i)a, (__m256i)f32_half((v_f32)even.high), OR_DIFFERENCE);
    d = _mm256_ternarylogic_epi32(d, (__m256i)b, (__m256i)f32_half((v_f32)odd.high), OR_DIFFERENCE);
    *doubt = _mm512_castsi256_si512(d);
    return mix_planes(a, b);
}

INLINE int any_f16_doubt(raw doubt, int quick)
{
    const __m256i d = _mm512_castsi512_si256(doubt);
    return !quick && !_mm256_testz_si256(d, d);
}

/*
 * The sum of a value and both parts of the carry is off by less than two units of f32. When half a unit of bf16 and
 * those two are added, the lower half of a word tells whether it was near the middle between two bf16; if not, the
 * upper one is the nearer.
 */
#define NEAR 2

INLINE raw round_bf16_parts(const struct bounds *bounds, v_f32 x)
{
    const v_f32 sum = (v_f32)bounds->high + (v_f32)ADD_4((v_f32)bounds->low, x);
    return _mm512_add_epi32((raw)sum, _mm512_set1_epi32(0x8000 + NEAR));
}

INLINE raw round_bf16_planes(const struct bounds *bounds, struct planes x, raw *doubt, int quick)
{
    raw a, b;
    if (quick) {
        a = round_bf16_parts(bounds, x.even);
        b = round_bf16_parts(bounds, x.odd);
        *doubt = _mm512_min_epu16(*doubt, _mm512_min_epu16(a, b));
    } else {
        const struct bounded even = add_bounds(bounds, x.even), odd = add_bounds(bounds, x.odd);
        a = round_upper_halves((raw)even.low);
        b = round_upper_halves((raw)odd.low);
        *doubt = _mm512_ternarylogic_epi32(*doubt, a, round_upper_halves((raw)even.high), OR_DIFFERENCE);
        *doubt = _mm512_ternarylogic_epi32(*doubt, b, round_upper_halves((raw)odd.high), OR_DIFFERENCE);
    }
    return _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srli_epi32(a, 16), b);
}

INLINE int any_bf16_doubt(raw doubt, int quick)
{
    if (quick)
        return _mm512_mask_cmplt_epu16_mask(0x55555555, doubt, _mm512_set1_epi32(2 * NEAR)) != 0;
    return _mm512_test_epi32_mask(doubt, _mm512_set1_epi32((int)0xffff0000)) != 0;
}

#endif

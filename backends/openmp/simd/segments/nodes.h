/* SPDX-License-Identifier: BSD-3-Clause */
/* What totals of segments are made of (totals_float.h, totals_integer.h), for elements of 4 and of 8 bytes; AVX-512. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_NODES_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_NODES_H

#include <immintrin.h>

#include "simd/isa.h"
#include "simd/vector/prefetch.h"
#include "simd/vector/vector.h"

#define NODES

/* Places as lanes, and as 16 bits each: those in a tile fit. */
typedef v_u32 places_4;
typedef v_u64 places_8;
typedef uint16_t spots_4 __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef uint16_t spots_8 __attribute__((vector_size(VECTOR_BYTES / 4)));
typedef __mmask16 known_4;
typedef __mmask8 known_8;

#define PLACES_4(at) load_u32(at)
#define PLACES_8(at) (v_u64) _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(at)))
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
/* Those that are known side by side. */
#define PACK_SPOTS_4(known, x)                                                                                         \
    _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(known, _mm512_cvtepu16_epi32((__m256i)(x))))
#define PACK_SPOTS_8(known, x)                                                                                         \
    _mm256_cvtepi32_epi16(_mm256_maskz_compress_epi32(known, _mm256_cvtepu16_epi32((__m128i)(x))))

#define LESS_4(a, b) _mm512_cmplt_epu32_mask((raw)(a), (raw)(b))
#define LESS_8(a, b) _mm512_cmplt_epu64_mask((raw)(a), (raw)(b))
/* Whether lanes have bits in common, and the bits below the highest one that is set. */
#define TESTED_4(a, b) _mm512_test_epi32_mask((raw)(a), (raw)(b))
#define TESTED_8(a, b) _mm512_test_epi64_mask((raw)(a), (raw)(b))
#define BELOW_HIGHEST_4(x)                                                                                             \
    (v_u32) _mm512_srli_epi32(_mm512_srlv_epi32(_mm512_set1_epi32(-1), _mm512_lzcnt_epi32((raw)(x))), 1)
#define BELOW_HIGHEST_8(x)                                                                                             \
    (v_u64) _mm512_srli_epi64(_mm512_srlv_epi64(_mm512_set1_epi64(-1), _mm512_lzcnt_epi64((raw)(x))), 1)
/* The first lanes moved to those that are known; and what stands at places, in these; others elsewhere. */
#define SPREAD_4(other, known, x) _mm512_mask_expand_ps(_mm512_set1_ps(other), known, (__m512)(x))
#define SPREAD_8(other, known, x) _mm512_mask_expand_pd(_mm512_set1_pd(other), known, (__m512d)(x))
#define GATHER_4(x, known, places, from) _mm512_mask_i32gather_ps((__m512)(x), known, (raw)(places), from, 4)
#define GATHER_8(x, known, places, from) _mm512_mask_i64gather_pd((__m512d)(x), known, (raw)(places), from, 8)
#define LOAD_ONTO_1(other, known, from) _mm512_mask_loadu_epi8(other, known, from)
#define LOAD_ONTO_2(other, known, from) _mm512_mask_loadu_epi16(other, (__mmask32)(known), from)
#define LOAD_ONTO_4(other, known, from) _mm512_mask_loadu_epi32(other, (__mmask16)(known), from)
#define LOAD_ONTO_8(other, known, from) _mm512_mask_loadu_epi64(other, (__mmask8)(known), from)
/* The low elements of words, or of longer ones. */
#define STORE_WORDS_1(to, x) _mm_storeu_si128((__m128i *)(to), _mm512_cvtepi32_epi8(x))
#define STORE_WORDS_2(to, x) _mm256_storeu_si256((__m256i *)(to), _mm512_cvtepi32_epi16(x))
#define STORE_WORDS_4(to, x) _mm512_storeu_si512(to, x)
#define STORE_WORDS_8(to, x) _mm512_storeu_si512(to, x)

#endif

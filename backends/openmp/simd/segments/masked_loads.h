/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and stores of parts of vectors, for totals of segments (totals_float.h, totals_integer.h). */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_MASKED_LOADS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_MASKED_LOADS_H

#include "simd/vector/vector.h"

typedef v_u32 places_4;
typedef v_u64 places_8;

/* Floats where places are less than a count; 0 elsewhere, where memory is not read. */
#if VECTOR_BYTES == 32
#define LOAD_BELOW_4(from, places, count) _mm256_maskload_ps(from, (raw)((places) < (count)))
#define LOAD_BELOW_8(from, places, count) _mm256_maskload_pd(from, (raw)((places) < (count)))
#elif VECTOR_BYTES == 64
#define LOAD_BELOW_4(from, places, count)                                                                              \
    _mm512_maskz_loadu_ps(_mm512_cmplt_epu32_mask((raw)(places), (raw)(count)), from)
#define LOAD_BELOW_8(from, places, count)                                                                              \
    _mm512_maskz_loadu_pd(_mm512_cmplt_epu64_mask((raw)(places), (raw)(count)), from)

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

#endif

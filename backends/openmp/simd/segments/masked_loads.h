/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and stores of parts of vectors, for totals of segments (totals_float.h, totals_integer.h). */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_MASKED_LOADS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_MASKED_LOADS_H

#include "simd/vector/vector.h"

typedef v_u32 places_4;
typedef v_u64 places_8;

/*
 * LANES_BEYOND: bits of those of as many words as a vector has lanes that are more than most. LOAD_BELOW, LOAD_WHERE:
 * floats where places are less than a count, or a mask has a bit; 0 elsewhere, where memory is not read.
 */
#if VECTOR_BYTES == 32
#define LANES_BEYOND_4(x, most) (uint32_t) _mm256_movemask_ps((__m256)((x) > (most)))
#define LANES_BEYOND_8(x, most) (uint32_t) _mm_movemask_ps((__m128)((x) > (most)))
#define LOAD_BELOW_4(from, places, count) _mm256_maskload_ps(from, (raw)((places) < (count)))
#define LOAD_BELOW_8(from, places, count) _mm256_maskload_pd(from, (raw)((places) < (count)))
#elif VECTOR_BYTES == 64
#define LANES_BEYOND_4(x, most) (uint32_t)bits_of(_mm512_cmpgt_epu32_mask((raw)(x), _mm512_set1_epi32(most)))
#define LANES_BEYOND_8(x, most) (uint32_t)bits_of(_mm256_cmpgt_epu32_mask((__m256i)(x), _mm256_set1_epi32(most)))
/* Bits of places from begin to end - 1, less first. */
INLINE uint64_t mask_of(uint32_t begin, uint32_t end, uint32_t first)
{
    const uint32_t low = begin < first ? 0 : begin - first, high = end < first ? 0 : end - first;
    return first_bits(UINT64_MAX, high) & ~first_bits(UINT64_MAX, low);
}
#define LOAD_WHERE_4(from, here) _mm512_maskz_loadu_ps((__mmask16)(here), from)
#define LOAD_WHERE_8(from, here) _mm512_maskz_loadu_pd((__mmask8)(here), from)

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

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Results before the ends of segments by AVX-512, a vector of them at once: permuted out of those before
 * PREFIX__OPENMP_NEAR_BYTES of elements, if all stand there.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_REGISTER_LOOKUP_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_REGISTER_LOOKUP_H

#include <immintrin.h>

#include "simd/isa.h"
#include "simd/vector/vector.h"

/* How far after the first one segments end, as many as a vector has lanes; of bytes half as many. */
INLINE raw after_first_2(const uint32_t *ends)
{
    const raw first = _mm512_set1_epi32((int)ends[0]);
    const __m256i lower = _mm512_cvtusepi32_epi16(_mm512_sub_epi32(_mm512_loadu_si512(ends), first));
    const __m256i upper = _mm512_cvtusepi32_epi16(_mm512_sub_epi32(_mm512_loadu_si512(ends + 16), first));
    return _mm512_inserti64x4(_mm512_castsi256_si512(lower), upper, 1);
}

INLINE raw after_first_4(const uint32_t *ends)
{
    return _mm512_sub_epi32(_mm512_loadu_si512(ends), _mm512_set1_epi32((int)ends[0]));
}

INLINE raw after_first_8(const uint32_t *ends)
{
    const __m256i x = _mm256_loadu_si256((const __m256i *)ends);
    return _mm512_cvtepu32_epi64(_mm256_sub_epi32(x, _mm256_set1_epi32((int)ends[0])));
}
#define after_first_1(ends) after_first_2(ends)

/* What stands at places in four vectors; higher bits of these are of no account. */
#define DEFINE_AMONG_FOUR(bytes, lane_bits, lanes, mask)                                                               \
    INLINE raw among_four_##bytes(raw places, const char *from)                                                        \
    {                                                                                                                  \
        const raw x = _mm512_loadu_si512(from), y = _mm512_loadu_si512(from + 128);                                    \
        const raw lower = _mm512_permutex2var_epi##lane_bits(x, places, _mm512_loadu_si512(from + 64));                \
        const raw upper = _mm512_permutex2var_epi##lane_bits(y, places, _mm512_loadu_si512(from + 192));               \
        const mask is_upper = _mm512_test_epi##lane_bits##_mask(places, _mm512_set1_epi##lane_bits(2 * (lanes)));      \
        return _mm512_mask_blend_epi##lane_bits(is_upper, lower, upper);                                               \
    }
DEFINE_AMONG_FOUR(2, 16, 32, __mmask32)
DEFINE_AMONG_FOUR(4, 32, 16, __mmask16)
DEFINE_AMONG_FOUR(8, 64, 8, __mmask8)

/* Of bytes, as not all of these processors permute them: in the low halves of words. */
INLINE raw among_four_1(raw places, const char *from)
{
    const raw words = among_four_2(_mm512_srli_epi16(places, 1), from);
    return _mm512_srlv_epi16(words, _mm512_slli_epi16(_mm512_and_si512(places, _mm512_set1_epi16(1)), 3));
}

#define DEFINE_LOOKUP(name, bytes, lane_bits, mask)                                                                    \
    INLINE int name(const uint32_t *ends, const char *before, raw *found)                                              \
    {                                                                                                                  \
        const raw places = after_first_##bytes(ends);                                                                  \
        const char *const from = before + (size_t)ends[0] * (bytes);                                                   \
        const raw all = _mm512_set1_epi##lane_bits(PREFIX__OPENMP_NEAR_BYTES / (bytes));                               \
        const mask beyond = _mm512_cmpge_epu##lane_bits##_mask(places, _mm512_set1_epi##lane_bits(256 / (bytes)));     \
        *found = among_four_##bytes(places, from);                                                                     \
        if (beyond && _mm512_cmpge_epu##lane_bits##_mask(places, all))                                                 \
            return 0;                                                                                                  \
        if (beyond)                                                                                                    \
            *found = _mm512_mask_blend_epi##lane_bits(beyond, *found, among_four_##bytes(places, from + 256));         \
        return 1;                                                                                                      \
    }
DEFINE_LOOKUP(lookup_half_1, 1, 16, __mmask32)
DEFINE_LOOKUP(lookup_2, 2, 16, __mmask32)
DEFINE_LOOKUP(lookup_4, 4, 32, __mmask16)
DEFINE_LOOKUP(lookup_8, 8, 64, __mmask8)

INLINE int lookup_1(const uint32_t *ends, const char *before, raw *found)
{
    raw lower, upper;
    if (!lookup_half_1(ends, before, &lower) || !lookup_half_1(ends + 32, before, &upper))
        return 0;
    *found = _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(lower)), _mm512_cvtepi16_epi8(upper), 1);
    return 1;
}
#define LOOKUP(bytes, ends, before, found) JOIN(lookup, bytes)(ends, (const char *)(before), found)

#undef after_first_1
#undef DEFINE_AMONG_FOUR
#undef DEFINE_LOOKUP

#endif

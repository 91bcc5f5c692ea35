/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What windows_tables.h and windows_short.h ask of AVX-512. Not all of these processors permute bytes: who calls what
 * is short has asked (prefix__openmp_permutes).
 */
#ifndef PREFIX_BACKENDS_OPENMP_WINDOWS_AVX512_H
#define PREFIX_BACKENDS_OPENMP_WINDOWS_AVX512_H

#include <immintrin.h>

#include "simd/vector/vector.h"

#define OPAQUE_MASK(x) __asm__("" : "+k"(x)) /* or compilers make it again for each vector */
#define WINDOWS 16                           /* segments */
#define LOOK_UP(x, places) _mm512_permutexvar_epi32((raw)(places), (raw)(x))
#define LOOK_UP_ONTO(other, known, x, places)                                                                          \
    _mm512_mask_permutexvar_epi32((raw)(other), known, (raw)(places), (raw)(x))
#define AMONG_4 GATHER_4
#define AMONG_8(x, known, places, from)                                                                                \
    _mm512_mask_i32gather_pd((__m512d)(x), (__mmask8)(known), _mm512_castsi512_si256((raw)(places)), from, 8)
#define UPPER_PLACES(x) (v_u32) _mm512_castsi256_si512(_mm512_extracti64x4_epi64((raw)(x), 1))
#define UPPER_KNOWN(known) _kshiftri_mask16(known, 8)

INLINE v_u32 near_places_32(const void *at, __mmask16 here, uint64_t first)
{
    return (v_u32)_mm512_maskz_loadu_epi32(here, at) - (uint32_t)first;
}

INLINE v_u32 near_places_64(const void *at, __mmask16 here, uint64_t first)
{
    const v_u64 low = (v_u64)_mm512_maskz_loadu_epi64((__mmask8)here, at) - first;
    const v_u64 high = (v_u64)_mm512_maskz_loadu_epi64((__mmask8)(here >> 8), (const char *)at + 64) - first;
    return (v_u32)_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtusepi64_epi32((raw)low)),
                                     _mm512_cvtusepi64_epi32((raw)high), 1);
}
#define NEAR_PLACES(is_wide, at, here, first)                                                                          \
    ((is_wide) ? near_places_64(at, here, first) : near_places_32(at, here, first))

#define SHORT_WINDOWS                                                                                                  \
    __attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,f16c,popcnt,bmi,bmi2")))

/* 16 offsets, or their lower halves, as words. */
SHORT_WINDOWS INLINE raw offsets_32(const void *at, uint64_t here)
{
    return _mm512_maskz_loadu_epi32((__mmask16)here, at);
}

SHORT_WINDOWS INLINE raw offsets_64(const void *at, uint64_t here)
{
    return _mm512_permutex2var_epi32(_mm512_maskz_loadu_epi64((__mmask8)here, at), (raw)(2 * IOTA(4)),
                                     _mm512_maskz_loadu_epi64((__mmask8)(here >> 8), (const char *)at + 64));
}
#define OFFSETS(is_wide, at, here) ((is_wide) ? offsets_64(at, here) : offsets_32(at, here))

SHORT_WINDOWS INLINE raw shortened_1(int is_wide, const char *at, uint64_t here)
{
    return _mm512_permutex2var_epi8(OFFSETS(is_wide, at, here), (raw)(4 * (v_u8)IOTA(1)),
                                    OFFSETS(is_wide, at + (is_wide ? 128 : 64), here >> 16));
}

SHORT_WINDOWS INLINE raw shortened_2(int is_wide, const char *at, uint64_t here)
{
    return _mm512_permutexvar_epi8((raw)(IOTA(2) % 16 * 0x0404 + 0x0100), OFFSETS(is_wide, at, here));
}
#define SHORTENED_1(is_wide, at, here) shortened_1(is_wide, at, here)
#define SHORTENED_2(is_wide, at, here) shortened_2(is_wide, at, here)
#define PERMUTED_1(x, places, y) _mm512_permutex2var_epi8(x, places, y)
#define PERMUTED_2(x, places, y) _mm512_permutex2var_epi16(x, places, y)
#define STORE_HALF(to, x) _mm256_storeu_si256((__m256i *)(to), _mm512_castsi512_si256((raw)(x)))

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pack_lanes_N(): the elements of N bytes whose bits are set, side by side; PACK_LANES(N) of them at once. All of a
 * vector may be written.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SELECT_COMPRESS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SELECT_COMPRESS_H

#include "simd/vector/table.h"
#include "simd/vector/vector.h"

#if VECTOR_BYTES == 64
#include <immintrin.h>

#define PACK_LANES(bytes) ((bytes) == 8 ? 8 : 16)

INLINE void pack_lanes_1(const void *in, uint64_t bits, void *out)
{
    const __m512i x = _mm512_cvtepu8_epi32(_mm_loadu_si128(in));
    _mm_storeu_si128(out, _mm512_cvtepi32_epi8(_mm512_maskz_compress_epi32((__mmask16)bits, x)));
}

INLINE void pack_lanes_2(const void *in, uint64_t bits, void *out)
{
    const __m512i x = _mm512_cvtepu16_epi32(_mm256_loadu_si256(in));
    _mm256_storeu_si256(out, _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32((__mmask16)bits, x)));
}

INLINE void pack_lanes_4(const void *in, uint64_t bits, void *out)
{
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32((__mmask16)bits, _mm512_loadu_si512(in)));
}

INLINE void pack_lanes_8(const void *in, uint64_t bits, void *out)
{
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi64((__mmask8)bits, _mm512_loadu_si512(in)));
}

/* Whole words of bits of short elements, by instructions that only some of these processors have. */
#define HAS_VBMI2 __builtin_cpu_supports("avx512vbmi2")
#define WITH_VBMI2 __attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi2,popcnt,bmi,bmi2")))

#define DEFINE_PACK_WORDS(bytes, element, mask, compress)                                                              \
    WITH_VBMI2 static size_t pack_words_##bytes(const element *in, const uint64_t *bits, size_t words, element *out)   \
    {                                                                                                                  \
        element *to = out;                                                                                             \
        for (size_t i = 0; i < words; i++)                                                                             \
            for (size_t k = 0; k < 64; k += 64 / bytes) {                                                              \
                const mask lanes = (mask)(bits[i] >> k);                                                               \
                _mm512_storeu_si512(to, compress(lanes, _mm512_loadu_si512(in + 64 * i + k)));                         \
                to += __builtin_popcountll(lanes);                                                                     \
            }                                                                                                          \
        return (size_t)(to - out);                                                                                     \
    }
DEFINE_PACK_WORDS(1, uint8_t, __mmask64, _mm512_maskz_compress_epi8)
DEFINE_PACK_WORDS(2, uint16_t, __mmask32, _mm512_maskz_compress_epi16)
#elif VECTOR_BYTES == 32
#include <immintrin.h>

#define PACK_LANES(bytes) ((bytes) == 8 ? 4 : 8)

/* Byte i of an entry is the position of the i-th bit of m that is set. */
#define ONES_BELOW(m, i) __builtin_popcount((m) & ((1 << (i)) - 1))
#define POSITION(m, i) ((m) >> (i)&1 ? (uint64_t)(i) << 8 * ONES_BELOW(m, i) : 0)
#define POSITIONS(m)                                                                                                   \
    (POSITION(m, 1) | POSITION(m, 2) | POSITION(m, 3) | POSITION(m, 4) | POSITION(m, 5) | POSITION(m, 6) |             \
     POSITION(m, 7))
static const uint64_t packed_positions[256] = {TABLE_256(POSITIONS, 0)};

INLINE __m128i positions_of(uint64_t bits)
{
    return _mm_loadl_epi64((const __m128i *)&packed_positions[bits & 0xff]);
}

INLINE void pack_lanes_1(const void *in, uint64_t bits, void *out)
{
    _mm_storel_epi64(out, _mm_shuffle_epi8(_mm_loadl_epi64(in), positions_of(bits)));
}

/* Positions of elements of 2 bytes as those of their bytes. */
INLINE void pack_lanes_2(const void *in, uint64_t bits, void *out)
{
    const __m128i twice = _mm_slli_epi16(_mm_cvtepu8_epi16(positions_of(bits)), 1);
    const __m128i bytes = _mm_add_epi16(_mm_or_si128(twice, _mm_slli_epi16(twice, 8)), _mm_set1_epi16(0x0100));
    _mm_storeu_si128(out, _mm_shuffle_epi8(_mm_loadu_si128(in), bytes));
}

INLINE void pack_lanes_4(const void *in, uint64_t bits, void *out)
{
    const __m256i from = _mm256_cvtepu8_epi32(positions_of(bits));
    _mm256_storeu_si256(out, _mm256_permutevar8x32_epi32(_mm256_loadu_si256(in), from));
}

/* The first four positions as those of the elements' halves. */
INLINE void pack_lanes_8(const void *in, uint64_t bits, void *out)
{
    const __m256i even = _mm256_slli_epi64(_mm256_cvtepu8_epi64(positions_of(bits & 0xf)), 1);
    const __m256i odd = _mm256_add_epi64(_mm256_slli_epi64(even, 32), _mm256_set1_epi64x(1ll << 32));
    const __m256i from = _mm256_or_si256(even, odd);
    _mm256_storeu_si256(out, _mm256_permutevar8x32_epi32(_mm256_loadu_si256(in), from));
}
#else
#define PACK_LANES(bytes) 1
#define pack_lanes_1(in, bits, out) memcpy(out, in, 1)
#define pack_lanes_2(in, bits, out) memcpy(out, in, 2)
#define pack_lanes_4(in, bits, out) memcpy(out, in, 4)
#define pack_lanes_8(in, bits, out) memcpy(out, in, 8)
#endif

#endif

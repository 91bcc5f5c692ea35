/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pack_lanes_N(): the elements of N bytes whose bits are set, side by side; PACK_LANES(N) of them at once.
 * list_lanes(): where bits are set, from a first place on; PLACE_LANES at once. They return how many are; a vector more
 * may be written.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SELECT_COMPRESS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SELECT_COMPRESS_H

#include "simd/vector/table.h"
#include "simd/vector/vector.h"

#if VECTOR_BYTES == 64
#include <immintrin.h>

#define PACK_LANES(bytes) ((bytes) == 8 ? 8 : 16)

INLINE size_t pack_lanes_1(const void *in, uint64_t bits, void *out)
{
    const __m512i x = _mm512_cvtepu8_epi32(_mm_loadu_si128(in));
    _mm_storeu_si128(out, _mm512_cvtepi32_epi8(_mm512_maskz_compress_epi32((__mmask16)bits, x)));
    return (size_t)__builtin_popcount((__mmask16)bits);
}

INLINE size_t pack_lanes_2(const void *in, uint64_t bits, void *out)
{
    const __m512i x = _mm512_cvtepu16_epi32(_mm256_loadu_si256(in));
    _mm256_storeu_si256(out, _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32((__mmask16)bits, x)));
    return (size_t)__builtin_popcount((__mmask16)bits);
}

INLINE size_t pack_lanes_4(const void *in, uint64_t bits, void *out)
{
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32((__mmask16)bits, _mm512_loadu_si512(in)));
    return (size_t)__builtin_popcount((__mmask16)bits);
}

INLINE size_t pack_lanes_8(const void *in, uint64_t bits, void *out)
{
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi64((__mmask8)bits, _mm512_loadu_si512(in)));
    return (size_t)__builtin_popcount((__mmask8)bits);
}

#define PLACE_LANES 16

INLINE size_t list_lanes(uint32_t first, uint64_t bits, uint32_t *out)
{
    const __m512i places = _mm512_add_epi32(_mm512_set1_epi32((int)first), (__m512i)IOTA(4));
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32((__mmask16)bits, places));
    return (size_t)__builtin_popcount((__mmask16)bits);
}

/* Whole words of bits of short elements, by instructions that only some of these processors have. */
#define HAS_VBMI2 __builtin_cpu_supports("avx512vbmi2")
#define WITH_VBMI2 __attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi2,popcnt,bmi,bmi2")))

WITH_VBMI2 static size_t pack_words_1(const uint8_t *in, const uint64_t *bits, size_t words, uint8_t *out)
{
    uint8_t *to = out;
    for (size_t i = 0; i < words; i++) {
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(bits[i], _mm512_loadu_si512(in + 64 * i)));
        to += __builtin_popcountll(bits[i]);
    }
    return (size_t)(to - out);
}

WITH_VBMI2 static size_t pack_words_2(const uint16_t *in, const uint64_t *bits, size_t words, uint16_t *out)
{
    uint16_t *to = out;
    for (size_t i = 0; i < 2 * words; i++) {
        const __mmask32 half = (__mmask32)(bits[i / 2] >> i % 2 * 32);
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi16(half, _mm512_loadu_si512(in + 32 * i)));
        to += __builtin_popcount(half);
    }
    return (size_t)(to - out);
}
#elif VECTOR_BYTES == 32
#include <immintrin.h>

#define PACK_LANES(bytes) ((bytes) == 8 ? 4 : 8)

/* Byte i of an entry is the position of the i-th bit of m that is set. */
#define ONES_BELOW(m, i)                                                                                               \
    (((i) > 0 && (m)&1) + ((i) > 1 && (m)&2) + ((i) > 2 && (m)&4) + ((i) > 3 && (m)&8) + ((i) > 4 && (m)&16) +         \
     ((i) > 5 && (m)&32) + ((i) > 6 && (m)&64))
#define POSITION(m, i) ((m) >> (i)&1 ? (uint64_t)(i) << 8 * ONES_BELOW(m, i) : 0)
#define POSITIONS(m)                                                                                                   \
    (POSITION(m, 1) | POSITION(m, 2) | POSITION(m, 3) | POSITION(m, 4) | POSITION(m, 5) | POSITION(m, 6) |             \
     POSITION(m, 7))
static const uint64_t packed_positions[256] = {TABLE_256(POSITIONS, 0)};

INLINE __m128i positions_of(uint64_t bits)
{
    return _mm_loadl_epi64((const __m128i *)&packed_positions[bits & 0xff]);
}

/* Positions of elements of 2 bytes as those of their bytes, and of the first four of 8 as those of their halves. */
INLINE __m128i bytes_at(__m128i positions)
{
    const __m128i pairs = _mm_unpacklo_epi8(positions, positions);
    return _mm_or_si128(_mm_add_epi8(pairs, pairs), _mm_set1_epi16(0x0100));
}

INLINE __m256i halves_at(__m128i positions)
{
    const __m256i even = _mm256_slli_epi64(_mm256_cvtepu8_epi64(positions), 1);
    const __m256i odd = _mm256_add_epi64(_mm256_slli_epi64(even, 32), _mm256_set1_epi64x(1ll << 32));
    return _mm256_or_si256(even, odd);
}

INLINE size_t pack_lanes_1(const void *in, uint64_t bits, void *out)
{
    _mm_storel_epi64(out, _mm_shuffle_epi8(_mm_loadl_epi64(in), positions_of(bits)));
    return (size_t)__builtin_popcount(bits & 0xff);
}

INLINE size_t pack_lanes_2(const void *in, uint64_t bits, void *out)
{
    _mm_storeu_si128(out, _mm_shuffle_epi8(_mm_loadu_si128(in), bytes_at(positions_of(bits))));
    return (size_t)__builtin_popcount(bits & 0xff);
}

INLINE size_t pack_lanes_4(const void *in, uint64_t bits, void *out)
{
    const __m256i from = _mm256_cvtepu8_epi32(positions_of(bits));
    _mm256_storeu_si256(out, _mm256_permutevar8x32_epi32(_mm256_loadu_si256(in), from));
    return (size_t)__builtin_popcount(bits & 0xff);
}

INLINE size_t pack_lanes_8(const void *in, uint64_t bits, void *out)
{
    const __m256i from = halves_at(positions_of(bits & 0xf));
    _mm256_storeu_si256(out, _mm256_permutevar8x32_epi32(_mm256_loadu_si256(in), from));
    return (size_t)__builtin_popcount(bits & 0xf);
}

#define PLACE_LANES 8

INLINE size_t list_lanes(uint32_t first, uint64_t bits, uint32_t *out)
{
    const __m256i places = _mm256_cvtepu8_epi32(positions_of(bits));
    _mm256_storeu_si256((__m256i *)out, _mm256_add_epi32(places, _mm256_set1_epi32((int)first)));
    return (size_t)__builtin_popcount(bits & 0xff);
}
#else
#define PACK_LANES(bytes) 1
#define PLACE_LANES 1

INLINE size_t list_lanes(uint32_t first, uint64_t bits, uint32_t *out)
{
    *out = first;
    return bits & 1;
}

INLINE size_t pack_lane(const void *in, uint64_t bits, void *out, size_t size)
{
    memcpy(out, in, size);
    return bits & 1;
}
#define pack_lanes_1(in, bits, out) pack_lane(in, bits, out, 1)
#define pack_lanes_2(in, bits, out) pack_lane(in, bits, out, 2)
#define pack_lanes_4(in, bits, out) pack_lane(in, bits, out, 4)
#define pack_lanes_8(in, bits, out) pack_lane(in, bits, out, 8)
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What totals.h may ask of AVX-512: the results before the ends of segments, of a vector of them at once, permuted out
 * of those before PREFIX__OPENMP_NEAR_BYTES of elements.
 */
#ifndef PREFIX_BACKENDS_OPENMP_NEAR_H
#define PREFIX_BACKENDS_OPENMP_NEAR_H

#include <immintrin.h>

#include "simd/isa.h"
#include "simd/vector/vector.h"

/* Where 32, 16 or 8 segments end, from there on; what is far is large. */
INLINE raw near_ends_32_2(const uint32_t *offsets)
{
    const raw first = _mm512_set1_epi32((int)offsets[1]);
    const __m256i lower = _mm512_cvtusepi32_epi16(_mm512_sub_epi32(_mm512_loadu_si512(offsets + 1), first));
    const __m256i upper = _mm512_cvtusepi32_epi16(_mm512_sub_epi32(_mm512_loadu_si512(offsets + 17), first));
    return _mm512_inserti64x4(_mm512_castsi256_si512(lower), upper, 1);
}

INLINE raw near_ends_64_2(const uint64_t *offsets)
{
    const raw first = _mm512_set1_epi64((long long)offsets[1]);
    __m128i part[4];
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) part[j] =
        _mm512_cvtusepi64_epi16(_mm512_sub_epi64(_mm512_loadu_si512(offsets + 1 + 8 * j), first));
    const __m256i lower = _mm256_inserti128_si256(_mm256_castsi128_si256(part[0]), part[1], 1);
    const __m256i upper = _mm256_inserti128_si256(_mm256_castsi128_si256(part[2]), part[3], 1);
    return _mm512_inserti64x4(_mm512_castsi256_si512(lower), upper, 1);
}

INLINE raw near_ends_32_4(const uint32_t *offsets)
{
    return _mm512_sub_epi32(_mm512_loadu_si512(offsets + 1), _mm512_set1_epi32((int)offsets[1]));
}

INLINE raw near_ends_64_4(const uint64_t *offsets)
{
    const raw first = _mm512_set1_epi64((long long)offsets[1]);
    const __m256i lower = _mm512_cvtusepi64_epi32(_mm512_sub_epi64(_mm512_loadu_si512(offsets + 1), first));
    const __m256i upper = _mm512_cvtusepi64_epi32(_mm512_sub_epi64(_mm512_loadu_si512(offsets + 9), first));
    return _mm512_inserti64x4(_mm512_castsi256_si512(lower), upper, 1);
}

INLINE raw near_ends_32_8(const uint32_t *offsets)
{
    const __m256i ends = _mm256_loadu_si256((const __m256i *)(offsets + 1));
    return _mm512_cvtepu32_epi64(_mm256_sub_epi32(ends, _mm256_set1_epi32((int)offsets[1])));
}

INLINE raw near_ends_64_8(const uint64_t *offsets)
{
    return _mm512_sub_epi64(_mm512_loadu_si512(offsets + 1), _mm512_set1_epi64((long long)offsets[1]));
}

/* Which of so many of them are empty. */
INLINE uint64_t near_empty_32(const uint32_t *offsets, int count)
{
    uint64_t empty = 0;
    if (count == 8)
        return _mm256_cmpeq_epi32_mask(_mm256_loadu_si256((const __m256i *)(offsets + 1)),
                                       _mm256_loadu_si256((const __m256i *)offsets));
    _Pragma("GCC unroll 4") for (int j = 0; j < count; j += 16) empty |=
        (uint64_t)_mm512_cmpeq_epi32_mask(_mm512_loadu_si512(offsets + j + 1), _mm512_loadu_si512(offsets + j)) << j;
    return empty;
}

INLINE uint64_t near_empty_64(const uint64_t *offsets, int count)
{
    uint64_t empty = 0;
    _Pragma("GCC unroll 8") for (int j = 0; j < count; j += 8) empty |=
        (uint64_t)_mm512_cmpeq_epi64_mask(_mm512_loadu_si512(offsets + j + 1), _mm512_loadu_si512(offsets + j)) << j;
    return empty;
}

/* What stands at each of them in four vectors; of bits beyond these no account is taken. */
#define DEFINE_AMONG_FOUR(bytes, lane_bits, lanes, mask)                                                               \
    INLINE raw among_four_##bytes(raw ends, const char *from)                                                          \
    {                                                                                                                  \
        const raw x = _mm512_loadu_si512(from), y = _mm512_loadu_si512(from + 128);                                    \
        const raw lower = _mm512_permutex2var_epi##lane_bits(x, ends, _mm512_loadu_si512(from + 64));                  \
        const raw upper = _mm512_permutex2var_epi##lane_bits(y, ends, _mm512_loadu_si512(from + 192));                 \
        const mask is_upper = _mm512_test_epi##lane_bits##_mask(ends, _mm512_set1_epi##lane_bits(2 * lanes));          \
        return _mm512_mask_blend_epi##lane_bits(is_upper, lower, upper);                                               \
    }
DEFINE_AMONG_FOUR(2, 16, 32, __mmask32)
DEFINE_AMONG_FOUR(4, 32, 16, __mmask16)
DEFINE_AMONG_FOUR(8, 64, 8, __mmask8)

/* Of bytes, among as many. */
INLINE raw among_four_1(raw ends, const char *from)
{
    const raw words = among_four_2(_mm512_srli_epi16(ends, 1), from);
    return _mm512_srlv_epi16(words, _mm512_slli_epi16(_mm512_and_si512(ends, _mm512_set1_epi16(1)), 3));
}

/*
 * The same in as many as PREFIX__OPENMP_NEAR_BYTES are, if all stand there. 2^26 i32 in segments of 7 took 12.7 ms
 * where what stands in the second four was fetched one by one, and take 11.6.
 */
#define DEFINE_AMONG_ALL(bytes, lane_bits, mask)                                                                       \
    INLINE int among_all_##bytes(raw ends, const char *from, raw *found)                                               \
    {                                                                                                                  \
        const raw all = _mm512_set1_epi##lane_bits(PREFIX__OPENMP_NEAR_BYTES / bytes);                                 \
        const mask beyond = _mm512_cmpge_epu##lane_bits##_mask(ends, _mm512_set1_epi##lane_bits(256 / bytes));         \
        *found = among_four_##bytes(ends, from);                                                                       \
        if (beyond && _mm512_cmpge_epu##lane_bits##_mask(ends, all))                                                   \
            return 0;                                                                                                  \
        if (beyond)                                                                                                    \
            *found = _mm512_mask_blend_epi##lane_bits(beyond, *found, among_four_##bytes(ends, from + 256));           \
        return 1;                                                                                                      \
    }
DEFINE_AMONG_ALL(1, 16, __mmask32)
DEFINE_AMONG_ALL(2, 16, __mmask32)
DEFINE_AMONG_ALL(4, 32, __mmask16)
DEFINE_AMONG_ALL(8, 64, __mmask8)

/*
 * What columns of the elements of short segments are made of (totals_integer.h): words as elements, in all the columns
 * of a vector; what stands at places in four vectors, of which all do in the first two if they are near; and the other
 * half, or 16-byte lane of a half. Segments of more elements than so many steps find are not short.
 */
#define SHORT_STEPS 8
typedef v_u8 unsigned_lanes_1;
typedef v_u16 unsigned_lanes_2;
typedef v_u32 unsigned_lanes_4;
typedef v_u64 unsigned_lanes_8;
#define COLUMNS_1(x) _mm512_broadcast_i32x4(_mm512_cvtepi32_epi8((raw)(x)))
#define COLUMNS_2(x) _mm512_broadcast_i64x4(_mm512_cvtepi32_epi16((raw)(x)))
#define COLUMNS_4(x) ((raw)(x))
#define COLUMNS_8(x) ((raw)(x))
#define OTHER_HALF(x) _mm512_shuffle_i64x2((raw)(x), (raw)(x), 0x4e)
#define OTHER_LANE(x) _mm512_shuffle_i64x2((raw)(x), (raw)(x), 0xb1)

#define DEFINE_AMONG(bytes, lane_bits)                                                                                 \
    INLINE raw among_##bytes(raw places, const char *from, int are_near)                                               \
    {                                                                                                                  \
        if (!are_near)                                                                                                 \
            return among_four_##bytes(places, from);                                                                   \
        return _mm512_permutex2var_epi##lane_bits(_mm512_loadu_si512(from), places, _mm512_loadu_si512(from + 64));    \
    }
DEFINE_AMONG(2, 16)
DEFINE_AMONG(4, 32)
DEFINE_AMONG(8, 64)

/* Not all of these processors permute bytes: of even and of odd places, the words that have them. */
INLINE raw among_1(raw places, const char *from, int are_near)
{
    const raw even = _mm512_and_si512(places, _mm512_set1_epi16(0xff)), odd = _mm512_srli_epi16(places, 8);
    const raw x = among_2(_mm512_srli_epi16(even, 1), from, are_near);
    const raw y = among_2(_mm512_srli_epi16(odd, 1), from, are_near);
    const raw one = _mm512_set1_epi16(1), to_upper = _mm512_slli_epi16(_mm512_andnot_si512(odd, one), 3);
    const raw low = _mm512_srlv_epi16(x, _mm512_slli_epi16(_mm512_and_si512(even, one), 3));
    return _mm512_mask_blend_epi8(0xaaaaaaaaaaaaaaaa, low, _mm512_sllv_epi16(y, to_upper));
}

/*
 * Results, whether segments are empty or not. A Xeon core, 2^17 u16 in segments of 1, 4, and of up to 8 of which half
 * are empty, us: fetched one by one 66, 25, 35, so 37, 19, 23; u8, as words, 45, 16, 23, and 33, 12, 17.
 */
#define DEFINE_NEAR_RESULTS(bits, bytes)                                                                               \
    INLINE int near_results_##bits##_##bytes(const uint##bits##_t *offsets, uint##bits##_t first,                      \
                                             uint##bits##_t length, const void *before, raw *found)                    \
    {                                                                                                                  \
        const uint##bits##_t place = offsets[1] - first;                                                               \
        return place < length && among_all_##bytes(near_ends_##bits##_##bytes(offsets),                                \
                                                   (const char *)before + (size_t)place * bytes, found);               \
    }
#define near_ends_32_1(offsets) near_ends_32_2(offsets)
#define near_ends_64_1(offsets) near_ends_64_2(offsets)
#define DEFINE_NEAR_RESULTS_OF_BYTES(bits)                                                                             \
    DEFINE_NEAR_RESULTS(bits, 1)                                                                                       \
    INLINE int near_bytes_##bits(const uint##bits##_t *offsets, uint##bits##_t first, uint##bits##_t length,           \
                                 const void *before, raw *found)                                                       \
    {                                                                                                                  \
        raw lower, upper;                                                                                              \
        if (!near_results_##bits##_1(offsets, first, length, before, &lower) ||                                        \
            !near_results_##bits##_1(offsets + 32, first, length, before, &upper))                                     \
            return 0;                                                                                                  \
        *found =                                                                                                       \
            _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(lower)), _mm512_cvtepi16_epi8(upper), 1);   \
        return 1;                                                                                                      \
    }
DEFINE_NEAR_RESULTS_OF_BYTES(32)
DEFINE_NEAR_RESULTS_OF_BYTES(64)
DEFINE_NEAR_RESULTS(32, 2)
DEFINE_NEAR_RESULTS(64, 2)
DEFINE_NEAR_RESULTS(32, 4)
DEFINE_NEAR_RESULTS(64, 4)
DEFINE_NEAR_RESULTS(32, 8)
DEFINE_NEAR_RESULTS(64, 8)

#define NEAR_RESULTS_1(bits, offsets, first, length, before, found)                                                    \
    near_bytes_##bits(offsets, first, length, before, found)
#define NEAR_RESULTS_2(bits, offsets, first, length, before, found)                                                    \
    near_results_##bits##_2(offsets, first, length, before, found)
#define NEAR_RESULTS_4(bits, offsets, first, length, before, found)                                                    \
    near_results_##bits##_4(offsets, first, length, before, found)
#define NEAR_RESULTS_8(bits, offsets, first, length, before, found)                                                    \
    near_results_##bits##_8(offsets, first, length, before, found)

/* Totals. */
#define DEFINE_NEAR_TOTALS(bits, bytes, lane_bits, scalar)                                                             \
    INLINE int near_totals_##bits##_##bytes(const uint##bits##_t *offsets, uint##bits##_t first,                       \
                                            uint##bits##_t length, const void *before, uint64_t init, void *out)       \
    {                                                                                                                  \
        raw found;                                                                                                     \
        if (!NEAR_RESULTS_##bytes(bits, offsets, first, length, before, &found))                                       \
            return 0;                                                                                                  \
        const uint64_t empty = near_empty_##bits(offsets, 64 / bytes);                                                 \
        _mm512_storeu_si512(out, PICK_##bytes(empty, _mm512_set1_epi##lane_bits((scalar)init), found));                \
        return 1;                                                                                                      \
    }
DEFINE_NEAR_TOTALS(32, 1, 8, char)
DEFINE_NEAR_TOTALS(64, 1, 8, char)
DEFINE_NEAR_TOTALS(32, 2, 16, short)
DEFINE_NEAR_TOTALS(64, 2, 16, short)
DEFINE_NEAR_TOTALS(32, 4, 32, int)
DEFINE_NEAR_TOTALS(64, 4, 32, int)
DEFINE_NEAR_TOTALS(32, 8, 64, long long)
DEFINE_NEAR_TOTALS(64, 8, 64, long long)
#define NEAR_TOTALS(bits, bytes, offsets, first, length, before, init, out)                                            \
    near_totals_##bits##_##bytes(offsets, first, length, before, init, out)

#endif

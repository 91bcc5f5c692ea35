/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What AVX2 has for totals of segments (nodes.h). Truths are bits of a number, of which lanes_ makes a vector. Loads do
 * not leave lanes out: who asks for elements has memory for a whole vector.
 */
#ifndef PREFIX_BACKENDS_OPENMP_NODES_AVX2_H
#define PREFIX_BACKENDS_OPENMP_NODES_AVX2_H

#include <immintrin.h>

#define NODES
/*
 * A Zen 3 core, sums of 2^16 f32 in segments of 3, 5 and 40, us: cut (cut_float.h) 37, 36 and 33, by nodes 41, 23 and
 * 26; of f64 in segments of 7, 12, 24 and 40 56, 62, 59 and 51, and 107, 75, 53 and 42. Of i32 in segments of 7 and 40,
 * by differences 20 and 14, by vectors 13 and 8.6. Maxima of i32 and i64 in segments of 4, 7 and 40, cut 36, 36, 30 and
 * 71, 71, 58; by vectors 23, 13, 8.5 and 45, 27, 16. Two such cores, 2^24 in segments of up to 8, half of them empty,
 * ms, cut 12.8 and 15.1, by vectors 12.7 and 25.5.
 */
#define NODES_LENGTH(size) ((size) == 4 ? 4 : 14)
#define EXACT_LENGTH(size) 3
#define SUM_LENGTH 5

#include "simd/segments/masks.h"
#include "simd/isa.h"
#include "simd/segments/nodes.h"
#include "simd/select/compress.h"
#include "simd/vector/vector.h"

typedef uint8_t known_4;
typedef uint8_t known_8;

/* Even, or odd, elements of each lane of a, and behind them those of b; and the lower, or upper, lanes of both. */
#define EVEN_IN_LANES_4(a, b) _mm256_shuffle_ps((__m256)(a), (__m256)(b), 0x88)
#define EVEN_IN_LANES_8(a, b) _mm256_unpacklo_pd((__m256d)(a), (__m256d)(b))
#define ODD_IN_LANES_4(a, b) _mm256_shuffle_ps((__m256)(a), (__m256)(b), 0xdd)
#define ODD_IN_LANES_8(a, b) _mm256_unpackhi_pd((__m256d)(a), (__m256d)(b))
#define EVEN_LANES(a, b) _mm256_permute2x128_si256((raw)(a), (raw)(b), 0x20)
#define ODD_LANES(a, b) _mm256_permute2x128_si256((raw)(a), (raw)(b), 0x31)

/* Truths in so many of the first bytes. */
static const int8_t first_truths[2 * VECTOR_BYTES] = {[0 ... VECTOR_BYTES - 1] = -1};
INLINE raw first_bytes(size_t bytes)
{
    return _mm256_loadu_si256((const __m256i *)(first_truths + VECTOR_BYTES - bytes));
}

/* Out of a table they take no instruction but the load. 2^16 f32 in segments of 7, us: made of bits 43, so 39. */
#define LANE(m, i) ((m) >> (i)&1 ? -1 : 0)
#define FOUR_LANES(m, i) LANE(m, i), LANE(m, (i) + 1), LANE(m, (i) + 2), LANE(m, (i) + 3)
#define EIGHT_LANES(m) FOUR_LANES(m, 0), FOUR_LANES(m, 4)
static const _Alignas(VECTOR_BYTES) int32_t table_of_lanes[] = {TABLE_256(EIGHT_LANES, 0)};

INLINE raw lanes_4(unsigned known)
{
    return _mm256_load_si256((const __m256i *)(table_of_lanes + 8 * known));
}

INLINE __m128i lanes_of_spots(unsigned known)
{
    const __m128i bit = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16((short)known), bit), bit);
}

INLINE known_4 known_of_4(raw truths)
{
    return (known_4)_mm256_movemask_ps(_mm256_castsi256_ps(truths));
}

INLINE known_8 known_of_8(raw truths)
{
    return (known_8)_mm256_movemask_pd(_mm256_castsi256_pd(truths));
}

INLINE raw less_8(raw a, raw b)
{
    const raw sign = _mm256_set1_epi64x(INT64_MIN);
    return _mm256_cmpgt_epi64(_mm256_xor_si256(b, sign), _mm256_xor_si256(a, sign));
}

#define LESS_4(a, b) (known_4) ~known_of_4(_mm256_cmpeq_epi32(_mm256_max_epu32((raw)(a), (raw)(b)), (raw)(a)))
#define LESS_8(a, b) known_of_8(less_8((raw)(a), (raw)(b)))
#define LEAST_4(a, b) (v_u32) _mm256_min_epu32((raw)(a), (raw)(b))
#define LEAST_8(a, b) (v_u64) _mm256_blendv_epi8((raw)(b), (raw)(a), less_8((raw)(a), (raw)(b)))
#define TESTED_4(a, b)                                                                                                 \
    (known_4) ~known_of_4(_mm256_cmpeq_epi32(_mm256_and_si256((raw)(a), (raw)(b)), _mm256_setzero_si256()))
#define TESTED_8(a, b)                                                                                                 \
    (known_8)(known_of_8(_mm256_cmpeq_epi64(_mm256_and_si256((raw)(a), (raw)(b)), _mm256_setzero_si256())) ^ 0xf)
#define PICK_4(known, a, b) BLEND(lanes_4(known), a, b)
#define PICK_8(known, a, b) BLEND((raw)LANES_OF_8(known), a, b)
/* Bit by bit, which leaves one instruction where the others are 0. */
#define LOAD_ONTO(other, lanes, from) ((_mm256_loadu_si256((const __m256i *)(from)) & (lanes)) | ((other) & ~(lanes)))
#define LOAD_ONTO_4(other, known, from) LOAD_ONTO(other, lanes_4(known), from)
#define LOAD_ONTO_8(other, known, from) LOAD_ONTO(other, (raw)LANES_OF_8(known), from)
#define GATHER_4(x, known, places, from)                                                                               \
    _mm256_mask_i32gather_ps((__m256)(x), from, (raw)(places), (__m256)lanes_4(known), 4)
#define GATHER_8(x, known, places, from)                                                                               \
    _mm256_mask_i64gather_pd((__m256d)(x), from, (raw)(places), (__m256d)LANES_OF_8(known), 8)

/* What stands at places in four vectors. */
INLINE raw among_four_4(raw places, const char *from)
{
    const __m256i *const x = (const __m256i *)from;
    const __m256 odd = (__m256)_mm256_slli_epi32(places, 28), upper = (__m256)_mm256_slli_epi32(places, 27);
    __m256 found[4];
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) found[j] =
        (__m256)_mm256_permutevar8x32_epi32(_mm256_loadu_si256(x + j), places);
    return (raw)_mm256_blendv_ps(_mm256_blendv_ps(found[0], found[1], odd), _mm256_blendv_ps(found[2], found[3], odd),
                                 upper);
}

INLINE raw among_four_8(raw places, const char *from)
{
    const raw inside = _mm256_and_si256(places, _mm256_set1_epi64x(15));
    return (raw)_mm256_i64gather_pd((const double *)from, inside, 8);
}

#define DEFINE_MOST(bytes, u)                                                                                          \
    INLINE uint##u##_t most_##bytes(unsigned known, v_u##u x)                                                          \
    {                                                                                                                  \
        uint##u##_t most = 0;                                                                                          \
        for (int j = 0; j < VECTOR_BYTES / bytes; j++)                                                                 \
            most = (known >> j & 1) && x[j] > most ? x[j] : most;                                                      \
        return most;                                                                                                   \
    }
DEFINE_MOST(4, 32)
DEFINE_MOST(8, 64)
#define MOST_4(known, x) most_4(known, x)
#define MOST_8(known, x) most_8(known, x)

/* For each lane, how many of those before it are known: where it comes from. */
#define RANK(m, i) ((uint64_t)ONES_BELOW(m, i) << 8 * (i))
#define RANKS(m) (RANK(m, 1) | RANK(m, 2) | RANK(m, 3) | RANK(m, 4) | RANK(m, 5) | RANK(m, 6) | RANK(m, 7))
static const uint64_t ranks[256] = {TABLE_256(RANKS, 0)};

INLINE __m128i ranks_of(unsigned known)
{
    return _mm_loadl_epi64((const __m128i *)&ranks[known]);
}

INLINE raw spread_4(raw other, unsigned known, raw x)
{
    return PICK_4(known, _mm256_permutevar8x32_epi32(x, _mm256_cvtepu8_epi32(ranks_of(known))), other);
}

INLINE raw spread_8(raw other, unsigned known, raw x)
{
    return PICK_8(known, _mm256_permutevar8x32_epi32(x, halves_at(ranks_of(known))), other);
}
#define SPREAD_4(other, known, x) spread_4((raw)_mm256_set1_ps(other), known, x)
#define SPREAD_8(other, known, x) spread_8((raw)_mm256_set1_pd(other), known, x)

INLINE v_u32 below_highest_4(v_u32 x)
{
    for (int bits = 1; bits < 32; bits *= 2)
        x |= x >> bits;
    return x >> 1;
}

INLINE v_u64 below_highest_8(v_u64 x)
{
    for (int bits = 1; bits < 64; bits *= 2)
        x |= x >> bits;
    return x >> 1;
}
#define BELOW_HIGHEST_4(x) below_highest_4(x)
#define BELOW_HIGHEST_8(x) below_highest_8(x)

INLINE v_u32 places_32_4(const void *at, known_4 known, uint64_t first)
{
    const raw from = _mm256_set1_epi32((int)(uint32_t)first);
    const raw x = known == 0xff ? _mm256_loadu_si256(at) : _mm256_maskload_epi32(at, lanes_4(known));
    const raw is_there = _mm256_cmpeq_epi32(_mm256_max_epu32(x, from), x);
    return (v_u32)_mm256_blendv_epi8(_mm256_set1_epi32(-1), _mm256_sub_epi32(x, from), is_there);
}

/* What is less, or far, is all ones: offsets are numbers of elements. */
INLINE v_u64 places_64_8(raw x, uint64_t first)
{
    const raw place = _mm256_sub_epi64(x, _mm256_set1_epi64x((long long)first));
    return (v_u64)_mm256_or_si256(place, _mm256_cmpgt_epi64(_mm256_setzero_si256(), place));
}

INLINE raw some_64(const void *at, unsigned known)
{
    return (known & 0xf) == 0xf ? _mm256_loadu_si256(at) : _mm256_maskload_epi64(at, (raw)LANES_OF_8(known));
}

INLINE v_u32 places_64_4(const void *at, known_4 known, uint64_t first)
{
    const __m256 low = (__m256)places_64_8(some_64(at, known), first);
    const __m256 high = (__m256)places_64_8(some_64((const char *)at + 32, known >> 4), first);
    const raw words = (raw)_mm256_shuffle_ps(low, high, 0x88), over = (raw)_mm256_shuffle_ps(low, high, 0xdd);
    const raw is_there = _mm256_cmpeq_epi32(over, _mm256_setzero_si256());
    return (v_u32)_mm256_permute4x64_epi64(_mm256_blendv_epi8(_mm256_set1_epi32(-1), words, is_there), 0xd8);
}
#define PLACES_4(is_wide, at, known, first) ((is_wide) ? places_64_4(at, known, first) : places_32_4(at, known, first))

INLINE v_u64 places_32_8(const void *at, known_8 known, uint64_t first)
{
    const __m128i x = _mm_maskload_epi32(at, _mm256_castsi256_si128(lanes_4(known & 0xf)));
    return places_64_8(_mm256_cvtepu32_epi64(x), first);
}
#define PLACES_8(is_wide, at, known, first)                                                                            \
    ((is_wide) ? places_64_8(some_64(at, known), first) : places_32_8(at, known, first))

/* Spots, of which there are 8, or 4 in the lower half of a vector. */
INLINE __m128i half_of(spots_8 x)
{
    return _mm_cvtsi64_si128((long long)x);
}

INLINE spots_8 lower_half(__m128i x)
{
    return (spots_8)_mm_cvtsi128_si64(x);
}

INLINE __m128i spots_of_4(raw x)
{
    const raw halves = _mm256_shuffle_epi8(x, _mm256_set1_epi64x(0x0d0c090805040100));
    return _mm_unpacklo_epi64(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
}

/* The bytes of each lane that the index tells, side by side. */
INLINE __m128i four_of_lanes(raw x, int index)
{
    const raw words = _mm256_shuffle_epi8(x, _mm256_set1_epi32(index));
    return _mm_unpacklo_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
}

INLINE unsigned more_spots(__m128i a, __m128i b)
{
    const __m128i none = _mm_cmpeq_epi16(_mm_subs_epu16(a, b), _mm_setzero_si128());
    return ~(unsigned)_mm_movemask_epi8(_mm_packs_epi16(none, none));
}

/* Of the results the lower byte is asked for alone: there are no more lanes. */
INLINE __m128i shift_spots(__m128i a, __m128i b)
{
    const __m128i powers = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    return _mm_mullo_epi16(_mm_shuffle_epi8(powers, b), a);
}

INLINE __m128i pack_spots(unsigned known, __m128i x)
{
    return _mm_shuffle_epi8(x, bytes_at(positions_of(known)));
}
#define SPOTS_4(x) spots_of_4((raw)(x))
#define SPOTS_8(x) lower_half(four_of_lanes((raw)(x), 0x09080100))
#define STORE_SPOTS_4(to, x) _mm_storeu_si128((__m128i *)(to), (__m128i)(x))
#define STORE_SPOTS_8(to, x) _mm_storel_epi64((__m128i *)(to), half_of((spots_8)(x)))
#define LEAST_SPOTS_4(a, b) _mm_min_epu16((__m128i)(a), (__m128i)(b))
#define LEAST_SPOTS_8(a, b) lower_half(_mm_min_epu16(half_of(a), half_of(b)))
#define MORE_SPOTS_4(a, b) (known_4) more_spots((__m128i)(a), (__m128i)(b))
#define MORE_SPOTS_8(a, b) (known_8)(more_spots(half_of(a), half_of(b)) & 0xf)
#define SHIFT_SPOTS_4(a, b) shift_spots((__m128i)(a), (__m128i)(b))
#define SHIFT_SPOTS_8(a, b) lower_half(shift_spots(half_of(a), half_of(b)))
#define PICK_SPOTS_4(known, a, b) _mm_blendv_epi8((__m128i)(b), (__m128i)(a), lanes_of_spots(known))
#define PICK_SPOTS_8(known, a, b) lower_half(_mm_blendv_epi8(half_of(b), half_of(a), lanes_of_spots(known)))
#define PACK_SPOTS_4(known, x) pack_spots(known, (__m128i)(x))
#define PACK_SPOTS_8(known, x) lower_half(pack_spots(known, half_of((spots_8)(x))))

/* Words, each as an element. */
#define STORE_WORDS_1(to, x) _mm_storel_epi64((__m128i *)(to), four_of_lanes(x, 0x0c080400))
#define STORE_WORDS_2(to, x) STORE_SPOTS_4(to, SPOTS_4(x))
#define STORE_WORDS_4(to, x) _mm256_storeu_si256((__m256i *)(to), x)
#define STORE_WORDS_8(to, x) _mm256_storeu_si256((__m256i *)(to), x)

#endif

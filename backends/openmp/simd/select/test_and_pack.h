/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The inner loops of selections and runs: elements to bits, 64 a word and 0 after the last one, and elements whose
 * bits are set side by side. An instruction set has SHIFT_IN(), and compares vectors to bits a lane by EQ_BITS() and
 * LE_BITS() (unsigned).
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SELECT_TEST_AND_PACK_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SELECT_TEST_AND_PACK_H

#include <stdint.h>
#include <string.h>

#include "simd/select/compress.h"
#include "simd/vector/prefetch.h"
#include "simd/vector/vector.h"

#define EQ_BITS_OF(bytes, a, b) ((uint64_t)EQ_BITS(bytes, a, b)) /* of a width that has a name */
#define LE_BITS_OF(bytes, a, b) ((uint64_t)LE_BITS(bytes, a, b))

/* Elements of a word that are packed one by one, always so many, so that no branch depends on how many there are. */
#define SPARSE 4

/* Prefetches a line so many bytes ahead; where the processor does so itself but within a page, that in the next page.
 */
INLINE void prefetch_input(const void *at, size_t ahead)
{
    if (prefix__openmp_is_intel)
        prefix__openmp_prefetch_here((const char *)at + ahead);
    else
        prefix__openmp_prefetch_near((const char *)at + PAGE_BYTES, LINE_BYTES);
}

#define BYTES 1
#define ELEMENT uint8_t
#define SUFFIX u8
#include "simd/select/test_and_pack_width.h"

#define BYTES 2
#define ELEMENT uint16_t
#define SUFFIX u16
#include "simd/select/test_and_pack_width.h"

#define BYTES 4
#define ELEMENT uint32_t
#define SUFFIX u32
#include "simd/select/test_and_pack_width.h"

#define BYTES 8
#define ELEMENT uint64_t
#define SUFFIX u64
#include "simd/select/test_and_pack_width.h"

static size_t count_bits(const uint64_t *bits, size_t words)
{
    size_t count = 0;
    for (size_t i = 0; i < words; i++)
        count += (size_t)__builtin_popcountll(bits[i]);
    return count;
}

/* Where bits are set: the numbers of elements, packed like elements where they are many. */
static size_t places_of_bits(const uint64_t *bits, size_t words, uint32_t *places)
{
    uint32_t numbers[64], *to = places;
    for (uint32_t i = 0; i < words; i++) {
        uint64_t word = bits[i];
        const size_t count = (size_t)__builtin_popcountll(word);
        if (count > SPARSE) {
            for (uint32_t k = 0; k < 64; k += VECTOR_BYTES / 4)
                store_u32(numbers + k, (v_u32)IOTA(4) + (64 * i + k));
            pack_word_4(numbers, word, to);
        } else if (count > 0) {
            _Pragma("GCC unroll 4") for (int k = 0; k < SPARSE; k++, word &= word - 1) to[k] =
                64 * i + (uint32_t)__builtin_ctzll(word | (uint64_t)1 << 63);
        }
        to += count;
    }
    return (size_t)(to - places);
}

#endif

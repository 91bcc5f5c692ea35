/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Offsets, on their way to bits and totals, as 32-bit places from a position on. Offsets may be anything: none becomes
 * a place that is not there.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_OFFSETS_TO_BITS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_OFFSETS_TO_BITS_H

#include "shared/heads.h"
#include "simd/isa.h"
#include "simd/vector/prefetch.h"

#define PLACES_AT_ONCE (VECTOR_BYTES / 4) /* in a vector */
#define SCATTERED 16                      /* places that are quicker set one by one */

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOW_WORDS EVEN_INDEX(4)
#else
#define LOW_WORDS ODD_INDEX(4)
#endif

/* With a constant for size. inside gets the bits of those that are less than length. */
INLINE v_u32 load_vector_of_places(const void *offsets, int size, uint64_t first, size_t length, uint64_t *inside)
{
    if (size == 4) {
        const v_u32 x = load_u32(offsets) - splat_u32((uint32_t)first);
        *inside = (uint64_t)LE_BITS(4, x, splat_u32((uint32_t)(length - 1)));
        return x;
    }
    const uint64_t *const at = offsets;
    const v_u64 last = splat_u64(length - 1);
    const v_u64 lower = load_u64(at) - splat_u64(first), upper = load_u64(at + PLACES_AT_ONCE / 2) - splat_u64(first);
    *inside = (uint64_t)LE_BITS(8, lower, last) | (uint64_t)LE_BITS(8, upper, last) << PLACES_AT_ONCE / 2;
    return shuffle_u32((v_u32)lower, (v_u32)upper, LOW_WORDS);
}

INLINE size_t load_places_of(const void *offsets, size_t count, uint64_t first, size_t length, uint32_t *places,
                             int prefetches, int size)
{
    const uint64_t all = ((uint64_t)1 << PLACES_AT_ONCE) - 1;
    const size_t whole =
        first + length > UINT32_MAX && size == 4 ? 0 : count / PLACES_AT_ONCE * PLACES_AT_ONCE; /* no sum overflows */
    v_u32 before = {0};
    uint32_t last = 0;
    size_t k = 0;
    for (; k < whole; k += PLACES_AT_ONCE) {
        const char *const at = (const char *)offsets + k * (size_t)size;
        uint64_t good;
        const v_u32 x = load_vector_of_places(at, size, first, length, &good);
        store_u32(places + k, x);
        good &= (uint64_t)LE_BITS(4, (v_u32)SHIFT_IN(before, x, 4), x);
        if (good != all)
            return k + (size_t)__builtin_ctzll(~good);
        before = x;
        last = x[PLACES_AT_ONCE - 1];
        if (prefetches)
            prefix__openmp_prefetch_near(at + OFFSETS_AHEAD, (size_t)(PLACES_AT_ONCE * size));
    }
    for (; k < count; last = places[k++]) {
        const uint64_t place = prefix__index_at(offsets, (size_t)size, k) - first;
        if (place >= length || place < last)
            break;
        places[k] = (uint32_t)place;
    }
    return k;
}

static size_t load_places_4(const void *offsets, size_t count, uint64_t first, size_t length, uint32_t *places,
                            int prefetches)
{
    return load_places_of(offsets, count, first, length, places, prefetches, 4);
}

static size_t load_places_8(const void *offsets, size_t count, uint64_t first, size_t length, uint32_t *places,
                            int prefetches)
{
    return load_places_of(offsets, count, first, length, places, prefetches, 8);
}

/* Each place marks a byte, as bytes need not wait for each other as the bits of a word do; then bytes become bits. */
static void places_to_bits(const uint32_t *places, size_t count, uint64_t *words)
{
    _Alignas(VECTOR_BYTES) uint8_t marks[PREFIX__OPENMP_MARKS];
    v_u8 zero = {0};
    if (count <= SCATTERED) {
        for (size_t k = 0; k < count; k++)
            words[places[k] / 64] |= (uint64_t)1 << places[k] % 64;
        return;
    }
    OPAQUE(zero); /* or gcc makes one slow instruction of it */
    for (size_t i = 0; i < PREFIX__OPENMP_MARKS; i += VECTOR_BYTES)
        store_u8(marks + i, zero);
    _Pragma("GCC unroll 8") for (size_t k = 0; k < count; k++) marks[places[k]] = 1;
    const size_t last = places[count - 1] / 64;
    for (size_t i = 0; i <= last; i++) {
        uint64_t unmarked = 0;
        for (int j = 0; j < 64; j += VECTOR_BYTES)
            unmarked |= (uint64_t)EQ_BITS(1, load_u8(marks + 64 * i + j), zero) << j;
        words[i] |= ~unmarked;
    }
}

#undef SCATTERED
#undef LOW_WORDS

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The lowest bits of a word as a vector of truth values, all ones or zero, for elements of each width. An instruction
 * set with MASKS has its own lanes_of_N(). Others look long elements up in tables, and test the bits for short ones.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_LANES_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_LANES_H

#include "simd/vector/table.h"
#include "simd/vector/vector.h"

#ifndef MASKS
#define LANE(m, i) ((m) >> (i)&1 ? -1 : 0)
#define TWO_LANES(m) LANE(m, 0), LANE(m, 1)
#define FOUR_LANES(m) TWO_LANES(m), LANE(m, 2), LANE(m, 3)
#define EIGHT_LANES(m) FOUR_LANES(m), LANE(m, 4), LANE(m, 5), LANE(m, 6), LANE(m, 7)
#if VECTOR_BYTES == 32
static const _Alignas(VECTOR_BYTES) int32_t table_of_lanes_4[] = {TABLE_256(EIGHT_LANES, 0)};
static const _Alignas(VECTOR_BYTES) int64_t table_of_lanes_8[] = {TABLE_16(FOUR_LANES, 0)};
#else
static const _Alignas(VECTOR_BYTES) int32_t table_of_lanes_4[] = {TABLE_16(FOUR_LANES, 0)};
static const _Alignas(VECTOR_BYTES) int64_t table_of_lanes_8[] = {TABLE_4(TWO_LANES, 0)};
#endif

INLINE index_1 lanes_of_1(uint64_t bits)
{
    const int first = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 0 : 3; /* byte of a word */
    const index_1 bit = (index_1)(((v_u8){0} + 1) << (v_u8)(IOTA(1) & 7));
    v_u8 x = (v_u8)splat_u32((uint32_t)bits);
#if VECTOR_BYTES == 16 /* each byte twice, four times, and eight times: interleaved, as SSE2 has no other shuffles */
    x = shuffle_u8(x, x, ((IOTA(1) >> 1) ^ (int8_t)first) + ((IOTA(1) & 1) << 4));
    x = (v_u8)shuffle_u16((v_u16)x, (v_u16)x, (IOTA(2) >> 1) + ((IOTA(2) & 1) << 3));
    x = (v_u8)shuffle_u32((v_u32)x, (v_u32)x, IOTA(4) >> 1);
#else
    x = shuffle_u8(x, x, ((IOTA(1) >> 3) ^ (int8_t)first) + (IOTA(1) & 16));
#endif
    return ((index_1)x & bit) == bit;
}

INLINE index_2 lanes_of_2(uint64_t bits)
{
    const index_2 bit = (index_2)(((v_u16){0} + 1) << (v_u16)(IOTA(2) & 15));
    return (((index_2){0} + (int16_t)bits) & bit) == bit;
}

INLINE index_4 lanes_of_4(uint64_t bits)
{
    return (index_4)load_i32(table_of_lanes_4 + bits % (1 << VECTOR_BYTES / 4) * (VECTOR_BYTES / 4));
}

INLINE index_8 lanes_of_8(uint64_t bits)
{
    return (index_8)load_i64(table_of_lanes_8 + bits % (1 << VECTOR_BYTES / 8) * (VECTOR_BYTES / 8));
}
#undef LANE
#undef TWO_LANES
#undef FOUR_LANES
#undef EIGHT_LANES
#endif

#endif

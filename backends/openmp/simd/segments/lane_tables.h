/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which lanes take something from lanes before them, where there are no masks. Of elements of 4 and of 8 bytes a vector
 * has few, and tables have the lanes, all ones, by the bits of those in which segments begin: in step d of Sklansky's
 * network the lanes of the right halves of blocks of 2 d that have no bit in their half up to the lane, and behind the
 * steps those that have none in the vector. Out of memory they take no instruction but the one that uses them.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_LANE_TABLES_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_LANE_TABLES_H

#include "simd/vector/vector.h"
#include "simd/vector/table.h"

#define TAKER(m, i, d) ((i) & (d) && !((m) >> ((i) & -(d)) & ((2 << ((i) & ((d)-1))) - 1)) ? -1 : 0)
#define TWO_TAKERS(m, i, d) TAKER(m, i, d), TAKER(m, (i) + 1, d)
#define FOUR_TAKERS(m, i, d) TWO_TAKERS(m, i, d), TWO_TAKERS(m, (i) + 2, d)
#define EIGHT_TAKERS(m, i, d) FOUR_TAKERS(m, i, d), FOUR_TAKERS(m, (i) + 4, d)
#define STEP_1_OF_8(m) EIGHT_TAKERS(m, 0, 1)
#define STEP_2_OF_8(m) EIGHT_TAKERS(m, 0, 2)
#define STEP_4_OF_8(m) EIGHT_TAKERS(m, 0, 4)
#define WHOLE_OF_8(m) EIGHT_TAKERS((m) << 8, 8, 8)
#define STEP_1_OF_4(m) FOUR_TAKERS(m, 0, 1)
#define STEP_2_OF_4(m) FOUR_TAKERS(m, 0, 2)
#define WHOLE_OF_4(m) FOUR_TAKERS((m) << 4, 4, 4)
#define STEP_1_OF_2(m) TWO_TAKERS(m, 0, 1)
#define WHOLE_OF_2(m) TWO_TAKERS((m) << 2, 2, 2)
#define TAKERS_OF_8                                                                                                    \
    TABLE_256(STEP_1_OF_8, 0), TABLE_256(STEP_2_OF_8, 0), TABLE_256(STEP_4_OF_8, 0), TABLE_256(WHOLE_OF_8, 0)
#define TAKERS_OF_4 TABLE_16(STEP_1_OF_4, 0), TABLE_16(STEP_2_OF_4, 0), TABLE_16(WHOLE_OF_4, 0)
#define TAKERS_OF_2 TABLE_4(STEP_1_OF_2, 0), TABLE_4(WHOLE_OF_2, 0)

#if VECTOR_BYTES == 32
static const _Alignas(VECTOR_BYTES) uint32_t table_of_takers_4[] = {TAKERS_OF_8};
static const _Alignas(VECTOR_BYTES) uint64_t table_of_takers_8[] = {TAKERS_OF_4};
#else
static const _Alignas(VECTOR_BYTES) uint32_t table_of_takers_4[] = {TAKERS_OF_4};
static const _Alignas(VECTOR_BYTES) uint64_t table_of_takers_8[] = {TAKERS_OF_2};
#endif

/*
 * Of a step of so many lanes, or as many as a vector has. Places in a table are those of bytes, as they are added to
 * its address: that of the bits of vector j; and those where no lane is left before the first one that has a bit, or
 * all are.
 */
#define DEFINE_TAKERS(bytes, u)                                                                                        \
    INLINE raw takers_##bytes(int lanes, size_t place)                                                                 \
    {                                                                                                                  \
        enum { SOME = VECTOR_BYTES / bytes };                                                                          \
        const int step = lanes == 8 ? 3 : lanes == 4 ? 2 : lanes == 2;                                                 \
        const uint##u##_t *const table = table_of_takers_##bytes + (step << SOME) * SOME;                              \
        return (raw)load_u##u((const uint##u##_t *)((const char *)table + place));                                     \
    }                                                                                                                  \
    INLINE size_t begun_##bytes(const uint64_t *heads, int j)                                                          \
    {                                                                                                                  \
        enum { SOME = VECTOR_BYTES / bytes };                                                                          \
        return (BYTE_OF(heads, j * SOME / 8) >> j * SOME % 8 & ((1 << SOME) - 1)) * VECTOR_BYTES;                      \
    }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BYTE_OF(heads, i) (size_t)((const unsigned char *)(heads))[i]
#else
#define BYTE_OF(heads, i) (size_t)((heads)[(i) / 8] >> (i) % 8 * 8 & 0xff)
#endif
DEFINE_TAKERS(4, 32)
DEFINE_TAKERS(8, 64)
#define NO_TAKERS ((size_t)VECTOR_BYTES)
#define ALL_TAKERS ((size_t)0)

/*
 * For shorter elements tables would be large. Each lane of 2 bytes has the bits of its vector, or of its word if it is
 * a byte, and looks at those in a window of its own: lanes that take something are all ones where none is set there.
 */
#define UP_TO(bytes, u) ((((v_u##u){0} + 1) << (v_u##u)(IOTA(bytes) & (u - 1)) << 1) - 1)
INLINE v_u16 begun_2(const uint64_t *heads, int j)
{
    enum { SOME = VECTOR_BYTES / 2 };
    return splat_u16((uint16_t)(heads[j * SOME / 64] >> j * SOME % 64));
}

/* In the whole vector. */
INLINE raw none_2(v_u16 begun)
{
    return (raw)((begun & (uint16_t)((1 << VECTOR_BYTES / 2) - 1)) == 0);
}

/* Up to the lane. */
INLINE raw none_up_to_2(v_u16 begun)
{
    return (raw)((begun & UP_TO(2, 16)) == 0);
}

/* In as many lanes, of which it is the last. */
INLINE raw none_among_2(v_u16 begun, int lanes)
{
    return (raw)((begun & UP_TO(2, 16) & ~(UP_TO(2, 16) >> (uint16_t)lanes)) == 0);
}

/* Up to the lane in its block of 8. */
INLINE raw none_in_block_2(v_u16 begun)
{
    return (raw)((begun & UP_TO(2, 16) & -(((v_u16){0} + 1) << (v_u16)(IOTA(2) & 8))) == 0);
}

/* As many lanes from one on up to the first whose bit is set. */
INLINE raw none_before_1(uint64_t bits, int from, int lanes)
{
    const int8_t first = (int8_t)(from + __builtin_ctzll(bits >> from | 1ull << lanes));
    return (raw)(IOTA(1) < (index_1){0} + first);
}

/* Bytes that take the one as many places before, in the 8 bytes to which both belong; each has the bits of these. */
INLINE raw none_in_word_1(index_1 heads, int places)
{
    const v_u8 up_to = UP_TO(1, 8), among = up_to & ~(up_to >> (uint8_t)places);
    const v_u8 takes = (v_u8)((IOTA(1) & 7) >= (int8_t)places);
    return (raw)(((v_u8)heads & among & takes) == (~takes & 1));
}

/* Bytes that take the last one of the left half of their 16. */
INLINE raw none_in_second_1(index_1 heads)
{
    const v_u8 takes = (v_u8)((IOTA(1) & 8) != 0);
    return (raw)(((v_u8)heads & UP_TO(1, 8) & takes) == (~takes & 1));
}

/* What lanes take that keep something; others the identity. */
#define KEEP(takers, left)                                                                                             \
    ((IDENTITY) == 0 ? (VECTOR)((raw)(left) & (takers)) : (VECTOR)BLEND(takers, (raw)(left), (raw)SPLAT(IDENTITY)))

#endif

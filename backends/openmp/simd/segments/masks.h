/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bits that tell where segments begin, on their way to vectors. An instruction set with MASKS defines LANES_OF_1 to
 * LANES_OF_8, the lowest bits of a word as a vector of truth values of so many bytes; another one may define
 * SPREAD_BITS, which gives each of 8 bytes the 8 bits for them.
 */
#ifndef PREFIX_BACKENDS_OPENMP_CUT_H
#define PREFIX_BACKENDS_OPENMP_CUT_H

#include "simd/vector/prefetch.h"
#include "simd/vector/vector.h"
#ifndef MASKS
#include "simd/segments/lane_tables.h"
#endif

#define CUT_PIECE 1024 /* elements that are combined among themselves before they are with what stands before */

/* Writes lines of what is written aside, so many bytes at most. */
INLINE void stream_aside(struct prefix__openmp_aside *aside, size_t most)
{
    const size_t written = most < aside->bytes ? most : aside->bytes / LINE_BYTES * LINE_BYTES;
    for (size_t i = 0; i < written; i += VECTOR_BYTES)
        STREAM(aside->to + i, aside->from + i);
    aside->from += written;
    aside->to += written;
    aside->bytes -= written;
}

/*
 * What is due beside a row, or less of one, of so many bytes that are read and written; returns the lines that are to
 * be prefetched.
 */
INLINE struct prefix__openmp_lines cut_aside_but_lines(struct prefix__openmp_aside *aside, size_t read, size_t written)
{
    struct prefix__openmp_lines lines = {NULL, NULL};
    if (!aside)
        return lines;
    if (aside->next.at) {
        lines = prefix__openmp_prefetch_but_lines(&aside->next, 0, read);
        prefix__openmp_next_part(&aside->next, read, &aside->next);
    }
    stream_aside(aside, aside->at_once < written ? aside->at_once : written);
    return lines;
}

/* Lines are prefetched a few at a time: of many at once the last ones wait. */
INLINE void prefetch_two(struct prefix__openmp_lines *lines)
{
    prefix__openmp_prefetch_line(lines);
    prefix__openmp_prefetch_line(lines);
}

INLINE void prefetch_rest(struct prefix__openmp_lines *lines)
{
    prefix__openmp_prefetch_lines(lines->at, (size_t)(lines->end - lines->at));
    lines->at = lines->end;
}

INLINE void cut_aside(struct prefix__openmp_aside *aside, size_t read, size_t written)
{
    struct prefix__openmp_lines lines = cut_aside_but_lines(aside, read, written);
    prefetch_rest(&lines);
}

#ifndef MASKS
#ifndef SPREAD_BITS
INLINE index_1 spread_bits(uint64_t bits)
{
    uint64_t words[VECTOR_BYTES / 8];
    index_1 x;
    for (int j = 0; j < VECTOR_BYTES / 8; j++)
        words[j] = (bits >> 8 * j & 0xff) * 0x0101010101010101;
    memcpy(&x, words, sizeof x);
    return x;
}
#define SPREAD_BITS(bits) spread_bits(bits)
#endif

/* The lowest bits of a word as truth values. */
INLINE index_1 lanes_of_1(uint64_t bits)
{
    const index_1 bit = (index_1)(((v_u8){0} + 1) << (v_u8)(IOTA(1) & 7));
    return (SPREAD_BITS(bits) & bit) == bit;
}

INLINE index_2 lanes_of_2(uint64_t bits)
{
    const index_2 bit = (index_2)(((v_u16){0} + 1) << (v_u16)(IOTA(2) & 15));
    return (((index_2){0} + (int16_t)bits) & bit) == bit;
}

INLINE index_4 lanes_of_4(uint64_t bits)
{
    const index_4 bit = ((index_4){0} + 1) << IOTA(4);
    return (((index_4){0} + (int32_t)bits) & bit) == bit;
}

INLINE index_8 lanes_of_8(uint64_t bits)
{
    const index_8 bit = ((index_8){0} + 1) << IOTA(8);
    return (((index_8){0} + (int64_t)bits) & bit) == bit;
}
#define LANES_OF_1(bits) lanes_of_1(bits)
#define LANES_OF_2(bits) lanes_of_2(bits)
#define LANES_OF_4(bits) lanes_of_4(bits)
#define LANES_OF_8(bits) lanes_of_8(bits)
#endif

#define CUT_WORDS (CUT_PIECE / 64)

#ifdef MASKS
#define CUT_LEVELS 11
#define CUT_VECTORS 8 /* the level of vectors, before those of their halves and quarters */

/* As many words as a vector has, or zeros behind the last. */
INLINE v_u64 begun_of(const uint64_t *heads, size_t words)
{
    v_u64 begun = {0};
    if (words >= VECTOR_BYTES / 8)
        return load_u64(heads);
    for (size_t i = 0; i < words; i++)
        begun[i] = heads[i];
    return begun;
}

/* Of blocks of 2, 4, ..., 64. */
static const uint64_t right_halves[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                        0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

/* All of a right half where a segment has begun at the end of the left one. */
INLINE v_u64 begun_by_halves(v_u64 begun, int level)
{
    const v_u64 ends = begun & (right_halves[level] >> 1 & ~right_halves[level]);
    return (ends << 1 << (1 << level)) - (ends << 1);
}

/*
 * With masks, all is told by bits. Of elements in rows of 64 or 128, which take the last element of the left
 * half of their block in each step of the network, 1, 2, ..., 64, and then, which take what stands before
 * their row, and before their vector of lanes, or half or quarter of one. By words, so that all steps of many rows are
 * done at once. Where segments begin in all halves, nobody asks for more than is known by then.
 */
INLINE void network_takes(const uint64_t *heads, size_t words, int words_of_row, int lanes,
                          uint64_t takes[CUT_LEVELS][CUT_WORDS])
{
    const v_u64 ends_of_halves = splat_u64(UINT64_MAX / (((uint64_t)1 << lanes / 2) - 1) << (lanes / 2 - 1));
    for (size_t i = 0; i < words; i += VECTOR_BYTES / 8) {
        v_u64 begun = begun_of(heads + i, words - i);
        int dense = 0;
        _Pragma("GCC unroll 6") for (int level = 0; level < 6 && !dense; level++)
        {
            store_u64(takes[level] + i, right_halves[level] & ~begun);
            begun |= begun_by_halves(begun, level);
            _Pragma("GCC unroll 3") for (int part = 0; part < 3; part++)
            {
                if (lanes >> part == 2 << level)
                    store_u64(takes[CUT_VECTORS + part] + i, ~begun);
            }
            if (lanes / 2 == 2 << level)
                dense = EQ_BITS(8, ~begun & ends_of_halves, (v_u64){0}) == 0xff;
        }
        if (dense)
            continue;
        v_u64 last = ~begun;
        if (words_of_row == 2) { /* the second word takes the end of the first, and what that takes */
            const v_u64 second = (v_u64)((IOTA(8) & 1) != 0), first = shuffle_u64(last, last, IOTA(8) & ~1);
            store_u64(takes[6] + i, last & second);
            last &= ~second | (v_u64)((v_i64)first < 0);
        }
        store_u64(takes[7] + i, last);
    }
}

/*
 * Of elements in vectors of lanes, which take the one 1, 2, 4, 8 places before, and last, which take what stands before
 * their vector.
 */
INLINE void doubling_takes(const uint64_t *heads, size_t words, int lanes, uint64_t takes[CUT_LEVELS][CUT_WORDS])
{
    const uint64_t vectors = UINT64_MAX / (((uint64_t)1 << lanes) - 1); /* their first lanes */
    for (size_t i = 0; i < words; i += VECTOR_BYTES / 8) {
        v_u64 begun = begun_of(heads + i, words - i);
        _Pragma("GCC unroll 4") for (int level = 0; level < 4; level++)
        {
            store_u64(takes[level] + i, ~begun);
            if (1 << level < lanes)
                begun |= begun << (1 << level) & ~(vectors * (((uint64_t)1 << (1 << level)) - 1));
        }
        store_u64(takes[4] + i, ~begun);
    }
}

/*
 * Of short elements, so many in 8 bytes: which take the one 1, 2 and, if there are 8, 4 places before in these; which
 * take the last one of the left half of 16, 32 and 64 bytes; and last, which take what stands before their vector.
 * Returns by bits in which words segments begin in all blocks of 8 elements: there, behind the steps in these, level 3
 * is of those which take the last one of the block before.
 */
INLINE unsigned word_takes(const uint64_t *heads, size_t words, int elements, uint64_t takes[CUT_LEVELS][CUT_WORDS])
{
    const uint64_t first = UINT64_MAX / (((uint64_t)1 << elements) - 1); /* of 8 bytes */
    const v_u64 zero = {0}, lasts = splat_u64(0x8080808080808080);
    unsigned dense = 0;
    for (size_t i = 0; i < words; i += VECTOR_BYTES / 8) {
        v_u64 begun = begun_of(heads + i, words - i);
        int level = 0;
        _Pragma("GCC unroll 3") for (; 1 << level < elements; level++)
        {
            const uint64_t inside = ~(first * (((uint64_t)1 << (1 << level)) - 1)); /* not what is before the 8 bytes */
            store_u64(takes[level] + i, inside & ~begun);
            begun |= begun << (1 << level) & inside;
        }
        for (; level < 3; level++) {
            store_u64(takes[level] + i, right_halves[level] & ~begun);
            begun |= begun_by_halves(begun, level);
        }
        const v_u64 all = (v_u64)((~begun & lasts) == zero); /* words in which they begin in all blocks */
        const unsigned here = (unsigned)EQ_BITS(8, ~begun & lasts, zero);
        dense |= here << i;
        store_u64(takes[level] + i, (right_halves[level] | all) & ~begun);
        if (here == 0xff)
            continue;
        begun |= begun_by_halves(begun, level);
        level++;
        _Pragma("GCC unroll 2") for (; 1 << level < 8 * elements; level++)
        {
            store_u64(takes[level] + i, right_halves[level] & ~begun);
            begun |= begun_by_halves(begun, level);
        }
        store_u64(takes[level] + i, ~begun);
    }
    return dense;
}

/* Of vector j, of elements of so many bytes. By way of an integer, as compilers would, it takes twice as long. */
INLINE __mmask64 mask_1(const uint64_t *takes, int j)
{
    __mmask64 mask;
    __asm__("kmovq %1, %0" : "=k"(mask) : "m"(takes[j]));
    return mask;
}

INLINE __mmask32 mask_2(const uint64_t *takes, int j)
{
    __mmask32 mask;
    __asm__("kmovd %1, %0" : "=k"(mask) : "m"(((const char(*)[4])takes)[j]));
    return mask;
}

INLINE __mmask16 mask_4(const uint64_t *takes, int j)
{
    __mmask16 mask;
    __asm__("kmovw %1, %0" : "=k"(mask) : "m"(((const char(*)[2])takes)[j]));
    return mask;
}

INLINE __mmask8 mask_8(const uint64_t *takes, int j)
{
    __mmask8 mask;
    __asm__("kmovb %1, %0" : "=k"(mask) : "m"(((const char(*)[1])takes)[j]));
    return mask;
}
#endif

/* Writes a value to where the bits are set. */
#define DEFINE_PLACE(bytes, element, suffix)                                                                           \
    static void place_##bytes(void *to, size_t n, const uint64_t *words, uint64_t value)                               \
    {                                                                                                                  \
        element *out = to;                                                                                             \
        const v_##suffix all = splat_##suffix((element)value);                                                         \
        for (size_t i = 0; i < n; i += 64) {                                                                           \
            uint64_t word = words[i / 64];                                                                             \
            if (i + 64 <= n && __builtin_popcountll(word) > 8) {                                                       \
                for (int j = 0; j < 64; j += VECTOR_BYTES / bytes) {                                                   \
                    const v_##suffix x = load_##suffix(out + i + j);                                                   \
                    const v_##suffix set = (v_##suffix)LANES_OF_##bytes(word >> j);                                    \
                    store_##suffix(out + i + j, (all & set) | (x & ~set));                                             \
                }                                                                                                      \
                continue;                                                                                              \
            }                                                                                                          \
            for (; word; word &= word - 1)                                                                             \
                out[i + (size_t)__builtin_ctzll(word)] = (element)value;                                               \
        }                                                                                                              \
    }
DEFINE_PLACE(1, uint8_t, u8)
DEFINE_PLACE(2, uint16_t, u16)
DEFINE_PLACE(4, uint32_t, u32)
DEFINE_PLACE(8, uint64_t, u64)

#endif

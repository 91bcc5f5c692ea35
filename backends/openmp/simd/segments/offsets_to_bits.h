/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Offsets on their way to bits, one for each element. Each marks a byte: bytes have their places, and need not wait for
 * each other as the bits of a word do. Empty segments mark one more than once. Offsets may be anything: none marks what
 * is not there.
 *
 * Where offsets are dense, those of a group mark the bits of a word at once, modulo 64: an instruction set may define
 * BITS_OF_GROUP(bytes, offsets, count, bit) for the first of them, where bit is that of an offset of 0. A Xeon core,
 * 2^14 elements in segments of 4, and half of them empty: .64 and 1.16 us, by bytes .87 and 1.39; where groups are as
 * long as 72 elements that fails too often.
 *
 * A Zen 4 core, by bytes, scans of 2^16 f32 in segments of 1, of 4, and half of them empty: 15, 20 and 24 us, with
 * loops over offsets for any processor 22, 22 and 26.
 */
#ifndef PREFIX_BACKENDS_OPENMP_MARK_H
#define PREFIX_BACKENDS_OPENMP_MARK_H

#include "simd/vector/prefetch.h"
#include "simd/isa.h"
#include "simd/select/test_and_pack.h"

#define MARKS PREFIX__OPENMP_MARKS
#define FEW (VECTOR_BYTES == 64 ? 16 : 32) /* offsets that are not worth to be marked */
#define GROUP 16   /* offsets whose bits are made at once */
#define GROUPS 3   /* that are asked whether offsets are dense */

INLINE void clear_marks(uint8_t *marks)
{
    v_u8 zero = {0};
    OPAQUE(zero); /* or gcc makes one slow instruction of it */
    for (size_t i = 0; i < MARKS; i += VECTOR_BYTES)
        store_u8(marks + i, zero);
}

/* Adds them to those of words. */
INLINE void bits_of_marks(const uint8_t *marks, uint64_t *words, size_t count)
{
    const v_u8 zero = {0};
    for (size_t i = 0; i < count; i++) {
        uint64_t unmarked = 0;
        for (int k = 0; k < 64; k += VECTOR_BYTES)
            unmarked |= (uint64_t)EQ_BITS(1, load_u8(marks + 64 * i + k), zero) << k;
        words[i] |= ~unmarked;
    }
}

/* Of the offsets that come next, and a line beside them. */
INLINE void prefetch_offsets(const void *at, size_t bytes, struct prefix__openmp_lines *lines)
{
    if (!lines)
        return;
    prefix__openmp_prefetch_near((const char *)at + MARKED_AHEAD, bytes);
    prefix__openmp_prefetch_line(lines);
}

#ifdef BITS_OF_GROUP
/* Adds bits modulo 64 of elements from a place on; last: the last word that there is. */
INLINE void add_group(uint64_t bits, size_t place, uint64_t *words, size_t last)
{
    const size_t word = place / 64;
    const uint64_t here = bits & UINT64_MAX << place % 64;
    words[word] |= here;
    words[word < last ? word + 1 : last] |= bits ^ here;
}

#define DEFINE_MARK_GROUPS(bytes, u)                                                                                   \
    /* How many offsets of a group, of which the first is inside, stand before one that is not. */                     \
    INLINE size_t count_inside_##bytes(const uint##u##_t *at, uint##u##_t first, uint##u##_t last)                     \
    {                                                                                                                  \
        const int some = VECTOR_BYTES / bytes;                                                                         \
        uint64_t inside = 0;                                                                                           \
        for (int j = 0; j < GROUP; j += some)                                                                          \
            inside |= (uint64_t)LE_BITS(bytes, load_u##u(at + j) - first, splat_u##u(last)) << j;                      \
        return (size_t)__builtin_ctzll(~inside);                                                                       \
    }                                                                                                                  \
    /* As long as a group, or what of it is inside, lies among 64 elements. Returns how many offsets were marked. */   \
    INLINE size_t mark_groups_##bytes(const uint##u##_t *at, size_t count, uint64_t first, size_t length,              \
                                      uint64_t *words, struct prefix__openmp_lines *lines)                             \
    {                                                                                                                  \
        const uint64_t bit = (uint64_t)1 << (-first % 64);                                                             \
        const size_t last = (length - 1) / 64;                                                                         \
        size_t k = 0;                                                                                                  \
        if (count <= GROUPS * GROUP || at[GROUPS * GROUP] - at[0] > GROUPS * 64)                                       \
            return 0;                                                                                                  \
        for (; count - k >= GROUP; k += GROUP) {                                                                       \
            const uint64_t place = at[k] - first, end = at[k + GROUP - 1] - first;                                     \
            if (place >= length || end >= length || end - place >= 64)                                                 \
                break;                                                                                                 \
            prefetch_offsets(at + k, GROUP * bytes, lines);                                                                \
            add_group(BITS_OF_GROUP(bytes, at + k, GROUP, bit), (size_t)place, words, last);                           \
        }                                                                                                              \
        if (count - k < GROUP || at[k] - first >= length)                                                              \
            return k;                                                                                                  \
        const size_t some = count_inside_##bytes(at + k, (uint##u##_t)first, (uint##u##_t)(length - 1));               \
        const uint64_t place = at[k] - first, end = at[k + some - 1] - first;                                          \
        if (some == GROUP || end - place >= 64)                                                                        \
            return k;                                                                                                  \
        add_group(BITS_OF_GROUP(bytes, at + k, some, bit), (size_t)place, words, last);                                \
        return k + some;                                                                                               \
    }
DEFINE_MARK_GROUPS(4, 32)
DEFINE_MARK_GROUPS(8, 64)
#define MARK_GROUPS(bytes, at, count, first, length, words, lines)                                                     \
    mark_groups_##bytes(at, count, first, length, words, lines)
#else
#define MARK_GROUPS(bytes, at, count, first, length, words, lines) 0
#endif

#define DEFINE_MARK(bytes, u)                                                                                          \
    /* Whether each of some vectors of elements begins a segment. Other lines are prefetched beside elements, which are */  \
    /* read as fast then. */                                                                                           \
    INLINE int are_all_##bytes(const uint##u##_t *at, uint##u##_t first, size_t length, int prefetches)                     \
    {                                                                                                                  \
        const v_u##u step = splat_u##u(VECTOR_BYTES / bytes);                                                          \
        v_u##u want = (v_u##u)IOTA(bytes) + first, differ = {0};                                                       \
        for (size_t i = 0; i < length; i += VECTOR_BYTES / bytes, want += step) {                                      \
            if (prefetches)                                                                                                 \
                prefix__openmp_prefetch_lines((const char *)(at + i) + MARKED_AHEAD, VECTOR_BYTES);                        \
            differ |= load_u##u(at + i) ^ want;                                                                        \
        }                                                                                                              \
        uint64_t any = 0;                                                                                              \
        for (int j = 0; j < VECTOR_BYTES / bytes; j++)                                                                 \
            any |= differ[j];                                                                                          \
        return any == 0;                                                                                               \
    }                                                                                                                  \
    static size_t mark_##bytes(const void *offsets, size_t count, uint64_t first, size_t length, uint64_t *words,      \
                               struct prefix__openmp_lines *lines)                                                     \
    {                                                                                                                  \
        const uint##u##_t *const at = offsets, from = (uint##u##_t)first;                                              \
        size_t k = 0;                                                                                                  \
        if (count <= FEW || at[FEW] - first >= length) {                                                               \
            for (; k < count && at[k] - first < length; k++)                                                           \
                words[(at[k] - first) / 64] |= (uint64_t)1 << (at[k] - first) % 64;                                    \
            return k;                                                                                                  \
        }                                                                                                              \
        /* A near one is asked first: the other has not come into the cache yet. */                                    \
        if (length % 64 == 0 && count >= length && at[FEW] - first == FEW && at[length - 1] - first == length - 1 &&   \
            are_all_##bytes(at, from, length, lines != NULL)) {                                                        \
            memset(words, 0xff, length / 8);                                                                           \
            return length;                                                                                             \
        }                                                                                                              \
        k = MARK_GROUPS(bytes, at, count, first, length, words, lines);                                                \
        if (k == count || at[k] - first >= length)                                                                     \
            return k;                                                                                                  \
        _Alignas(VECTOR_BYTES) uint8_t marks[MARKS + 1]; /* the last is for offsets behind */                          \
        const int some = VECTOR_BYTES / bytes;                                                                         \
        const uint64_t all = ((uint64_t)1 << some) - 1;                                                                \
        const v_u##u limit = splat_u##u((uint##u##_t)(length - 1));                                                    \
        const uintptr_t place = (uintptr_t)marks - from;                                                               \
        clear_marks(marks);                                                                                            \
        while ((uint##u##_t)(from + MARKS) > from && count - k >= (size_t)some) {                                      \
            const v_u##u x = load_u##u(at + k) - from;                                                                 \
            const uint64_t inside = (uint64_t)LE_BITS(bytes, x, limit);                                                \
            if (inside != all) {                                                                                       \
                const v_u##u known = (v_u##u)(x <= limit);                                                             \
                uint##u##_t indices[VECTOR_BYTES / bytes];                                                             \
                store_u##u(indices, (x & known) | (MARKS & ~known));                                                   \
                for (int j = 0; j < some; j++)                                                                         \
                    marks[indices[j]] = 1;                                                                             \
                k += (size_t)__builtin_ctzll(~inside);                                                                 \
                count = k;                                                                                             \
                break;                                                                                                 \
            }                                                                                                          \
            prefetch_offsets(at + k, VECTOR_BYTES, lines);                                                                 \
            _Pragma("GCC unroll 16") for (int j = 0; j < some; j++) * (uint8_t *)(place + at[k + (size_t)j]) = 1;      \
            k += (size_t)some;                                                                                         \
        }                                                                                                              \
        for (; k < count && at[k] - first < length; k++)                                                               \
            marks[at[k] - first] = 1;                                                                                  \
        bits_of_marks(marks, words, (length + 63) / 64);                                                               \
        return k;                                                                                                      \
    }

DEFINE_MARK(4, 32)
DEFINE_MARK(8, 64)
#undef FEW
#undef GROUP
#undef GROUPS
#undef MARKS

#endif

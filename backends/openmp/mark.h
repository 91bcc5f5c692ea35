/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Offsets on their way to bits, one for each element. Each marks a byte: bytes have their places, and need not wait for
 * each other as the bits of a word do. Empty segments mark one more than once. Offsets may be anything: none marks what
 * is not there. A Zen 4 core, scans of 2^16 f32 in segments of 1, of 4, and half of them empty: 15, 20 and 24 us, with
 * loops over offsets for any processor 22, 22 and 26.
 */
#ifndef PREFIX_BACKENDS_OPENMP_MARK_H
#define PREFIX_BACKENDS_OPENMP_MARK_H

#include "draw.h"
#include "internal.h"
#include "select.h"

#define MARKS PREFIX__OPENMP_MARKS
#define FEW 16     /* offsets that are not worth to be marked */
#define DRAWN 4096 /* bytes between offsets that are marked and those that are drawn into the cache */

INLINE void clear_marks(uint8_t *marks)
{
    for (size_t i = 0; i < MARKS; i += VECTOR_BYTES)
        store_u8(marks + i, (v_u8){0});
}

INLINE void bits_of_marks(const uint8_t *marks, uint64_t *words, size_t count)
{
    const v_u8 zero = {0};
    for (size_t i = 0; i < count; i++) {
        uint64_t unmarked = 0;
        for (int k = 0; k < 64; k += VECTOR_BYTES)
            unmarked |= (uint64_t)EQ_BITS(1, load_u8(marks + 64 * i + k), zero) << k;
        words[i] = ~unmarked;
    }
}

#define DEFINE_MARK(bytes, u)                                                                                          \
    /* Whether every element begins a segment. */                                                                      \
    INLINE int are_all_##bytes(const uint##u##_t *at, uint##u##_t first, int draws)                                    \
    {                                                                                                                  \
        const v_u##u step = splat_u##u(VECTOR_BYTES / bytes);                                                          \
        v_u##u want = (v_u##u)IOTA(bytes) + first, differ = {0};                                                       \
        for (size_t i = 0; i < MARKS; i += VECTOR_BYTES / bytes, want += step) {                                       \
            if (draws)                                                                                                 \
                prefix__openmp_draw_near(at + i + DRAWN / bytes, VECTOR_BYTES);                                        \
            differ |= load_u##u(at + i) ^ want;                                                                        \
        }                                                                                                              \
        uint64_t any = 0;                                                                                              \
        for (int j = 0; j < VECTOR_BYTES / bytes; j++)                                                                 \
            any |= differ[j];                                                                                          \
        return any == 0;                                                                                               \
    }                                                                                                                  \
    static size_t mark_##bytes(const void *offsets, size_t count, uint64_t first, size_t length, uint64_t *words,      \
                               int draws)                                                                              \
    {                                                                                                                  \
        const uint##u##_t *const at = offsets, from = (uint##u##_t)first;                                              \
        size_t k = 0;                                                                                                  \
        if (count <= FEW || at[FEW] - first >= length) {                                                               \
            for (; k < count && at[k] - first < length; k++)                                                           \
                words[(at[k] - first) / 64] |= (uint64_t)1 << (at[k] - first) % 64;                                    \
            return k;                                                                                                  \
        }                                                                                                              \
        if (length == MARKS && count >= MARKS && at[MARKS - 1] - first == MARKS - 1 &&                                 \
            are_all_##bytes(at, from, draws)) {                                                                        \
            memset(words, 0xff, MARKS / 8);                                                                            \
            return MARKS;                                                                                              \
        }                                                                                                              \
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
            if (draws)                                                                                                 \
                prefix__openmp_draw_near(at + k + DRAWN / bytes, VECTOR_BYTES);                                        \
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
#undef DRAWN
#undef MARKS

#endif

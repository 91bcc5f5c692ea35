/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The inner loop that writes runs out. Short runs are written several at a time, each filled up to a fixed length that
 * the next ones overwrite: so no branch depends on the length of a run.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SELECT_FILL_RUNS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SELECT_FILL_RUNS_H

#include "shared/heads.h"
#include "simd/isa.h"
#include "simd/vector/vector.h"

/* Of a vector that is stored: longer ones cross the ends of lines too often. */
#define FILL_BYTES (VECTOR_BYTES < 32 ? VECTOR_BYTES : 32)
#define RUNS_AT_ONCE 8
#define LONGEST_AT_ONCE ((uint64_t)1 << 28) /* of a run among them */

typedef uint8_t fill_u8 __attribute__((vector_size(FILL_BYTES)));
typedef uint16_t fill_u16 __attribute__((vector_size(FILL_BYTES)));
typedef uint32_t fill_u32 __attribute__((vector_size(FILL_BYTES)));
typedef uint64_t fill_u64 __attribute__((vector_size(FILL_BYTES)));

/* A value as often as it goes into a vector; size is a constant. */
INLINE fill_u64 fill_with(const char *value, size_t size)
{
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    fill_u64 x = {0};
    if (size == 1) {
        memcpy(&u8, value, sizeof u8);
        return (fill_u64)((fill_u8){0} + u8);
    }
    if (size == 2) {
        memcpy(&u16, value, sizeof u16);
        return (fill_u64)((fill_u16){0} + u16);
    }
    if (size == 4) {
        memcpy(&u32, value, sizeof u32);
        return (fill_u64)((fill_u32){0} + u32);
    }
    for (size_t i = 0; i < sizeof x; i += size)
        memcpy((char *)&x + i, value, size);
    return x;
}

INLINE void store_fill(char *to, fill_u64 x)
{
    memcpy(to, &x, sizeof x);
}

/* A run of one vector and more; the first and the last one overlap with the others. */
INLINE void fill_run(char *to, size_t bytes, fill_u64 x, size_t size)
{
    const size_t off = (uintptr_t)to % FILL_BYTES;
    char *const end = to + bytes;
    store_fill(to, x);
    to += off % size == 0 ? FILL_BYTES - off : FILL_BYTES;
    for (; to + 4 * FILL_BYTES <= end; to += 4 * FILL_BYTES)
        _Pragma("GCC unroll 4") for (size_t i = 0; i < 4; i++) store_fill(to + i * FILL_BYTES, x);
    for (; to + FILL_BYTES <= end; to += FILL_BYTES)
        store_fill(to, x);
    store_fill(end - FILL_BYTES, x);
}

/* The sum of RUNS_AT_ONCE lengths, and all of their bits; those of 32 bits are added in pairs. */
INLINE uint64_t sum_some(const char *lengths, size_t index_size, uint64_t *any)
{
    uint64_t sum = 0, bits = 0, words[RUNS_AT_ONCE];
    memcpy(words, lengths, RUNS_AT_ONCE * index_size);
    _Pragma("GCC unroll 8") for (size_t i = 0; i < RUNS_AT_ONCE * index_size / 8; i++)
    {
        sum += words[i];
        bits |= words[i];
    }
    *any = index_size == 4 ? (bits | bits >> 32) & UINT32_MAX : bits;
    return index_size == 4 ? (sum & UINT32_MAX) + (sum >> 32) : sum;
}

/* RUNS_AT_ONCE runs; after the last of them there is room for fill elements, which each of them takes at least. */
INLINE void expand_some(char *to, const char *values, const char *lengths, size_t size, size_t index_size, size_t fill)
{
    for (size_t k = 0; k < RUNS_AT_ONCE; k++) {
        const fill_u64 x = fill_with(values + k * size, size);
        const size_t length = (size_t)prefix__index_at(lengths, index_size, k);
        if (length <= fill)
            _Pragma("GCC unroll 8") for (size_t i = 0; i < fill * size; i += FILL_BYTES) store_fill(to + i, x);
        else
            fill_run(to, length * size, x, size);
        to += length * size;
    }
}

INLINE void expand_one(char *to, const char *value, size_t length, size_t size)
{
    if (length * size >= FILL_BYTES)
        fill_run(to, length * size, fill_with(value, size), size);
    else
        for (size_t i = 0; i < length; i++)
            memcpy(to + i * size, value, size);
}

INLINE size_t expand_by(struct prefix__openmp_expand *e, char *to, size_t n, int whole, size_t size, size_t index_size)
{
    const size_t lanes = FILL_BYTES / size, short_fill = lanes < 8 ? 8 : lanes, long_fill = 4 * short_fill;
    const char *const values = e->values, *const lengths = e->lengths;
    size_t run = e->run, room = n;
    uint64_t left = e->left;
    while (room > 0) {
        if (left == 0 && run + RUNS_AT_ONCE < e->runs) {
            const char *const next = lengths + (run + 1) * index_size, *const value = values + (run + 1) * size;
            uint64_t any, sum = sum_some(next, index_size, &any);
            if (any < LONGEST_AT_ONCE && sum + long_fill <= room) {
                if (sum == RUNS_AT_ONCE && any == 1)
                    memcpy(to, value, RUNS_AT_ONCE * size);
                else if (sum <= RUNS_AT_ONCE * short_fill / 2)
                    expand_some(to, value, next, size, index_size, short_fill);
                else
                    expand_some(to, value, next, size, index_size, long_fill);
                run += RUNS_AT_ONCE;
                to += sum * size;
                room -= (size_t)sum;
                continue;
            }
            if (any < LONGEST_AT_ONCE && sum + long_fill <= n && !whole)
                break;
        }
        if (left == 0)
            left = prefix__index_at(lengths, index_size, ++run);
        const size_t length = left < room ? (size_t)left : room;
        expand_one(to, values + run * size, length, size);
        to += length * size;
        room -= length;
        left -= length;
    }
    e->run = run;
    e->left = left;
    return n - room;
}

#define DEFINE_EXPAND(size)                                                                                            \
    static size_t expand_##size(struct prefix__openmp_expand *e, void *out, size_t n, int whole)                       \
    {                                                                                                                  \
        return e->index_size == 4 ? expand_by(e, out, n, whole, size, 4) : expand_by(e, out, n, whole, size, 8);       \
    }
DEFINE_EXPAND(1)
DEFINE_EXPAND(2)
DEFINE_EXPAND(4)
DEFINE_EXPAND(8)
DEFINE_EXPAND(16)

/* Lengths of 32 bits; their sum has 64. */
static uint64_t sum_lengths(const uint32_t *lengths, size_t n)
{
    v_u64 sums = {0};
    uint64_t sum = 0;
    size_t i = 0;
    for (; i + VECTOR_BYTES / 4 <= n; i += VECTOR_BYTES / 4) {
        const v_u64 pairs = (v_u64)load_u32(lengths + i);
        sums += (pairs & UINT32_MAX) + (pairs >> 32);
    }
    for (size_t j = 0; j < VECTOR_BYTES / 8; j++)
        sum += sums[j];
    for (; i < n; i++)
        sum += lengths[i];
    return sum;
}

#endif

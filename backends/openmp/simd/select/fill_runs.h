/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The inner loop that writes runs out, some at a time, by how long they are on the average. A short run is written
 * with as much behind it as makes it a few elements, or many, which the next ones overwrite: then its length is no
 * question, to which the processor would guess wrong answers.
 */
#ifndef PREFIX_BACKENDS_OPENMP_EXPAND_H
#define PREFIX_BACKENDS_OPENMP_EXPAND_H

#include "simd/isa.h"
#include "simd/vector/vector.h"

/* Of a vector that is stored: longer ones that go beyond the end of a line cost more than they bring. */
#define FILL_BYTES (VECTOR_BYTES < 32 ? VECTOR_BYTES : 32)
typedef uint64_t filling __attribute__((vector_size(FILL_BYTES)));

/* A value as often as it goes into a vector; size is a constant. */
INLINE filling fill_with(const char *value, size_t size)
{
    filling x;
#define FILL_WITH(element)                                                                                             \
    do {                                                                                                               \
        typedef element elements __attribute__((vector_size(FILL_BYTES)));                                             \
        element one;                                                                                                   \
        memcpy(&one, value, sizeof one);                                                                               \
        return (filling)((elements){0} + one);                                                                         \
    } while (0)
    if (size == 1)
        FILL_WITH(uint8_t);
    if (size == 2)
        FILL_WITH(uint16_t);
    if (size == 4)
        FILL_WITH(uint32_t);
    if (size == 8)
        FILL_WITH(uint64_t);
#undef FILL_WITH
    for (size_t i = 0; i < sizeof x; i += size)
        memcpy((char *)&x + i, value, size);
    return x;
}

INLINE void fill_at(char *to, filling x)
{
    memcpy(to, &x, sizeof x);
}

/* A run of one vector and more; its ends overlap with the others. */
INLINE void fill_run(char *to, size_t bytes, filling x, size_t size)
{
    const size_t off = (uintptr_t)to % FILL_BYTES;
    char *const end = to + bytes;
    fill_at(to, x);
    to += off % size == 0 ? FILL_BYTES - off : FILL_BYTES;
    for (; to + 4 * FILL_BYTES <= end; to += 4 * FILL_BYTES)
        _Pragma("GCC unroll 4") for (size_t i = 0; i < 4; i++) fill_at(to + i * FILL_BYTES, x);
    for (; to + FILL_BYTES <= end; to += FILL_BYTES)
        fill_at(to, x);
    fill_at(end - FILL_BYTES, x);
}

#define RUNS_AT_ONCE 8
#define LONGEST_AT_ONCE ((uint64_t)1 << 28) /* of a run among them */

INLINE uint64_t run_length(const void *lengths, size_t k, size_t index_size)
{
    return index_size == 4 ? ((const uint32_t *)lengths)[k] : ((const uint64_t *)lengths)[k];
}

/* What some lengths come to, and all of their bits; those of 32 bits are taken by pairs. */
INLINE uint64_t sum_some(const void *lengths, size_t index_size, uint64_t *bits)
{
    uint64_t sum = 0, any = 0, words[RUNS_AT_ONCE];
    memcpy(words, lengths, RUNS_AT_ONCE * index_size);
    _Pragma("GCC unroll 8") for (size_t i = 0; i < RUNS_AT_ONCE * index_size / 8; i++)
    {
        sum += words[i];
        any |= words[i];
    }
    *bits = index_size == 4 ? (any | any >> 32) & UINT32_MAX : any;
    return index_size == 4 ? (sum & UINT32_MAX) + (sum >> 32) : sum;
}

/* Runs of which some go on behind so many elements; after the last of them there is room for as many. */
INLINE char *expand_some(char *to, const char *values, const void *lengths, size_t size, size_t index_size, size_t few)
{
    for (size_t k = 0; k < RUNS_AT_ONCE; k++) {
        const filling x = fill_with(values + k * size, size);
        const size_t length = (size_t)run_length(lengths, k, index_size);
        if (length <= few)
            _Pragma("GCC unroll 8") for (size_t i = 0; i < few * size; i += FILL_BYTES) fill_at(to + i, x);
        else
            fill_run(to, length * size, x, size);
        to += length * size;
    }
    return to;
}

INLINE size_t expand_by(struct prefix__openmp_expand *e, void *out, size_t n, int whole, size_t size, size_t index_size)
{
    const size_t lanes = FILL_BYTES / size, few = lanes < 8 ? 8 : lanes, many = 4 * few;
    const char *const values = e->values, *const lengths = e->lengths;
    char *to = out;
    size_t run = e->run, room = n;
    uint64_t left = e->left;
    while (room > 0) {
        if (left == 0 && run + RUNS_AT_ONCE < e->runs) {
            const char *const some = lengths + (run + 1) * index_size, *const theirs = values + (run + 1) * size;
            uint64_t bits, sum = sum_some(some, index_size, &bits);
            if (bits < LONGEST_AT_ONCE && sum + many <= room) {
                if (sum == RUNS_AT_ONCE && bits == 1)
                    memcpy(to, theirs, RUNS_AT_ONCE * size);
                else if (sum <= RUNS_AT_ONCE * few / 2)
                    expand_some(to, theirs, some, size, index_size, few);
                else
                    expand_some(to, theirs, some, size, index_size, many);
                to += sum * size;
                room -= (size_t)sum;
                run += RUNS_AT_ONCE;
                continue;
            }
            if (bits < LONGEST_AT_ONCE && sum + many <= n && !whole)
                break;
        }
        if (left == 0)
            left = run_length(lengths, ++run, index_size);
        const size_t length = left < room ? (size_t)left : room;
        if (length >= lanes)
            fill_run(to, length * size, fill_with(values + run * size, size), size);
        for (size_t i = 0; length < lanes && i < length; i++)
            memcpy(to + i * size, values + run * size, size);
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
        if (e->index_size == 4)                                                                                        \
            return expand_by(e, out, n, whole, size, 4);                                                               \
        return expand_by(e, out, n, whole, size, 8);                                                                   \
    }
DEFINE_EXPAND(1)
DEFINE_EXPAND(2)
DEFINE_EXPAND(4)
DEFINE_EXPAND(8)
DEFINE_EXPAND(16)

/* Lengths of 32 bits; their sum has 64. */
static uint64_t sum_lengths(const uint32_t *lengths, size_t n)
{
    v_u64 even = {0}, odd = {0};
    uint64_t sum = 0;
    size_t i = 0;
    for (; i + VECTOR_BYTES / 4 <= n; i += VECTOR_BYTES / 4) {
        const v_u64 x = (v_u64)load_u32(lengths + i);
        even += x & 0xffffffff;
        odd += x >> 32;
    }
    for (size_t j = 0; j < VECTOR_BYTES / 8; j++)
        sum += even[j] + odd[j];
    for (; i < n; i++)
        sum += lengths[i];
    return sum;
}

#endif

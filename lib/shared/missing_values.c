/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/missing_values.h"

#include <string.h>

#include "shared/heads.h"
#include "shared/operator_tile.h"
#include "shared/types.h"
#include "shared/values.h"

#define BLOCK PREFIX__MISSING_BLOCK

/* Of the bits of 8 bytes, bit k of byte i becomes bit i of byte k. */
static uint64_t transposed(uint64_t x)
{
    uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aa;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000cccc;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0;
    return x ^ t ^ t << 28;
}

/*
 * Of floats, neither mask nor range has the highest bit, which a difference has if it is negative. Eight elements are
 * looked at together, and numbers of turns are constants, for compilers that make vectors of such loops alone.
 */
#define LOOK(element)                                                                                                  \
    do {                                                                                                               \
        element x[BLOCK], any = 0, last[8] = {0};                                                                      \
        const element mask = (element)m->validity->mask, range = (element)m->validity->range;                          \
        if (count == BLOCK) {                                                                                          \
            memcpy(x, from, sizeof x);                                                                                 \
        } else {                                                                                                       \
            memset(x, 0, sizeof x);                                                                                    \
            memcpy(x, from, count * sizeof *x);                                                                        \
        }                                                                                                              \
        for (int i = 0; i < BLOCK; i++)                                                                                \
            any |= x[i] = (element)(range - (x[i] & mask));                                                            \
        if (!(any >> (8 * sizeof any - 1)))                                                                            \
            break;                                                                                                     \
        for (int k = BLOCK - 8; k >= 0; k -= 8)                                                                        \
            for (int i = 0; i < 8; i++)                                                                                \
                last[i] = (element)(last[i] << 1 | x[k + i] >> (8 * sizeof *x - 1));                                   \
        for (int i = 0; i < 8; i++)                                                                                    \
            word |= (uint64_t)last[i] << 8 * i;                                                                        \
    } while (0)

/* A bit for each of count elements that is no number. */
static uint64_t not_numbers(const struct prefix__missing *m, size_t first, size_t count)
{
    const char *from = m->in + first * m->in_size;
    uint64_t word = 0;
    if (m->in_size == 2)
        LOOK(uint16_t);
    else if (m->in_size == 4)
        LOOK(uint32_t);
    else
        LOOK(uint64_t);
    return transposed(word);
}

static uint64_t ones(size_t count)
{
    return UINT64_MAX >> (64 - count);
}

/* A bit for each of count elements that the bitmap says is missing. */
static uint64_t not_valid(const uint8_t *bits, size_t at, size_t count)
{
    return bits ? ~prefix__bits_at(bits + at / 8, at % 8, count) & ones(count) : 0;
}

static void store_bits(uint8_t *to, uint64_t bits, size_t count)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (count == BLOCK) {
        memcpy(to, &bits, sizeof bits);
        return;
    }
#endif
    for (size_t i = 0; i < count; i += 8)
        to[i / 8] = (uint8_t)(bits >> i);
}

/* In its own order the array is one that is scanned forward. */
static void convert(const struct prefix__missing *m, size_t first, size_t count)
{
    union {
        uint64_t integers[BLOCK];
        double floats[BLOCK];
    } row;
    const struct prefix_scan_work work = {
        .op = PREFIX_SUM, .type = m->type, .output_type = m->output_type, .in = m->in, .out = m->out};
    if (prefix__is_float(m->type)) {
        prefix__load_floats(&work, first, count, row.floats);
        prefix__store_floats(&work, first, count, row.floats);
    } else {
        prefix__load_integers(&work, first, count, row.integers);
        prefix__store_integers(&work, first, count, row.integers);
    }
}

#define PUT(bytes)                                                                                                     \
    do {                                                                                                               \
        char one[PREFIX__ELEMENT_MAX];                                                                                 \
        memcpy(one, value, bytes);                                                                                     \
        if (which == UINT64_MAX)                                                                                       \
            for (size_t i = 0; i < BLOCK; i++)                                                                         \
                memcpy(to + i * (bytes), one, bytes);                                                                  \
        else                                                                                                           \
            for (; which; which &= which - 1)                                                                          \
                memcpy(to + (size_t)__builtin_ctzll(which) * (bytes), one, bytes);                                     \
    } while (0)

/* Writes a value where bits say so. */
static void put(char *to, size_t size, uint64_t which, const void *value)
{
    if (!which)
        return;
    switch (size) {
    case 1:
        PUT(1);
        break;
    case 2:
        PUT(2);
        break;
    case 4:
        PUT(4);
        break;
    case 8:
        PUT(8);
        break;
    default:
        PUT(size);
        break;
    }
}

void prefix__missing_fill(const struct prefix__missing *m, size_t first, size_t last)
{
    const struct prefix_validity *v = m->validity;
    const int has_nan = prefix__is_float(m->type);
    for (size_t at = first, count; at < last; at += count) {
        count = last - at < BLOCK ? last - at : BLOCK;
        uint64_t which = not_valid(v->bits, v->first + m->place + at, count);
        if (has_nan)
            which |= not_numbers(m, at, count);
        if (m->type != m->output_type)
            convert(m, at, count);
        else if (m->out != m->in)
            memcpy(m->out + at * m->out_size, m->in + at * m->in_size, count * m->in_size);
        if (m->closed)
            store_bits(m->closed + at / 8, ~which, count);
        put(m->out + at * m->out_size, m->out_size, which, v->identity);
    }
}

void prefix__missing_blank(const struct prefix__missing *m, size_t first, size_t last)
{
    const struct prefix_validity *v = m->validity;
    const uint8_t *bits = m->closed ? m->closed : v->bits;
    const size_t place = m->closed ? 0 : v->first + m->place;
    for (size_t at = first, count; at < last; at += count) {
        count = last - at < BLOCK ? last - at : BLOCK;
        put(m->out + at * m->out_size, m->out_size, not_valid(bits, place + at, count), v->blank);
    }
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "segments.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "oracle.h"

const char *segments_mix_name(int mix)
{
    static const char *const names[] = {"giant", "ones", "dense", "short", "middle", "long", "rare", "rows", "tiles", "changing"};
    return names[mix];
}

static int begins_here(struct rng *rng, int mix, size_t i)
{
    switch (mix) {
    case MIX_GIANT:
        return 0;
    case MIX_ONES:
        return 1;
    case MIX_DENSE:
        return rng_below(rng, 2) == 0;
    case MIX_SHORT:
        return rng_below(rng, 6) == 0;
    case MIX_MIDDLE:
        return rng_below(rng, 50) == 0;
    case MIX_LONG:
        return rng_below(rng, 500) == 0;
    case MIX_RARE:
        return rng_below(rng, 10000) == 0;
    case MIX_ROWS:
        return (i + 1) % 64 < 3 && rng_below(rng, 3) != 0;
    default:
        return (i + 1) % 4096 < 3 && rng_below(rng, 3) != 0;
    }
}

void segments_fill(struct rng *rng, int mix, unsigned char *begins, size_t n)
{
    int now = mix;
    for (size_t i = 0; i < n; i++) {
        if (mix == MIX_CHANGING && (i == 0 || rng_below(rng, 700) == 0))
            now = (int)rng_below(rng, MIX_CHANGING);
        begins[i] = i == 0 || begins_here(rng, now, i);
    }
}

int key_element(int type)
{
    static const int elements[] = {PREFIX_F16, PREFIX_BF16, PREFIX_F32, PREFIX_F64};
    return type >= PREFIX_KEY_F16 && type <= PREFIX_KEY_F64 ? elements[type - PREFIX_KEY_F16] : type;
}

int key_random(struct rng *rng)
{
    const int types = PREFIX_F64 - PREFIX_I8 + 1, type = (int)rng_below(rng, types + 5);
    return type < types ? PREFIX_I8 + type : PREFIX_KEY_16_BYTES + type - types;
}

size_t key_size(int type)
{
    return type == PREFIX_KEY_16_BYTES ? 16 : oracle_size(key_element(type));
}

static void fill_bits(struct rng *rng, size_t size, unsigned char *keys, const unsigned char *begins, size_t n)
{
    memset(keys, 0, n > 0 ? size : 0);
    for (size_t i = 0; i < n; i++, keys += size) {
        if (i > 0)
            memcpy(keys, keys - size, size);
        if (begins[i])
            keys[rng_below(rng, size)] ^= (unsigned char)(1u << rng_below(rng, 8));
    }
}

/* NaN is a value like others if it is equal to itself, else it may stand where a key is a run by itself. */
static void fill_floats(struct rng *rng, int type, unsigned char *keys, const unsigned char *begins, size_t n)
{
    enum { ZERO = 2, NOT_A_NUMBER = 5 };
    static const double numbers[NOT_A_NUMBER] = {(double)-INFINITY, -1, 0, 1, (double)INFINITY};
    const int element = key_element(type), values = element == type ? NOT_A_NUMBER : NOT_A_NUMBER + 1;
    int value = 0, is_nan = 0;
    for (size_t i = 0; i < n; i++, keys += oracle_size(element)) {
        if (begins[i])
            value = (value + (is_nan && element == type ? 0 : 1) + (int)rng_below(rng, (size_t)values - 1)) % values;
        is_nan = element == type ? begins[i] && (i + 1 == n || begins[i + 1]) && rng_below(rng, 8) == 0
                                 : value == NOT_A_NUMBER;
        if (is_nan)
            data_put_nan(rng, element, keys);
        else
            oracle_float_put(element, keys, value == ZERO && rng_next(rng) & 1 ? -0.0 : numbers[value]);
    }
}

void keys_fill(struct rng *rng, int type, unsigned char *keys, const unsigned char *begins, size_t n)
{
    if (oracle_is_float(key_element(type)))
        fill_floats(rng, type, keys, begins, n);
    else
        fill_bits(rng, key_size(type), keys, begins, n);
}

static void put_index(unsigned char *to, size_t size, size_t k, size_t value)
{
    const uint32_t u32 = (uint32_t)value;
    const uint64_t u64 = value;
    memcpy(to + k * size, size == 4 ? (const void *)&u32 : &u64, size);
}

size_t segments_offset(const struct segments *s, size_t k)
{
    uint32_t u32;
    uint64_t u64;
    const size_t size = oracle_size(s->type);
    memcpy(size == 4 ? (void *)&u32 : &u64, s->arena.data + k * size, size);
    return size == 4 ? u32 : (size_t)u64;
}

/* Puts the array at any address that suits its elements. */
static void place(struct rng *rng, struct segments *s, size_t bytes, size_t align)
{
    const size_t offset = rng_below(rng, ARENA_ALIGN / align) * align;
    arena_place(&s->arena, bytes, s->aligned ? offset / 16 * 16 : offset);
}

/* Offsets, some of them more than once: empty segments. Of both ends, each may be left out. */
static void tell_offsets(struct rng *rng, struct segments *s, const unsigned char *begins)
{
    const size_t size = oracle_size(s->type), n = s->n;
    const int empty = (int)rng_below(rng, 3), open_front = rng_below(rng, 4) == 0, open_end = rng_below(rng, 4) == 0;
    struct rng again = *rng;
    for (int round = 0; round < 2; round++) {
        size_t count = 0;
        *rng = again;
        for (size_t i = 0; i <= n; i++) {
            if ((i == 0 && open_front && n > 0) || (i == n && open_end && count > 0) || (i < n && i > 0 && !begins[i]))
                continue;
            size_t times = 1 + (empty == 2 ? rng_below(rng, 4) : empty == 1 && rng_below(rng, 50) == 0);
            for (; times > 0; times--, count++)
                if (round == 1)
                    put_index(s->arena.data, size, count, i);
        }
        if (round == 0)
            place(rng, s, count * size, size);
        s->count = count - 1;
    }
}

void segments_tell(struct rng *rng, struct segments *s, int form, int type, const unsigned char *begins, size_t n)
{
    s->form = form;
    s->type = type;
    s->n = n;
    switch (form) {
    case HEAD_FLAGS:
        place(rng, s, n, 1);
        for (size_t i = 0; i < n; i++)
            s->arena.data[i] = begins[i] && (i > 0 || rng_next(rng) & 1) ? (unsigned char)(1 + rng_below(rng, 255)) : 0;
        break;
    case HEAD_BITS:
        s->first = s->aligned ? 128 * rng_below(rng, 2) : rng_below(rng, 100);
        place(rng, s, (s->first + n + 7) / 8, 1);
        for (size_t i = 0; i < s->arena.bytes; i++)
            s->arena.data[i] = (unsigned char)rng_next(rng);
        for (size_t i = 1; i < n; i++) {
            const unsigned char bit = (unsigned char)(1u << (s->first + i) % 8);
            s->arena.data[(s->first + i) / 8] |= bit;
            if (!begins[i])
                s->arena.data[(s->first + i) / 8] ^= bit;
        }
        break;
    case HEAD_OFFSETS:
        tell_offsets(rng, s, begins);
        break;
    default: {
        const size_t align = key_size(type) == 16 ? 8 : key_size(type);
        place(rng, s, n * key_size(type), align);
        keys_fill(rng, type, s->arena.data, begins, n);
        break;
    }
    }
}

int segments_set(const struct segments *s, prefix_plan *plan)
{
    const void *data = arena_pointer(&s->arena);
    switch (s->form) {
    case HEAD_FLAGS:
        return prefix_plan_set_head_flags(plan, data);
    case HEAD_BITS:
        return prefix_plan_set_head_bits(plan, data, s->first);
    case HEAD_OFFSETS:
        return prefix_plan_set_offsets(plan, s->type, data, s->count);
    default:
        return prefix_plan_set_keys(plan, s->type, data);
    }
}

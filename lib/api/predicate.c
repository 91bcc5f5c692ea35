/* SPDX-License-Identifier: BSD-3-Clause */
/* Predicates of every type, made one test of bits. */
#include "api/predicate.h"

#include <stdint.h>
#include <string.h>

#include "api/check_settings.h"
#include "context/status.h"
#include "shared/types.h"

static uint64_t bits_of(const void *value, size_t size)
{
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    switch (size) {
    case 1:
        memcpy(&u8, value, sizeof u8);
        return u8;
    case 2:
        memcpy(&u16, value, sizeof u16);
        return u16;
    case 4:
        memcpy(&u32, value, sizeof u32);
        return u32;
    default:
        memcpy(&u64, value, sizeof u64);
        return u64;
    }
}

/* Values of a type in their order, as numbers from 0 on: ranks. Of floats, -0 is just below +0, and NaN is outside. */
struct ranks {
    uint64_t sign, ones; /* the highest bit of an element; all of them */
    uint64_t infinity;   /* the bits of +infinity; 0: no float */
    int is_signed;
    uint64_t least, greatest;
};

static uint64_t rank_of(const struct ranks *r, uint64_t bits)
{
    if (r->infinity && bits & r->sign)
        bits ^= r->sign - 1;
    return r->is_signed ? bits ^ r->sign : bits;
}

static struct ranks ranks_of(int type)
{
    struct ranks r = {.sign = (uint64_t)1 << (8 * prefix__size_of(type) - 1)};
    r.ones = r.sign | (r.sign - 1);
    r.is_signed = prefix__is_signed(type);
    r.greatest = r.ones;
    if (prefix__is_float(type)) {
        r.infinity = prefix__infinity_of(type);
        r.least = rank_of(&r, r.infinity | r.sign);
        r.greatest = rank_of(&r, r.infinity);
    }
    return r;
}

static int is_nan(const struct ranks *r, uint64_t bits)
{
    return r->infinity && (bits & ~r->sign) > r->infinity;
}

/* The rank of the value, the lower or the higher one where both zeros of a float are equal to it. */
static uint64_t lowest(const struct ranks *r, uint64_t bits)
{
    return rank_of(r, r->infinity && bits == 0 ? r->sign : bits);
}

static uint64_t highest(const struct ranks *r, uint64_t bits)
{
    return rank_of(r, r->infinity && bits == r->sign ? 0 : bits);
}

/* From one rank to another, both included; or else, where negate is set or empty, all but those. */
static struct prefix_test interval(const struct ranks *r, uint64_t from, uint64_t to, int empty, int negate)
{
    struct prefix_test test = {.flip = r->infinity ? r->sign - 1 : 0, .mask = r->ones, .range = r->ones};
    if (empty || from > to) {
        test.negate = !negate;
        return test;
    }
    test.first = r->is_signed ? from ^ r->sign : from;
    test.range = to - from;
    test.negate = negate;
    return test;
}

static struct prefix_test test_of(int type, int predicate, const void *operand)
{
    const struct ranks ranks = ranks_of(type), *r = &ranks;
    size_t size = prefix__size_of(type);
    uint64_t a = operand ? bits_of(operand, size) : 0;
    uint64_t b = predicate == PREFIX_BETWEEN ? bits_of((const char *)operand + size, size) : a;
    int nan = is_nan(r, a) || is_nan(r, b);
    switch (predicate) {
    case PREFIX_LESS:
        return interval(r, r->least, lowest(r, a) - 1, nan || lowest(r, a) == r->least, 0);
    case PREFIX_LESS_EQUAL:
        return interval(r, r->least, highest(r, a), nan, 0);
    case PREFIX_GREATER:
        return interval(r, highest(r, a) + 1, r->greatest, nan || highest(r, a) == r->greatest, 0);
    case PREFIX_GREATER_EQUAL:
        return interval(r, lowest(r, a), r->greatest, nan, 0);
    case PREFIX_EQUAL:
    case PREFIX_BETWEEN:
        return interval(r, lowest(r, a), highest(r, b), nan, 0);
    case PREFIX_NOT_EQUAL:
        return interval(r, lowest(r, a), highest(r, a), nan, 1);
    case PREFIX_IS_NAN:
        return interval(r, r->least, r->greatest, 0, 1);
    default: /* has bits */
        return (struct prefix_test){.mask = a, .first = 1, .range = r->ones - 1};
    }
}

int prefix__predicate(prefix_ctx *ctx, int type, int predicate, const void *operand, struct prefix_test *test)
{
    if (predicate < PREFIX_LESS || predicate > PREFIX_HAS_BITS)
        return prefix__fail_constant(ctx, "predicate", predicate, "predicate");
    if (predicate == PREFIX_IS_NAN ? !prefix__is_float(type) : predicate == PREFIX_HAS_BITS && prefix__is_float(type))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "predicate: this one takes %s, not %s",
                            predicate == PREFIX_IS_NAN ? "floats" : "integers", prefix_type_name(type));
    if (!operand && predicate != PREFIX_IS_NAN)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "operand is NULL");
    *test = test_of(type, predicate, operand);
    return PREFIX_OK;
}

int prefix__element_of_key(int key_type)
{
    return key_type >= PREFIX_KEY_F16 && key_type <= PREFIX_KEY_F64 ? key_type - PREFIX_KEY_F16 + PREFIX_F16 : key_type;
}

/* Equal are bits that are, and both zeros of floats; NaN is equal to nothing, or to each NaN. */
struct prefix_test prefix__heads(int key_type)
{
    const int type = prefix__element_of_key(key_type);
    const struct ranks r = ranks_of(type);
    if (!r.infinity)
        return (struct prefix_test){.mask = r.ones, .range = r.ones};
    return (struct prefix_test){.mask = r.ones ^ r.sign, .range = r.infinity | (key_type == type ? 0 : r.sign)};
}

int prefix__heads_of_keys(prefix_ctx *ctx, struct prefix_heads *heads, const void *keys, int type)
{
    const int element = prefix__element_of_key(type);
    if (!prefix__is_type(element) && type != PREFIX_KEY_16_BYTES)
        return prefix__fail_constant(ctx, "key type", type, "type of keys");
    if (prefix__is_complex(type))
        return prefix__check_real(ctx, "key type", type);
    *heads = (struct prefix_heads){.form = PREFIX_HEADS_KEYS, .data = keys, .size = 16};
    if (type == PREFIX_KEY_16_BYTES)
        return PREFIX_OK;
    const struct prefix_test test = prefix__heads(type);
    heads->size = prefix__size_of(element);
    heads->mask = test.mask;
    heads->range = test.range;
    return PREFIX_OK;
}

int prefix__heads_of_offsets(prefix_ctx *ctx, struct prefix_heads *heads, int type, const void *offsets,
                             size_t segments)
{
    if (!offsets) {
        heads->form = 0;
        return PREFIX_OK;
    }
    const int status = prefix__check_index_type(ctx, "offsets type", type);
    if (status != PREFIX_OK)
        return status;
    if (segments > PTRDIFF_MAX / sizeof(uint64_t) - 1)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "segments: %zu exceed the address space", segments);
    *heads = (struct prefix_heads){
        .form = PREFIX_HEADS_OFFSETS, .data = offsets, .size = prefix__size_of(type), .segments = segments};
    return PREFIX_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Selections: the arguments, and predicates of every type made one test of bits. */
#include <string.h>

#include "internal.h"

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
        r.infinity = type == PREFIX_F16    ? 0x7c00
                     : type == PREFIX_BF16 ? 0x7f80
                     : type == PREFIX_F32  ? 0x7f800000
                                           : 0x7ff0000000000000;
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

static int check_predicate(prefix_ctx *ctx, int type, int predicate, const void *operand)
{
    if (predicate < PREFIX_LESS || predicate > PREFIX_HAS_BITS)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "predicate: %d is no predicate", predicate);
    if (predicate == PREFIX_IS_NAN ? !prefix__is_float(type) : predicate == PREFIX_HAS_BITS && prefix__is_float(type))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "predicate: this one takes %s, not %s",
                            predicate == PREFIX_IS_NAN ? "floats" : "integers", prefix_type_name(type));
    if (!operand && predicate != PREFIX_IS_NAN)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "operand is NULL");
    return PREFIX_OK;
}

static int is_device(const struct prefix_select_work *work)
{
    return prefix__is_device_kind(work->in_memory) || prefix__is_device_kind(work->out_memory) ||
           prefix__is_device_kind(work->flags_memory) || prefix__is_device_kind(work->count_memory);
}

/* As of a scan: the context's promise is about arrays, and the count is looked at. */
static int find_memory(prefix_ctx *ctx, struct prefix_select_work *work)
{
    int status = prefix__ctx_memory_kind(ctx, work->count, &work->count_memory);
    work->in_memory = work->out_memory = work->flags_memory =
        ctx->memory == PREFIX_MEMORY_ANY ? PREFIX_MEMORY_HOST : ctx->memory;
    if (status != PREFIX_OK || ctx->memory != PREFIX_MEMORY_ANY || work->n == 0)
        return status;
    status = prefix__ctx_memory_kind(ctx, work->in, &work->in_memory);
    if (status == PREFIX_OK && work->capacity > 0)
        status = prefix__ctx_memory_kind(ctx, work->out, &work->out_memory);
    if (status == PREFIX_OK && work->flags)
        status = prefix__ctx_memory_kind(ctx, work->flags, &work->flags_memory);
    return status;
}

static int run(prefix_ctx *ctx, struct prefix_select_work *work)
{
    struct prefix__route *route;
    uint64_t none = 0;
    if (work->capacity > work->n)
        work->capacity = work->n;
    int status = prefix__check_selection(ctx, work);
    if (status == PREFIX_OK)
        status = find_memory(ctx, work);
    if (status == PREFIX_OK)
        status = prefix__ctx_route(ctx, is_device(work), &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (work->n == 0)
        return backend->memory_copy(route->session, work->count, &none, sizeof none, ctx->stream);
    if (!backend->select)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no selections", backend->name);
    ctx->error[0] = 0;
    status = backend->select(route->session, work);
    if (status != PREFIX_OK && !ctx->error[0])
        prefix__fail(ctx, status, "%s: the selection failed", backend->name);
    if (status == PREFIX_OK && !prefix__is_device_kind(work->count_memory) && *work->count > work->capacity)
        status = prefix__fail(ctx, PREFIX_ERROR_CAPACITY, "capacity: %zu elements, and %llu are selected",
                              work->capacity, (unsigned long long)*work->count);
    return status;
}

static struct prefix_select_work describe(const prefix_ctx *ctx, int type, const void *in, void *out, size_t n,
                                          size_t capacity, uint64_t *count)
{
    return (struct prefix_select_work){
        .size = sizeof(struct prefix_select_work),
        .type = type,
        .threads = ctx->threads,
        .ways = 2,
        .in = in,
        .out = out,
        .n = n,
        .capacity = capacity,
        .count = count,
        .stream = ctx->stream,
    };
}

int prefix_select_flagged(prefix_ctx *ctx, int type, const void *in, const uint8_t *flags, void *out, size_t n,
                          size_t capacity, uint64_t *count)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    struct prefix_select_work work = describe(ctx, type, in, out, n, capacity, count);
    work.selector = PREFIX_SELECTOR_BYTES;
    work.flags = flags;
    if (!prefix__is_type(type))
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "type: %d is no element type", type);
    else if (!flags && n > 0)
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "flags is NULL, and n is %zu", n);
    else
        status = run(ctx, &work);
    return prefix__keep_errno(saved, status);
}

int prefix_select_if(prefix_ctx *ctx, int type, int predicate, const void *operand, const void *in, void *out, size_t n,
                     size_t capacity, uint64_t *count)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    struct prefix_select_work work = describe(ctx, type, in, out, n, capacity, count);
    if (!prefix__is_type(type))
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "type: %d is no element type", type);
    else
        status = check_predicate(ctx, type, predicate, operand);
    if (status == PREFIX_OK) {
        work.selector = PREFIX_SELECTOR_TEST;
        work.test = test_of(type, predicate, operand);
        status = run(ctx, &work);
    }
    return prefix__keep_errno(saved, status);
}

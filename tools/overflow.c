/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "overflow.h"

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/number.h"

#define BLOCK ((size_t)512) /* elements that are made 64 bits wide at a time */

int overflow_wide(int type)
{
    return number_is_float(type) ? 0 : number_is_signed(type) ? PREFIX_I64 : PREFIX_U64;
}

int overflow_can(int op, int type)
{
    return (op == PREFIX_SUM || op == PREFIX_PRODUCT) && !number_is_float(type);
}

static int is_signed(const struct overflow *o)
{
    return number_is_signed(o->out_type);
}

static _Noreturn void fail(const struct overflow *o, size_t position)
{
    die("%s: the %s at element %zu does not fit %s; --wrap lets it wrap", o->name,
        o->op == PREFIX_SUM ? "sum" : "product", position, prefix_type_name(o->out_type));
}

/* Elements from at on, each step ones after the one before, as 64 bits with their sign. */
static void widen(int type, const void *from, size_t at, ptrdiff_t step, size_t count, uint64_t *to)
{
#define WIDEN(c_type, sign)                                                                                            \
    for (size_t i = 0; i < count && step != 1; i++)                                                                    \
        to[i] = (uint64_t)(sign)((const c_type *)from + at)[(ptrdiff_t)i * step];                                      \
    for (size_t i = 0; i < count && step == 1; i++) {                                                                  \
        to[i] = (uint64_t)(sign)((const c_type *)from + at)[i];                                                        \
    }
    switch (type) {
    case PREFIX_I8:
        WIDEN(int8_t, int64_t);
        break;
    case PREFIX_I16:
        WIDEN(int16_t, int64_t);
        break;
    case PREFIX_I32:
        WIDEN(int32_t, int64_t);
        break;
    case PREFIX_U8:
        WIDEN(uint8_t, uint64_t);
        break;
    case PREFIX_U16:
        WIDEN(uint16_t, uint64_t);
        break;
    case PREFIX_U32:
        WIDEN(uint32_t, uint64_t);
        break;
    default:
        WIDEN(uint64_t, uint64_t);
        break;
    }
#undef WIDEN
}

static uint64_t value_or_identity(const struct overflow *o, const void *value)
{
    uint64_t wide = o->op == PREFIX_PRODUCT;
    if (value)
        widen(o->out_type, value, 0, 1, 1, &wide);
    return wide;
}

/* The first result that is not the one before it combined with an element, or count; results[0] precedes the first. */
static size_t find_wrapped(const struct overflow *o, const uint64_t *elements, const uint64_t *results, size_t count)
{
    /* Whether there is one is found faster than which. */
#define FIND(c_type, combine)                                                                                          \
    c_type exact;                                                                                                      \
    int is_wrapped = 0;                                                                                                \
    for (size_t i = 0; i < count; i++) {                                                                               \
        is_wrapped |= combine((c_type)results[i], (c_type)elements[i], &exact);                                        \
        is_wrapped |= exact != (c_type)results[i + 1];                                                                 \
    }                                                                                                                  \
    for (size_t i = 0; is_wrapped && i < count; i++)                                                                   \
        if (combine((c_type)results[i], (c_type)elements[i], &exact) || exact != (c_type)results[i + 1]) {             \
            return i;                                                                                                  \
        }
    if (o->op == PREFIX_SUM && is_signed(o)) {
        FIND(int64_t, __builtin_add_overflow);
    } else if (o->op == PREFIX_SUM) {
        FIND(uint64_t, __builtin_add_overflow);
    } else if (is_signed(o)) {
        FIND(int64_t, __builtin_mul_overflow);
    } else {
        FIND(uint64_t, __builtin_mul_overflow);
    }
#undef FIND
    return count;
}

void overflow_scan(struct overflow *o, const void *in, const void *out, size_t first, size_t count, const void *carry,
                   const void *total)
{
    uint64_t elements[BLOCK + 1], results[BLOCK + 1], last = value_or_identity(o, NULL);
    const ptrdiff_t step = o->reverse ? -(ptrdiff_t)o->stride : (ptrdiff_t)o->stride;
    results[0] = value_or_identity(o, carry);
    if (o->is_late && count > 0)
        fail(o, o->reverse ? first + count : first + 1);
    for (size_t done = 0; done < count;) {
        const size_t length = count - done < BLOCK ? count - done : BLOCK;
        const size_t at = (o->reverse ? count - 1 - done : done) * o->stride;
        widen(o->out_type, out, at, step, length, results + 1);
        /* An exclusive result comes of the element before it. */
        elements[0] = last;
        widen(o->in_type, in, at, step, length, elements + o->exclusive);
        if (o->exclusive)
            last = elements[length];
        const size_t wrapped = find_wrapped(o, elements, results, length);
        if (wrapped < length)
            fail(o, first + 1 + at + wrapped * (size_t)step);
        results[0] = results[length];
        done += length;
    }
    if (o->exclusive && total) {
        results[1] = value_or_identity(o, total);
        o->is_late = find_wrapped(o, &last, results, 1) == 0;
    }
}

static int fits(const struct overflow *o, struct total t)
{
    const uint64_t most = UINT64_MAX >> (64 - 8 * prefix_type_size(o->out_type) + (size_t)is_signed(o));
    if (o->op == PREFIX_PRODUCT)
        return t.high == 0 && t.low <= most + (uint64_t)t.is_negative;
    return t.high == 0 ? t.low <= most : is_signed(o) && t.high == -1 && t.low >= ~most;
}

static struct total add(struct total t, uint64_t element, int is_negative)
{
    t.high += __builtin_add_overflow(t.low, element, &t.low) - is_negative;
    return t;
}

static struct total multiply(struct total t, uint64_t element, int is_negative)
{
    const int is_large = __builtin_mul_overflow(t.low, is_negative ? 0 - element : element, &t.low);
    t.high = element != 0 && (t.high || is_large);
    t.low = element != 0 ? t.low : 0;
    t.is_negative ^= is_negative;
    return t;
}

static struct total combine(const struct overflow *o, struct total t, const uint64_t *elements, size_t count)
{
    const uint64_t sign = is_signed(o);
    if (o->op == PREFIX_SUM)
        for (size_t i = 0; i < count; i++)
            t = add(t, elements[i], (int)(elements[i] >> 63 & sign));
    else
        for (size_t i = 0; i < count; i++)
            t = multiply(t, elements[i], (int)(elements[i] >> 63 & sign));
    return t;
}

void overflow_begin(struct overflow *o, size_t first)
{
    const uint64_t begin = value_or_identity(o, o->init);
    o->total = combine(o, (struct total){.low = o->op == PREFIX_PRODUCT}, &begin, 1);
    o->position = first;
    o->left = 0;
}

void overflow_add(struct overflow *o, const void *in, size_t count)
{
    uint64_t elements[BLOCK];
    for (size_t done = 0; done < count; done += BLOCK) {
        const size_t length = count - done < BLOCK ? count - done : BLOCK;
        struct total before = o->total;
        widen(o->in_type, in, done * o->stride, (ptrdiff_t)o->stride, length, elements);
        o->total = combine(o, before, elements, length);
        if (fits(o, o->total))
            o->left = 0;
        for (size_t i = length; !fits(o, o->total) && !o->left && i-- > 0;)
            if (fits(o, combine(o, before, elements, i)))
                o->left = o->position + i * o->stride + 1;
        o->position += length * o->stride;
    }
}

void overflow_end(const struct overflow *o)
{
    if (o->left)
        fail(o, o->left);
}

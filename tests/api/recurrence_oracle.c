/* SPDX-License-Identifier: BSD-3-Clause */
#include "recurrence_oracle.h"

#include <math.h>

#include "../support/oracle.h"

int is_complex(int type)
{
    return type == PREFIX_C64 || type == PREFIX_C128;
}

static int part_of(int type)
{
    return type == PREFIX_C64 ? PREFIX_F32 : type == PREFIX_C128 ? PREFIX_F64 : type;
}

size_t alignment_of(int type)
{
    return oracle_size(part_of(type));
}

size_t size_of(int type)
{
    return alignment_of(type) * (is_complex(type) ? 2 : 1);
}

struct number get_number(int type, const void *from, size_t i)
{
    const char *const at = (const char *)from + i * size_of(type);
    struct number value = {oracle_float_get(part_of(type), at), 0};
    if (is_complex(type))
        value.im = oracle_float_get(part_of(type), at + alignment_of(type));
    return value;
}

void put_number(int type, void *to, size_t i, struct number value)
{
    char *const at = (char *)to + i * size_of(type);
    oracle_float_put(part_of(type), at, value.re);
    if (is_complex(type))
        oracle_float_put(part_of(type), at + alignment_of(type), value.im);
}

int same_numbers(int type, const void *x, const void *y, size_t n)
{
    size_t where;
    return oracle_same(part_of(type), x, y, is_complex(type) ? 2 * n : n, &where);
}

static double one_number(struct rng *rng, int pattern, int is_factor)
{
    static const double special[] = {0, -0.0, INFINITY, -INFINITY, NAN, 0x1p-1074, 0x1p-20, -0x1p15};
    if (pattern == SPECIAL && rng_below(rng, 20) == 0)
        return special[rng_below(rng, 8)];
    if (pattern == WHOLE)
        return (double)rng_below(rng, is_factor ? 3 : 9) - (is_factor ? 1 : 4);
    if (pattern == PLAIN && rng_below(rng, is_factor ? 1500 : 4) == 0)
        return special[rng_below(rng, is_factor ? 8 : 2)];
    const double unit = 2 * rng_unit(rng) - 1;
    if (pattern == PLAIN && is_factor)
        return unit + (unit < 0 ? -0.1 : 0.1);
    return is_factor && pattern == GROWING ? 4 * unit : is_factor && rng_below(rng, 100) == 0 ? 0 : unit;
}

void fill_numbers(struct rng *rng, int pattern, int is_factor, int type, void *to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct number x = {one_number(rng, pattern, is_factor), 0};
        if (is_complex(type) && pattern != WHOLE)
            x.im = one_number(rng, pattern, is_factor);
        put_number(type, to, i, x);
    }
}

static int is_zero(struct number x)
{
    return x.re == 0 && x.im == 0;
}

static struct number times(int type, struct number x, struct number y)
{
    struct number z = {x.re * y.re, 0};
    if (is_complex(type)) {
        z.re -= x.im * y.im;
        z.im = x.re * y.im;
        z.im += x.im * y.re;
    }
    return z;
}

static int is_nan(struct number x)
{
    return x.re != x.re || x.im != x.im;
}

static struct step after(int type, struct step x, struct step y)
{
    const struct number from = times(type, y.a, x.b);
    struct step z = {times(type, x.a, y.a), {from.re + y.b.re, from.im + y.b.im}};
    if (is_nan(z.b) && (is_zero(y.a) || is_zero(x.b)))
        z.b = y.b;
    if (is_zero(x.a) || is_zero(y.a))
        z.a = (struct number){0, 0};
    else if (fabs(z.a.re) < 0x1p-500 && fabs(z.a.im) < 0x1p-500)
        z.a = (struct number){is_complex(type) || (x.a.re < 0) == (y.a.re < 0) ? 0x1p-500 : -0x1p-500, 0};
    return z;
}

/* As Sklansky drew it: both halves, and then the last of the left one before all of the right one. */
static void network(int type, struct step *x, size_t n)
{
    size_t half = 1;
    if (n < 2)
        return;
    while (2 * half < n)
        half *= 2;
    network(type, x, half);
    network(type, x + half, n - half);
    for (size_t i = half; i < n; i++)
        x[i] = after(type, x[half - 1], x[i]);
}

void recur(int type, struct step *steps, size_t n, const struct number *first)
{
    const size_t row = is_complex(type) ? 16 : 32, tile = 64 * row;
    struct step before = {{0, 0}, first ? *first : (struct number){0, 0}};
    for (size_t i = 0; i < n; i++)
        if (steps[i].a.re != steps[i].a.re || steps[i].a.im != steps[i].a.im)
            steps[i].b.re = steps[i].b.im = steps[i].a.re + steps[i].a.im;
    for (size_t at = 0; at < n; at += tile) {
        const size_t count = n - at < tile ? n - at : tile;
        struct step *const x = steps + at;
        for (size_t r = 0; r < count; r += row) {
            const size_t length = count - r < row ? count - r : row;
            network(type, x + r, length);
            for (size_t i = r; r > 0 && i < r + length; i++)
                x[i] = after(type, x[r - 1], x[i]);
        }
        for (size_t i = 0; (at > 0 || first) && i < count; i++)
            x[i] = after(type, before, x[i]);
        before = x[count - 1];
    }
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "built_in_subject.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/oracle.h"
#include "operator_subject.h"

struct pair {
    double x, y;
};

static int is_arg(int op)
{
    return op >= PREFIX_ARG_MIN;
}

static int is_pair(int type)
{
    return type == PREFIX_C64 || type == PREFIX_C128;
}

int built_in_subject(size_t k, struct built_in *subject)
{
    static const int pairs[] = {PREFIX_SUM, PREFIX_PRODUCT, PREFIX_AFFINE};
    static const int types[][2] = {{PREFIX_C64, PREFIX_C64}, {PREFIX_C64, PREFIX_C128}, {PREFIX_C128, PREFIX_C128}};
    if (k < 9) {
        *subject = (struct built_in){pairs[k / 3], types[k % 3][0], types[k % 3][1]};
        return 1;
    }
    k -= 9;
    *subject = (struct built_in){PREFIX_ARG_MIN + (int)(k % 4), PREFIX_I8 + (int)(k / 4 % 12),
                                 k / 48 % 2 ? PREFIX_U32 : PREFIX_U64};
    return k < 96;
}

size_t built_in_size(int type)
{
    return type == PREFIX_C64 ? 8 : type == PREFIX_C128 ? 16 : oracle_size(type);
}

size_t built_in_alignment(int type)
{
    return built_in_size(type) / (is_pair(type) ? 2 : 1);
}

/* The type that pairs are computed in. */
static int computes_in(const struct built_in *b)
{
    return b->op == PREFIX_SUM ? PREFIX_C128 : b->output_type;
}

size_t built_in_element(const struct built_in *b)
{
    return is_arg(b->op) ? (oracle_size(b->type) < 8 ? 8 : 16) : built_in_size(computes_in(b));
}

void built_in_fill(struct rng *rng, const struct built_in *b, void *to, size_t n)
{
    if (is_pair(b->type))
        data_fill(rng, (int)rng_below(rng, DATA_PATTERNS), b->type == PREFIX_C64 ? PREFIX_F32 : PREFIX_F64, to, 2 * n);
    else
        data_fill(rng, (int)rng_below(rng, DATA_PATTERNS), b->type, to, n);
}

/* Pairs are kept in f64, which holds those of f32, too. */
static struct pair get(int type, const void *from)
{
    float narrow[2];
    struct pair wide;
    if (type == PREFIX_C128) {
        memcpy(&wide, from, sizeof wide);
        return wide;
    }
    memcpy(narrow, from, sizeof narrow);
    return (struct pair){narrow[0], narrow[1]};
}

static void put(int type, void *to, struct pair value)
{
    const float narrow[2] = {(float)value.x, (float)value.y};
    memcpy(to, type == PREFIX_C128 ? (const void *)&value : narrow, built_in_size(type));
}

/* One operation of f32 in f64, rounded again, is that operation. */
static double rounded(double x, int type)
{
    return type == PREFIX_C64 ? (double)(float)x : x;
}

static struct pair combine(const struct built_in *b, struct pair e, struct pair l)
{
    const int t = computes_in(b);
    if (b->op == PREFIX_SUM)
        return (struct pair){rounded(e.x + l.x, t), rounded(e.y + l.y, t)};
    if (b->op == PREFIX_PRODUCT)
        return (struct pair){rounded(rounded(e.x * l.x, t) - rounded(e.y * l.y, t), t),
                             rounded(rounded(e.x * l.y, t) + rounded(e.y * l.x, t), t)};
    return (struct pair){rounded(e.x * l.x, t), rounded(rounded(l.x * e.y, t) + l.y, t)};
}

static const struct built_in *scanned; /* by operator_scan_by_the_book(), which calls this: */

static void combine_all(const void *state, const void *earlier, ptrdiff_t earlier_step, const void *later,
                        ptrdiff_t later_step, void *result, ptrdiff_t result_step, size_t n)
{
    const struct built_in *const b = scanned;
    (void)state;
    for (size_t i = 0; i < n; i++) {
        const ptrdiff_t k = (ptrdiff_t)i;
        put(computes_in(b), (char *)result + k * result_step,
            combine(b, get(computes_in(b), (const char *)earlier + k * earlier_step),
                    get(computes_in(b), (const char *)later + k * later_step)));
    }
}

static void scan_pairs(const struct built_in *b, const void *in, size_t n, const unsigned char *begins,
                       const void *init, int init_type, void *results, void *carries)
{
    const int t = computes_in(b), carry_type = prefix_carry_type(b->op, b->output_type);
    const size_t size = built_in_size(t);
    const struct subject s = {.size = size, .host = combine_all};
    char *x = must_alloc(n * size);
    _Alignas(16) char first[16];
    for (size_t i = 0; i < n; i++)
        put(t, x + i * size, get(b->type, (const char *)in + i * built_in_size(b->type)));
    if (init)
        put(t, first, get(init_type, init));
    scanned = b;
    operator_scan_by_the_book(&s, x, n, init ? first : NULL, begins);
    for (size_t i = 0; i < n; i++) {
        put(b->output_type, (char *)results + i * built_in_size(b->output_type), get(t, x + i * size));
        if (carries)
            put(carry_type, (char *)carries + i * built_in_size(carry_type), get(t, x + i * size));
    }
    free(x);
}

/* Whether a value is before another one: 1, 0 if it is the same, or -1. */
static int is_wanted(const struct built_in *b, const void *value, const void *other)
{
    const int sense = b->op == PREFIX_ARG_MIN || b->op == PREFIX_ARG_MIN_LAST ? -1 : 1;
    if (!oracle_is_float(b->type)) {
        const oracle_wide x = oracle_integer_get(b->type, value), y = oracle_integer_get(b->type, other);
        return x == y ? 0 : x > y ? sense : -sense;
    }
    const double x = oracle_float_get(b->type, value), y = oracle_float_get(b->type, other);
    if (isnan(x) || isnan(y))
        return !isnan(y) - !isnan(x);
    if (x == y)
        return !signbit(x) == !signbit(y) ? 0 : signbit(y) ? sense : -sense;
    return x > y ? sense : -sense;
}

static void put_place(const struct built_in *b, void *to, uint64_t place)
{
    const uint32_t narrow = (uint32_t)place;
    memcpy(to, b->output_type == PREFIX_U64 ? (const void *)&place : &narrow, oracle_size(b->output_type));
}

static void scan_places(const struct built_in *b, const char *in, const size_t *places, size_t n,
                        const unsigned char *begins, char *results, char *carries)
{
    const size_t size = oracle_size(b->type), out_size = oracle_size(b->output_type);
    const int is_last = b->op == PREFIX_ARG_MIN_LAST || b->op == PREFIX_ARG_MAX_LAST;
    size_t best = 0;
    for (size_t i = 0; i < n; i++) {
        const int wanted = is_wanted(b, in + i * size, in + best * size);
        if (i == 0 || (begins && begins[i]) || wanted > 0 ||
            (wanted == 0 && (is_last ? places[i] > places[best] : places[i] < places[best])))
            best = i;
        put_place(b, results + i * out_size, places[best]);
        if (carries)
            put_place(b, carries + i * out_size, places[best]);
    }
}

void built_in_scan(const struct built_in *b, const void *in, const size_t *places, size_t n,
                   const unsigned char *begins, const void *init, int init_type, void *results, void *carries)
{
    if (is_arg(b->op))
        scan_places(b, in, places, n, begins, results, carries);
    else
        scan_pairs(b, in, n, begins, init, init_type, results, carries);
}

void built_in_nothing(const struct built_in *b, const void *init, int init_type, int type, void *result)
{
    const struct pair identity = {b->op == PREFIX_SUM ? 0 : 1, 0};
    if (is_arg(b->op))
        memset(result, 0xff, built_in_size(type));
    else
        put(type, result, init ? get(init_type, init) : identity);
}

int built_in_same(int type, const void *a, const void *b, size_t n)
{
    size_t where;
    if (!is_pair(type))
        return memcmp(a, b, n * oracle_size(type)) == 0;
    return oracle_same(type == PREFIX_C64 ? PREFIX_F32 : PREFIX_F64, a, b, 2 * n, &where);
}

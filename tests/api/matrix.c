/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Products of matrices, and maps y -> A y + b: exact where integers are, near a loop in wider arithmetic else; scans of
 * both kinds, totals, reverse, and refusals.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"

static prefix_ctx *ctx;
static const char *name;

enum { MOST = 20 }; /* numbers */

struct shape {
    int type, size, is_map;
};
static const struct shape shapes[] = {{PREFIX_F32, 2, 0}, {PREFIX_F32, 3, 0}, {PREFIX_F32, 4, 0}, {PREFIX_F64, 2, 0},
                                      {PREFIX_F64, 3, 0}, {PREFIX_F64, 4, 0}, {PREFIX_F32, 2, 1}, {PREFIX_F32, 3, 1},
                                      {PREFIX_F32, 4, 1}, {PREFIX_F64, 2, 1}, {PREFIX_F64, 3, 1}, {PREFIX_F64, 4, 1}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static size_t numbers_of(const struct shape *s)
{
    return (size_t)((s->size + s->is_map) * s->size);
}

static void put_identity(const struct shape *s, long double *at)
{
    const int width = s->size + s->is_map;
    for (int i = 0; i < s->size; i++)
        for (int k = 0; k < width; k++)
            at[i * width + k] = i == k;
}

/* x follows, as it is defined: matrix by matrix to the right, map after map, each y of (y, 1). */
static void follow(const struct shape *s, long double *so_far, const long double *x)
{
    const int n = s->size, width = n + s->is_map;
    const long double *const left = s->is_map ? x : so_far, *const right = s->is_map ? so_far : x;
    long double z[MOST];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < width; k++) {
            z[i * width + k] = k == n ? left[i * width + n] : 0;
            for (int j = 0; j < n; j++)
                z[i * width + k] += left[i * width + j] * right[j * width + k];
        }
    memcpy(so_far, z, numbers_of(s) * sizeof *z);
}

/* A permutation with signs, whose products are such; or a turn in a plane: neither grows nor vanishes. */
static void fill(struct rng *rng, const struct shape *s, int exact, long double *at)
{
    const int n = s->size, width = n + s->is_map, first = (int)rng_below(rng, (size_t)n),
              second = (first + 1 + (int)rng_below(rng, (size_t)n - 1)) % n;
    const double angle = 6.3 * rng_unit(rng);
    put_identity(s, at);
    at[first * width + first] = at[second * width + second] = exact ? 0 : (long double)cos(angle);
    at[first * width + second] = exact ? 1 : (long double)sin(angle);
    at[second * width + first] = exact ? (rng_below(rng, 2) ? 1 : -1) : -(long double)sin(angle);
    for (int i = 0; i < n && s->is_map; i++)
        at[i * width + n] = exact ? (int)rng_below(rng, 5) - 2 : 2 * rng_unit(rng) - 1;
}

static void store(const struct shape *s, const long double *from, size_t i, char *to)
{
    const size_t size = oracle_size(s->type), count = numbers_of(s);
    for (size_t k = 0; k < count; k++)
        oracle_float_put(s->type, to + (i * count + k) * size, (double)from[k]);
}

static int is_near(const struct shape *s, const long double *want, const char *from, size_t i, double most)
{
    const size_t size = oracle_size(s->type), count = numbers_of(s);
    int good = 1;
    for (size_t k = 0; k < count; k++)
        good &= fabsl(oracle_float_get(s->type, from + (i * count + k) * size) - want[k]) <= most;
    return good;
}

static prefix_plan *create(const struct shape *s)
{
    prefix_operator *op;
    prefix_plan *plan;
    must(NULL, s->is_map ? prefix_operator_create_map(&op, s->type, s->size)
                         : prefix_operator_create_matrix(&op, s->type, s->size));
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    prefix_operator_destroy(op);
    return plan;
}

static int run_trial(const struct shape *s, struct rng *rng, size_t n, int exact)
{
    const size_t count = numbers_of(s), bytes = n * count * oracle_size(s->type);
    const int exclusive = (int)rng_below(rng, 2), reverse = (int)rng_below(rng, 2);
    const double epsilon = s->type == PREFIX_F32 ? 0x1p-24 : 0x1p-53;
    /* Of a turn each join rounds as often as the matrix has rows; of maps, sums are as long as there are elements. */
    const double most = exact ? 0 : epsilon * s->size * (double)(n + 4) * (s->is_map ? (double)n + 1 : 1);
    long double *const x = must_alloc(n * count * sizeof *x), so_far[MOST];
    char *const in = must_alloc(bytes), *const out = must_alloc(bytes), total[MOST * sizeof(double)];
    prefix_plan *plan = create(s);
    int good = 1;
    for (size_t i = 0; i < n; i++) {
        fill(rng, s, exact, x + i * count);
        store(s, x + i * count, i, in);
        for (size_t k = 0; k < count; k++)
            x[i * count + k] = oracle_float_get(s->type, in + (i * count + k) * oracle_size(s->type));
    }
    must(ctx, prefix_plan_set_kind(plan, exclusive ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE));
    must(ctx, prefix_plan_set_reverse(plan, reverse));
    must(ctx, prefix_plan_set_total(plan, 0, total));
    must(ctx, prefix_plan_run(plan, in, out, n));
    put_identity(s, so_far);
    for (size_t i = 0; i < n; i++) {
        const size_t at = reverse ? n - 1 - i : i;
        good &= !exclusive || is_near(s, so_far, out, at, most);
        follow(s, so_far, x + at * count);
        good &= exclusive || is_near(s, so_far, out, at, most);
    }
    good &= is_near(s, so_far, total, 0, most);
    prefix_plan_destroy(plan);
    free(x);
    free(in);
    free(out);
    return good;
}

static void test_products(void)
{
    static const size_t sizes[] = {1, 2, 3, 7, 8, 9, 31, 33, 127, 128, 129, 511, 513, 2100, 5000};
    struct rng rng = rng_make(1);
    for (int k = 0; k < SHAPES; k++)
        for (int exact = 0; exact < 2; exact++) {
            int good = 1;
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
                for (int times = 0; times < 4; times++)
                    good &= run_trial(&shapes[k], &rng, sizes[i], exact);
            ok(good, "%s: %s of %d x %d, %s, %s", name, shapes[k].is_map ? "maps" : "products", shapes[k].size,
               shapes[k].size, prefix_type_name(shapes[k].type), exact ? "of integers" : "near");
        }
}

/* The same bits as by one thread of the serial backend. */
static void test_bits_of(const struct shape *s)
{
    enum { N = 30000 };
    const size_t count = N * numbers_of(s), size = oracle_size(s->type);
    char *const x = must_alloc(count * size), *const y = must_alloc(count * size), *const z = must_alloc(count * size);
    struct rng rng = rng_make(2);
    prefix_ctx *const mine = ctx;
    prefix_ctx *serial;
    for (size_t i = 0; i < count; i++)
        oracle_float_put(s->type, x + i * size, 0.7 * (rng_unit(&rng) - 0.5));
    prefix_plan *plan = create(s);
    must(ctx, prefix_plan_run(plan, x, y, N));
    prefix_plan_destroy(plan);
    must(NULL, prefix_ctx_create(&serial, "serial"));
    ctx = serial;
    plan = create(s);
    must(ctx, prefix_plan_run(plan, x, z, N));
    prefix_plan_destroy(plan);
    ctx = mine;
    prefix_ctx_destroy(serial);
    ok(memcmp(y, z, count * size) == 0, "%s: the bits of serial, of %zu bytes", name, numbers_of(s) * size);
    free(x);
    free(y);
    free(z);
}

static void test_bits(void)
{
    for (int k = 0; k < SHAPES; k++)
        test_bits_of(&shapes[k]);
}

static void test_refusals(void)
{
    prefix_operator *op;
    ok_refused(NULL, name, prefix_operator_create_matrix(NULL, PREFIX_F32, 2), PREFIX_ERROR_ARGUMENT, "op");
    ok_refused(NULL, name, prefix_operator_create_matrix(&op, PREFIX_I32, 2), PREFIX_ERROR_ARGUMENT, "type");
    ok_refused(NULL, name, prefix_operator_create_matrix(&op, PREFIX_F32, 1), PREFIX_ERROR_ARGUMENT, "size");
    ok_refused(NULL, name, prefix_operator_create_map(&op, PREFIX_F32, 5), PREFIX_ERROR_ARGUMENT, "size");
    ok(op == NULL, "%s: there is no operator then", name);
}

int main(void)
{
    static void (*const tests[])(void) = {test_products, test_bits, test_refusals};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Linear recurrences: against the canonical order worked out, against plain loops where these are exact, and where more
 * precise arithmetic says how far off they may be; pieces; what overflows, vanishes and is no number; refusals.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"
#include "recurrence_oracle.h"

static prefix_ctx *ctx;
static const char *name;

static const int types[] = {PREFIX_F16, PREFIX_BF16, PREFIX_F32, PREFIX_F64, PREFIX_C64, PREFIX_C128};
enum { TYPES = sizeof types / sizeof *types };

struct trial {
    int type, pattern, memory, reverse, has_constant, has_first, alias; /* out is: 0 itself, 1 a, 2 b */
    size_t n, offset;                                                   /* elements */
};

/* The results, and the last of them in f64 or c128. */
static void work_out(const struct trial *t, const void *a, const void *b, const struct number *first, void *out,
                     struct number *last)
{
    struct step *const steps = must_alloc((t->n + 1) * sizeof *steps);
    for (size_t i = 0; i < t->n; i++) {
        const size_t at = t->reverse ? t->n - 1 - i : i;
        steps[i] = (struct step){get_number(t->type, a, t->has_constant ? 0 : at), get_number(t->type, b, at)};
    }
    recur(t->type, steps, t->n, t->has_first ? first : NULL);
    for (size_t i = 0; i < t->n; i++)
        put_number(t->type, out, t->reverse ? t->n - 1 - i : i, steps[i].b);
    *last = t->n > 0 ? steps[t->n - 1].b : t->has_first ? *first : (struct number){0, 0};
    free(steps);
}

static int run_trial(const struct trial *t, struct rng *rng)
{
    const size_t size = size_of(t->type), bytes = t->n * size;
    const int state = is_complex(t->type) ? PREFIX_C128 : PREFIX_F64;
    struct arena arrays[3];
    const struct number first = {rng_unit(rng), is_complex(t->type) ? rng_unit(rng) : 0};
    struct number last = {0, 0}, wanted_last;
    void *const wanted = must_alloc(bytes + 1);
    prefix_recurrence_plan *r;
    for (int k = 0; k < 3; k++) {
        arrays[k] = (struct arena){.ctx = ctx, .memory = t->memory};
        arena_place(&arrays[k], bytes + (k == 0) * size, t->offset * alignment_of(t->type) % ARENA_ALIGN);
    }
    fill_numbers(rng, t->pattern, 1, t->type, arrays[0].data, t->n + 1);
    fill_numbers(rng, t->pattern, 0, t->type, arrays[1].data, t->n);
    for (int k = 0; k < 3; k++)
        arena_push(&arrays[k]);
    work_out(t, arrays[0].data, arrays[1].data, &first, wanted, &wanted_last);
    must(ctx, prefix_recurrence_create(&r, ctx, t->type));
    must(ctx, prefix_recurrence_set_reverse(r, t->reverse));
    if (t->has_constant)
        must(ctx, prefix_recurrence_set_constant(r, arrays[0].data));
    if (t->has_first)
        must(ctx, prefix_recurrence_set_first(r, state, &first));
    must(ctx, prefix_recurrence_set_last(r, state, &last));
    struct arena *const to = &arrays[t->alias == 0 ? 2 : t->alias - 1];
    must(ctx, prefix_recurrence_run(r, t->has_constant ? NULL : arena_pointer(&arrays[0]), arena_pointer(&arrays[1]),
                                    arena_pointer(to), t->n));
    prefix_recurrence_destroy(r);
    arena_pull(to);
    int good = same_numbers(t->type, to->data, wanted, t->n) && same_numbers(state, &last, &wanted_last, 1);
    for (int k = 0; k < 3; k++) {
        good &= arena_guarded(&arrays[k]);
        arena_release(&arrays[k]);
    }
    free(wanted);
    return good;
}

static const size_t sizes[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 64, 100, 1023, 1024, 1025, 2047, 2048, 2049, 9000};
static const size_t long_sizes[] = {70000, 300001};

static void test_order(void)
{
    const int is_device = strcmp(name, "cuda") == 0;
    struct rng rng = rng_make(1);
    for (int k = 0; k < TYPES; k++) {
        size_t tried = 0, good = 0;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (int way = 0; way < 24; way++) {
                const struct trial t = {
                    .type = types[k],
                    .pattern = (int)rng_below(&rng, PATTERNS),
                    .memory = is_device && way % 2 ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST,
                    .reverse = way / 2 % 2,
                    .has_constant = way % 3 == 2,
                    .has_first = way / 4 % 2,
                    .alias = way / 8,
                    .n = sizes[i],
                    .offset = rng_below(&rng, 3),
                };
                if (t.has_constant && t.alias == 1)
                    continue;
                const int same = run_trial(&t, &rng);
                if (!same)
                    diag("n %zu, pattern %d, reverse %d, constant %d, first %d, alias %d", t.n, t.pattern, t.reverse,
                         t.has_constant, t.has_first, t.alias);
                good += (size_t)same;
                tried++;
            }
        ok(good == tried, "%s: the canonical order, %s: %zu of %zu", name, prefix_type_name(types[k]), good, tried);
    }
}

static void test_threads(void)
{
    struct rng rng = rng_make(2);
    int good = 1;
    for (int threads = 1; threads <= 16; threads++)
        for (size_t i = 0; i < sizeof long_sizes / sizeof *long_sizes; i++) {
            const struct trial t = {.type = types[2 + threads % 4],
                                    .pattern = threads % PATTERNS,
                                    .n = long_sizes[i],
                                    .memory = PREFIX_MEMORY_HOST,
                                    .reverse = threads % 3 == 0};
            must(ctx, prefix_ctx_set_threads(ctx, threads));
            good &= run_trial(&t, &rng);
        }
    must(ctx, prefix_ctx_set_threads(ctx, 0));
    ok(good, "%s: 1 to 16 threads", name);
}

enum { N = 100000 };

/* Whole numbers, whose sums and products are exact, against a plain loop. */
static void test_whole(void)
{
    double *a = must_alloc(N * sizeof *a), *b = must_alloc(N * sizeof *b), *out = must_alloc(N * sizeof *out), y = 0;
    struct rng rng = rng_make(3);
    int good = 1;
    for (int i = 0; i < N; i++) {
        a[i] = rng_below(&rng, 3) ? 1 - 2 * (double)rng_below(&rng, 2) : (double)rng_below(&rng, 4) - 1;
        b[i] = (double)rng_below(&rng, 9) - 4;
        if (rng_below(&rng, 10) == 0)
            a[i] = 0;
    }
    must(ctx, prefix_recurrence(ctx, PREFIX_F64, a, b, out, N));
    for (int i = 0; i < N; i++)
        good &= out[i] == (y = a[i] * y + b[i]);
    ok(good, "%s: whole numbers, step by step", name);
    free(a);
    free(b);
    free(out);
}

/* f32 is rounded once from f64: hardly ever off, and never by more than a place. */
static void test_precision(void)
{
    float *a = must_alloc(N * sizeof *a), *b = must_alloc(N * sizeof *b), *out = must_alloc(N * sizeof *out);
    struct rng rng = rng_make(4);
    long double y = 0;
    int off = 0, good = 1;
    for (int i = 0; i < N; i++) {
        a[i] = (float)(0.9 + 0.0999 * rng_unit(&rng));
        b[i] = (float)rng_unit(&rng);
    }
    must(ctx, prefix_recurrence(ctx, PREFIX_F32, a, b, out, N));
    for (int i = 0; i < N; i++) {
        y = (long double)a[i] * y + (long double)b[i];
        off += out[i] != (float)y;
        good &= fabsf(out[i] - (float)y) <= 0x1p-23F * fabsf(out[i]);
    }
    ok(good && off < 10, "%s: rounded once (%d of %d off)", name, off, N);
    free(a);
    free(b);
    free(out);
}

/* Pieces that end where tiles end. */
static void test_pieces(void)
{
    int good = 1;
    for (int k = 0; k < TYPES; k++) {
        const int type = types[k], state = is_complex(type) ? PREFIX_C128 : PREFIX_F64;
        const size_t size = size_of(type), n = 20000, tile = is_complex(type) ? 1024 : 2048;
        char *a = must_alloc(n * size), *b = must_alloc(n * size), *whole = must_alloc(n * size);
        struct rng rng = rng_make(5);
        struct number y;
        prefix_recurrence_plan *r;
        fill_numbers(&rng, SMALL, 1, type, a, n);
        fill_numbers(&rng, SMALL, 0, type, b, n);
        must(ctx, prefix_recurrence(ctx, type, a, b, whole, n));
        must(ctx, prefix_recurrence_create(&r, ctx, type));
        must(ctx, prefix_recurrence_set_last(r, state, &y));
        for (size_t at = 0, count; at < n; at += count) {
            count = tile * (1 + rng_below(&rng, 3));
            count = count < n - at ? count : n - at;
            must(ctx, prefix_recurrence_run(r, a + at * size, b + at * size, b + at * size, count));
            must(ctx, prefix_recurrence_set_first(r, state, &y));
        }
        prefix_recurrence_destroy(r);
        good &= memcmp(whole, b, n * size) == 0;
        free(a);
        free(b);
        free(whole);
    }
    ok(good, "%s: pieces give the bits of one call", name);
}

/* What the last y is in the recurrence's own type, and without elements. */
static void test_last(void)
{
    const float a[3] = {2, 3, 4}, b[3] = {1, 1, 1}, first = 5;
    float out[3], last = 0;
    double wide = 0;
    prefix_recurrence_plan *r;
    must(ctx, prefix_recurrence_create(&r, ctx, PREFIX_F32));
    must(ctx, prefix_recurrence_set_first(r, PREFIX_F32, &first));
    must(ctx, prefix_recurrence_set_last(r, PREFIX_F32, &last));
    must(ctx, prefix_recurrence_run(r, a, b, out, 3));
    ok(out[0] == 11 && out[1] == 34 && out[2] == 137 && last == 137, "%s: first and last, of the type", name);
    must(ctx, prefix_recurrence_run(r, NULL, NULL, NULL, 0));
    must(ctx, prefix_recurrence_set_last(r, PREFIX_F64, &wide));
    must(ctx, prefix_recurrence_run(r, NULL, NULL, NULL, 0));
    ok(last == 5 && wide == 5, "%s: without elements the last is the first", name);
    must(ctx, prefix_recurrence_set_first(r, 0, NULL));
    must(ctx, prefix_recurrence_run(r, NULL, NULL, NULL, 0));
    ok(wide == 0, "%s: or 0", name);
    prefix_recurrence_destroy(r);
}

/* All a the same but at one place, b 0 but at one place; the results are left in out. */
static void run_plain(double a, size_t a_at, double a_there, size_t b_at, double b_there, double *out, size_t n)
{
    double *const factors = must_alloc(n * sizeof *factors);
    for (size_t i = 0; i < n; i++) {
        factors[i] = i == a_at ? a_there : a;
        out[i] = i == b_at ? b_there : 0;
    }
    must(ctx, prefix_recurrence(ctx, PREFIX_F64, factors, out, out, n));
    free(factors);
}

static int all_are(const double *x, size_t from, size_t to, double value)
{
    for (size_t i = from; i < to; i++)
        if (isnan(value) ? !isnan(x[i]) : x[i] != value)
            return 0;
    return 1;
}

static void test_extremes(void)
{
    const size_t n = 10000;
    double *y = must_alloc(n * sizeof *y);
    run_plain(1e300, SIZE_MAX, 0, 5000, 3, y, n);
    ok(all_are(y, 0, 5000, 0) && y[5000] == 3 && y[5001] == 3e300 && all_are(y, 5002, n, INFINITY),
       "%s: products that overflow leave zeros zero", name);
    run_plain(1e300, 5000, 0, 5000, -0.0, y, n);
    ok(all_are(y, 0, n, 0), "%s: an a of 0 gives b", name);
    run_plain(1e300, 6000, 0, 10, INFINITY, y, n);
    ok(all_are(y, 0, 10, 0) && all_are(y, 10, 6000, INFINITY) && all_are(y, 6000, n, 0),
       "%s: an a of 0 forgets an infinity", name);
    run_plain(0.5, 6000, 0, 10, NAN, y, n);
    ok(all_are(y, 10, 6000, NAN) && all_are(y, 6000, n, 0), "%s: an a of 0 forgets a NaN", name);
    run_plain(0.5, SIZE_MAX, 0, 10, -INFINITY, y, n);
    ok(all_are(y, 10, n, -INFINITY), "%s: products that vanish keep an infinity", name);
    run_plain(-0.5, SIZE_MAX, 0, 10, NAN, y, n);
    ok(all_are(y, 10, n, NAN), "%s: and a NaN", name);
    run_plain(1, 100, NAN, 10, 2, y, n);
    ok(all_are(y, 10, 100, 2) && all_are(y, 100, n, NAN), "%s: a NaN in a stays", name);
    run_plain(1, 100, INFINITY, 100, 2, y, n);
    ok(all_are(y, 0, 100, 0) && all_are(y, 100, n, 2), "%s: 0 times an infinity is 0", name);
    run_plain(1, 100, -INFINITY, 10, 2, y, n);
    ok(all_are(y, 10, 100, 2) && all_are(y, 100, n, -INFINITY), "%s: an infinity in a", name);
    run_plain(2, SIZE_MAX, 0, 2048, 0x1p-500, y, 3000);
    ok(y[2999] == 0x1p451, "%s: growth by 2^951 within a tile", name);
    run_plain(-0.5, SIZE_MAX, 0, 2047, 1, y, 2 * 2048);
    ok(y[2048 + 400] == -0x1p-401 && fabs(y[2048 + 1000]) == 0x1p-500 && fabs(y[2 * 2048 - 1]) == 0x1p-500,
       "%s: a decay ends at 2^-500 within a tile", name);
    free(y);
}

/* A million steps down: through the subnormal numbers to where rounding stops, and never below 0. */
static void test_decay(void)
{
    const size_t n = 1000000;
    double *y = must_alloc(n * sizeof *y);
    const double a = 0.999, start = 1;
    int falls = 1;
    prefix_recurrence_plan *r;
    memset(y, 0, n * sizeof *y);
    must(ctx, prefix_recurrence_create(&r, ctx, PREFIX_F64));
    must(ctx, prefix_recurrence_set_constant(r, &a));
    must(ctx, prefix_recurrence_set_first(r, PREFIX_F64, &start));
    must(ctx, prefix_recurrence_run(r, NULL, y, y, n));
    prefix_recurrence_destroy(r);
    for (size_t i = 1; i < n; i++)
        falls &= y[i] <= y[i - 1] * (1 + 1e-12) + 0x1p-1060 && y[i] >= 0;
    ok(falls && fabs(y[99999] / pow(0.999, 100000) - 1) < 1e-10, "%s: a decay of a million steps", name);
    ok(y[n - 1] < 0x1p-1060 && y[740000] < 0x1p-1040 && y[720000] > 0, "%s: through subnormal numbers", name);
    free(y);
}

static void test_refusals(void)
{
    double x[16] = {0}, y[16];
    prefix_recurrence_plan *r = NULL;
    const int A = PREFIX_ERROR_ARGUMENT, O = PREFIX_ERROR_OVERLAP, U = PREFIX_ERROR_UNSUPPORTED;
    ok_refused(ctx, name, prefix_recurrence(ctx, PREFIX_I32, x, x, y, 2), U,
               "take floats and complex numbers, not i32");
    ok_refused(ctx, name, prefix_recurrence(ctx, 7, x, x, y, 2), A, "type");
    ok_refused(ctx, name, prefix_recurrence(ctx, PREFIX_F64, NULL, x, y, 2), A, "a is NULL");
    ok_refused(ctx, name, prefix_recurrence(ctx, PREFIX_F64, x, NULL, y, 2), A, "b is NULL, and n is 2");
    ok_refused(ctx, name, prefix_recurrence(ctx, PREFIX_F64, x, x, NULL, 2), A, "out is NULL");
    ok_refused(ctx, name, prefix_recurrence(ctx, PREFIX_F64, (char *)x + 1, x, y, 2), A, "a is not aligned");
    ok_refused(ctx, name, prefix_recurrence(ctx, PREFIX_F64, x, y, y + 1, 2), O, "out overlaps b");
    ok_refused(ctx, name, prefix_recurrence(ctx, PREFIX_F64, y + 1, x, y, 2), O, "out overlaps a");
    ok_refused(ctx, name, prefix_recurrence(ctx, PREFIX_F64, x, x, y, SIZE_MAX / 2), PREFIX_ERROR_OVERFLOW, "n: ");
    ok(prefix_recurrence(ctx, PREFIX_F64, NULL, NULL, NULL, 0) == PREFIX_OK, "%s: nothing", name);
    ok_refused(ctx, name, prefix_recurrence_create(&r, ctx, PREFIX_U8), U, "not u8");
    ok(r == NULL, "%s: there is no recurrence then", name);
    ok_refused(ctx, name, prefix_recurrence_create(NULL, ctx, PREFIX_F32), A, "recurrence is NULL");
    must(ctx, prefix_recurrence_create(&r, ctx, PREFIX_F64));
    ok_refused(ctx, name, prefix_recurrence_set_first(r, PREFIX_F32, x), U, "first type: f32 is neither");
    ok_refused(ctx, name, prefix_recurrence_set_last(r, PREFIX_C128, x), U, "last type: c128 is neither");
    ok_refused(ctx, name, prefix_recurrence_set_last(r, PREFIX_F64, (char *)x + 2), A, "last is not aligned");
    must(ctx, prefix_recurrence_set_last(r, PREFIX_F64, y + 1));
    ok_refused(ctx, name, prefix_recurrence_run(r, x, x, y, 2), O, "last lies in out");
    ok_refused(ctx, name, prefix_recurrence_run(r, x, y, x, 2), O, "last lies in b");
    must(ctx, prefix_recurrence_set_constant(r, x));
    ok_refused(ctx, name, prefix_recurrence_run(r, x, x, y + 4, 2), A, "has a constant");
    prefix_recurrence_destroy(r);
    prefix_recurrence_destroy(NULL);
    ok(prefix_recurrence_run(NULL, x, x, y, 1) == A && prefix_recurrence_set_constant(NULL, x) == A &&
           prefix_recurrence_set_reverse(NULL, 1) == A && prefix_recurrence_set_first(NULL, PREFIX_F64, x) == A &&
           prefix_recurrence_set_last(NULL, PREFIX_F64, x) == A,
       "%s: NULL is refused", name);
}

int main(void)
{
    static void (*const tests[])(void) = {test_order, test_threads, test_whole,    test_precision, test_pieces,
                                          test_last,  test_decay,   test_extremes, test_refusals};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}

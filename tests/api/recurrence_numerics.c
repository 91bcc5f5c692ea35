/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What recurrences come to at the ends of their types, next to a plain loop: growth, resets, decays through the
 * subnormal numbers, infinities and NaN; and where products of a tile overflow, what is lost, and how it is kept.
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

enum { TILE = 2048, N = 3 * TILE + 77, MILLION = 1000000 };

static double a[N], b[N], y[N];
static float a32[N], b32[N], y32[N];

static void fill(double a_value, double b_value)
{
    for (int i = 0; i < N; i++) {
        a[i] = a_value;
        b[i] = b_value;
    }
}

/* Of doubles, and of the same numbers as f32. */
static void run(void)
{
    for (int i = 0; i < N; i++) {
        a32[i] = (float)a[i];
        b32[i] = (float)b[i];
    }
    must(ctx, prefix_recurrence(ctx, PREFIX_F64, a, b, y, N));
    must(ctx, prefix_recurrence(ctx, PREFIX_F32, a32, b32, y32, N));
}

/* Whether all from one on are what a loop gives: to the bit, but for NaN. */
static int as_loop(double before)
{
    for (int i = 0; i < N; i++) {
        before = a[i] * before + b[i];
        if (isnan(before) ? !isnan(y[i]) || !isnan(y32[i])
                          : y[i] != before || signbit(y[i]) != signbit(before) || y32[i] != (float)before)
            return 0;
    }
    return 1;
}

/* |a| > 1: powers of two, which are exact, up to the infinity that a loop comes to at the same step. */
static void test_growth(void)
{
    int good = 1;
    for (int sign = -1; sign <= 1; sign += 2)
        for (int at = 0; at < N; at += 1009) {
            fill(sign * 2.0, 0);
            b[at] = 1;
            run();
            good &= as_loop(0);
        }
    ok(good, "%s: growth to infinity, of both signs", name);
    fill(1.5, 0);
    run();
    ok(as_loop(0), "%s: growth of nothing is nothing", name);
    fill(2, 0);
    b[5] = 1;
    for (int i = 505; i < N; i++)
        a[i] = i < 1004 ? 0.5 : 1;
    run();
    ok(as_loop(0) && isinf(y32[400]) && y32[N - 1] == 1, "%s: f32 comes back from beyond its range", name);
}

/* Positive numbers, whose sums lose nothing: near a loop in wider arithmetic. */
static void test_random_growth(void)
{
    struct rng rng = rng_make(1);
    long double want = 0;
    int good = 1;
    for (int i = 0; i < N; i++) {
        a[i] = 0.8 + 0.6 * rng_unit(&rng);
        b[i] = rng_unit(&rng);
    }
    run();
    for (int i = 0; i < N; i++) {
        want = (long double)a[i] * want + (long double)b[i];
        if (want < 0x1p1000L)
            good &= fabsl((long double)y[i] - want) <= 0x1p-42L * want;
    }
    ok(good && want > 1e100L, "%s: random growth, to %Lg", name, want);
}

/* An a of 0 begins anew, whatever stands before: what overflowed, an infinity, a NaN. */
static void test_resets(void)
{
    static const double before[] = {1, 1e300, INFINITY, -INFINITY, NAN};
    struct rng rng = rng_make(2);
    int good = 1;
    for (size_t k = 0; k < sizeof before / sizeof *before; k++)
        for (int trial = 0; trial < 20; trial++) {
            const int reset = 1 + (int)rng_below(&rng, N - 1), first = (int)rng_below(&rng, (size_t)reset);
            fill(trial % 2 ? 1e300 : -0.5, 0);
            b[first] = before[k];
            a[reset] = trial % 4 < 2 ? 0 : -0.0;
            b[reset] = 3;
            for (int i = reset + 1; i < N; i++)
                a[i] = 1;
            run();
            for (int i = reset; i < N; i++)
                good &= y[i] == 3 && y32[i] == 3;
        }
    ok(good, "%s: an a of 0 forgets what stands before", name);
}

/* Infinities and NaN in b, among factors that are no zeros and whose products stay: as a loop has them. */
static void test_specials(void)
{
    static const double specials[] = {INFINITY, -INFINITY, NAN};
    struct rng rng = rng_make(3);
    int good = 1;
    for (int trial = 0; trial < 40; trial++) {
        double want = 0;
        for (int i = 0; i < N; i++) {
            a[i] = (rng_below(&rng, 2) ? 1 : -1) * (0.5 + rng_unit(&rng));
            b[i] = rng_below(&rng, trial % 2 ? 500 : 5000) ? rng_unit(&rng) : specials[rng_below(&rng, 2 + trial % 2)];
        }
        run();
        for (int i = 0; i < N; i++) {
            want = a[i] * want + b[i];
            good &= isnan(want)   ? isnan(y[i]) && isnan(y32[i])
                    : isinf(want) ? y[i] == want && y32[i] == (float)want
                                  : isfinite(y[i]);
        }
    }
    ok(good, "%s: infinities and NaN in b", name);
    fill(0.5, 1);
    a[3000] = NAN;
    a[6000] = 0;
    run();
    good = 1;
    for (int i = 0; i < N; i++)
        good &= (i >= 3000 && i < 6000) == !!isnan(y[i]);
    ok(good && y[6000] == 1, "%s: a NaN in a stays to the next a of 0", name);
    fill(0.5, 0);
    b[2990] = 1;
    a[3000] = INFINITY;
    run();
    ok(as_loop(0) && y[N - 1] == INFINITY, "%s: an infinity in a", name);
}

/* A million steps of an a for each, and of a constant: to f32 below the normal numbers, as a loop of f64 rounds. */
static void test_decay(void)
{
    float *const factors = must_alloc(MILLION * sizeof *factors), *const out = must_alloc(MILLION * sizeof *out);
    const float factor = 0.9999F, start = 1;
    for (int is_constant = 0; is_constant < 2; is_constant++) {
        prefix_recurrence_plan *r;
        long double want = 1;
        int good = 1;
        memset(out, 0, MILLION * sizeof *out);
        for (int i = 0; i < MILLION; i++)
            factors[i] = factor;
        must(ctx, prefix_recurrence_create(&r, ctx, PREFIX_F32));
        must(ctx, prefix_recurrence_set_first(r, PREFIX_F32, &start));
        if (is_constant)
            must(ctx, prefix_recurrence_set_constant(r, &factor));
        must(ctx, prefix_recurrence_run(r, is_constant ? NULL : factors, out, out, MILLION));
        prefix_recurrence_destroy(r);
        for (int i = 0; i < MILLION; i++) {
            want *= (long double)factor;
            good &= fabsl((long double)out[i] - want) <= 0x1p-23L * want + 0x1p-149L;
        }
        ok(good && out[MILLION - 1] > 0 && out[MILLION - 1] < 0x1p-140F, "%s: a decay of a million steps, %s: to %g",
           name, is_constant ? "a constant" : "an a for each", (double)out[MILLION - 1]);
    }
    free(factors);
    free(out);
}

/*
 * A product that overflows within a tile makes an infinity of a tiny y, and no number of what cancels: a loop stays
 * finite in both. In pieces that grow by less the first is what a loop gives.
 */
static void test_overflow(void)
{
    const double tiny = 0x1p-1000, fixed = -1;
    enum { PIECE = 512 };
    double state = tiny, want = tiny;
    prefix_recurrence_plan *r;
    int good = 1;
    must(ctx, prefix_recurrence_create(&r, ctx, PREFIX_F64));
    must(ctx, prefix_recurrence_set_first(r, PREFIX_F64, &fixed));
    fill(2, 1);
    must(ctx, prefix_recurrence_run(r, a, b, y, TILE));
    ok(y[20] == -1 && isnan(y[TILE - 1]), "%s: growth that cancels overflows within a tile", name);
    must(ctx, prefix_recurrence_set_first(r, PREFIX_F64, &tiny));
    fill(2, 0);
    must(ctx, prefix_recurrence_run(r, a, b, y, TILE));
    ok(y[500] == 0x1p-499 && isinf(y[1500]), "%s: growth of a tiny y overflows within a tile", name);
    must(ctx, prefix_recurrence_set_last(r, PREFIX_F64, &state));
    for (int at = 0; at < TILE; at += PIECE) {
        must(ctx, prefix_recurrence_set_first(r, PREFIX_F64, &state));
        must(ctx, prefix_recurrence_run(r, a + at, b + at, y + at, PIECE));
    }
    for (int i = 0; i < TILE; i++)
        good &= y[i] == (want *= 2);
    ok(good && y[1500] == 0x1p501, "%s: and not within pieces", name);
    prefix_recurrence_destroy(r);
}

int main(void)
{
    static void (*const tests[])(void) = {test_growth,   test_random_growth, test_resets,
                                          test_specials, test_decay,         test_overflow};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exponentially weighted means, variances and deviations: against a loop in wider arithmetic, against those of pandas,
 * and the same bits everywhere; rows, places, and refusals.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"
#include "ewm_oracle.h"

static prefix_ctx *ctx;
static const char *name;

static prefix_ewm *create(prefix_ctx *on, int type, const struct ewm_settings *s)
{
    prefix_ewm *ewm;
    must(on, prefix_ewm_create(&ewm, on, type, s->alpha));
    must(on, prefix_ewm_set_adjust(ewm, s->adjust));
    must(on, prefix_ewm_set_ignore_missing(ewm, s->ignore_missing));
    must(on, prefix_ewm_set_bias(ewm, s->bias));
    must(on, prefix_ewm_set_min_periods(ewm, s->min_periods));
    return ewm;
}

static int weigh(prefix_ewm *ewm, int what, const void *in, void *out, size_t n)
{
    return what == EWM_MEAN  ? prefix_ewm_mean(ewm, in, out, n)
           : what == EWM_VAR ? prefix_ewm_var(ewm, in, out, n)
                             : prefix_ewm_std(ewm, in, out, n);
}

enum pattern { UNIT, OFFSET, STEPS, WALK, MAGNITUDES, PATTERNS };

/* Numbers, of which a share is missing, singly and in runs, some as infinities. */
static void fill(struct rng *rng, int pattern, double missing, double *x, size_t n)
{
    double level = 0;
    for (size_t i = 0, run = 0; i < n; i++) {
        const double unit = 2 * rng_unit(rng) - 1;
        level = pattern == WALK || rng_below(rng, 100) == 0 ? level + unit : level;
        x[i] = pattern == UNIT     ? unit
               : pattern == OFFSET ? 1e6 + unit
               : pattern == STEPS  ? floor(4 * level)
               : pattern == WALK   ? level
                                   : ldexp(unit, (int)rng_below(rng, 60) - 30);
        if (run == 0 && rng_unit(rng) < missing)
            run = 1 + (rng_below(rng, 200) == 0 ? rng_below(rng, 9000) : rng_below(rng, 3));
        if (run > 0 && run--)
            x[i] = rng_below(rng, 10) ? NAN : rng_below(rng, 2) ? INFINITY : -INFINITY;
        x[i] = (float)x[i];
    }
}

/* How far the results are off, in units of the oracle; infinity where one is a number and the other is none. */
static double worst_of(int type, const void *out, const long double *want, const long double *unit, size_t n)
{
    long double worst = 0;
    for (size_t i = 0; i < n; i++) {
        const long double got = oracle_float_get(type, (const char *)out + i * oracle_size(type));
        const long double rounding =
            type == PREFIX_F32 ? 0x1p-24L * fabsl(want[i]) + 0x1p-150L : 0x1p-53L * fabsl(want[i]);
        if (unit[i] == INFINITY)
            continue;
        if (isnan(got) != isnan(want[i]))
            return INFINITY;
        const long double off = fabsl(got - want[i]) - rounding;
        if (off > 0 && !(off / unit[i] <= worst))
            worst = off / unit[i];
    }
    return (double)worst;
}

static int same(const void *x, const void *y, int type, size_t n)
{
    const size_t size = oracle_size(type);
    for (size_t i = 0; i < n; i++) {
        const char *const a = (const char *)x + i * size, *const b = (const char *)y + i * size;
        if (memcmp(a, b, size) != 0 && !(isnan(oracle_float_get(type, a)) && isnan(oracle_float_get(type, b))))
            return 0;
    }
    return 1;
}

struct trial {
    struct ewm_settings settings;
    int what, type, pattern, memory, in_place;
    double missing;
    size_t n, rows, gap, offset; /* elements */
};

/* Of rows with a gap between them that stays as it is. Returns how far they are off. */
static double run_trial(const struct trial *t, struct rng *rng)
{
    const size_t size = oracle_size(t->type), step = t->n + t->gap, count = (t->rows - 1) * step + t->n;
    struct arena in = {.ctx = ctx, .memory = t->memory}, out = in;
    double *const x = must_alloc(count * sizeof *x), worst = 0;
    long double *const want = must_alloc(t->n * sizeof *want), *const unit = must_alloc(t->n * sizeof *unit);
    prefix_ewm *ewm = create(ctx, t->type, &t->settings);
    arena_place(&in, count * size, t->offset * size);
    arena_place(&out, count * size, t->offset * size);
    fill(rng, t->pattern, t->missing, x, count);
    for (size_t i = 0; i < count; i++)
        oracle_float_put(t->type, in.data + i * size, x[i]);
    struct arena *const to = t->in_place ? &in : &out;
    unsigned char *const before = must_alloc(count * size);
    memcpy(before, to->data, count * size);
    arena_push(&in);
    arena_push(&out);
    must(ctx, prefix_ewm_set_batch(ewm, t->rows, (ptrdiff_t)step, (ptrdiff_t)step));
    must(ctx, weigh(ewm, t->what, arena_pointer(&in), arena_pointer(to), t->n));
    arena_pull(to);
    for (size_t row = 0; row < t->rows; row++) {
        ewm_oracle(&t->settings, t->what, x + row * step, t->n, want, unit);
        const double off = worst_of(t->type, to->data + row * step * size, want, unit, t->n);
        worst = off > worst ? off : worst;
        if (row + 1 < t->rows &&
            memcmp(to->data + (row * step + t->n) * size, before + (row * step + t->n) * size, t->gap * size) != 0)
            worst = INFINITY;
    }
    worst = arena_guarded(&in) && arena_guarded(&out) ? worst : INFINITY;
    prefix_ewm_destroy(ewm);
    arena_release(&in);
    arena_release(&out);
    free(x);
    free(want);
    free(unit);
    free(before);
    return worst;
}

static const double alphas[] = {1, 0.999, 0.5, 0.1, 0.01, 1e-4, 1e-9, 0x1p-60};
enum { ALPHAS = sizeof alphas / sizeof *alphas };

static struct ewm_settings random_settings(struct rng *rng)
{
    static const size_t least[] = {0, 0, 1, 2, 50};
    return (struct ewm_settings){.alpha = rng_below(rng, 2) ? alphas[rng_below(rng, ALPHAS)] : 1 - rng_unit(rng),
                                 .adjust = (int)rng_below(rng, 2),
                                 .ignore_missing = (int)rng_below(rng, 2),
                                 .bias = (int)rng_below(rng, 2),
                                 .min_periods = least[rng_below(rng, 5)]};
}

enum { MOST = 12 }; /* units that results may be off */

static void test_trials(void)
{
    static const size_t sizes[] = {1, 2, 7, 8, 9, 16, 17, 511, 512, 513, 640, 4097, 70000};
    struct rng rng = rng_make(1);
    const int is_device = strcmp(name, "cuda") == 0;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        double worst = 0;
        for (int i = 0; i < (sizes[k] > 1000 ? 24 : 60); i++) {
            const struct trial t = {
                .settings = random_settings(&rng),
                .what = (int)rng_below(&rng, EWM_WHATS),
                .type = rng_below(&rng, 2) ? PREFIX_F32 : PREFIX_F64,
                .pattern = (int)rng_below(&rng, PATTERNS),
                .memory = is_device && rng_below(&rng, 2) ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST,
                .in_place = (int)rng_below(&rng, 2),
                .missing = rng_below(&rng, 3)   ? 0.2 * rng_unit(&rng)
                           : rng_below(&rng, 2) ? 1
                                                : 0,
                .n = sizes[k],
                .rows = 1 + rng_below(&rng, 2) * rng_below(&rng, sizes[k] > 1000 ? 3 : 30),
                .gap = rng_below(&rng, 5),
                .offset = rng_below(&rng, 3),
            };
            const double off = run_trial(&t, &rng);
            if (!(off <= MOST))
                diag("%s: what %d, type %d, pattern %d, alpha %g, adjust %d, ignore %d, bias %d: %g units", name,
                     t.what, t.type, t.pattern, t.settings.alpha, t.settings.adjust, t.settings.ignore_missing,
                     t.settings.bias, off);
            worst = off > worst ? off : worst;
        }
        ok(worst <= MOST, "%s: rows of %zu are off by %.1f units at most", name, sizes[k], worst);
    }
}

/* A million elements, of which each alpha lets others decay. */
static void test_long(void)
{
    struct rng rng = rng_make(2);
    const size_t n = test_level() == TEST_SHORT ? 20000 : 1000000;
    for (int k = 0; k < ALPHAS; k++) {
        const struct trial t = {
            .settings = {.alpha = alphas[k], .adjust = k % 2, .ignore_missing = k / 2 % 2},
            .what = k % 3 == 0   ? EWM_MEAN
                    : k % 3 == 1 ? EWM_VAR
                                 : EWM_STD,
            .type = PREFIX_F64,
            .pattern = k % 2 ? WALK : MAGNITUDES,
            .memory = PREFIX_MEMORY_HOST,
            .missing = 0.05,
            .n = n,
            .rows = 1,
        };
        const double off = run_trial(&t, &rng);
        ok(off <= MOST, "%s: %zu elements with an alpha of %g are off by %.1f units", name, n, alphas[k], off);
    }
}

/* The bits of the serial backend, by any number of threads. */
static void test_bits(void)
{
    enum { N = 50000 };
    struct rng rng = rng_make(3);
    prefix_ctx *serial;
    double *const x = must_alloc(N * sizeof *x), *const y = must_alloc(N * sizeof *y),
                  *const z = must_alloc(N * sizeof *z);
    int good = 1;
    must(NULL, prefix_ctx_create(&serial, "serial"));
    for (int i = 0; i < 16; i++) {
        const struct ewm_settings s = random_settings(&rng);
        prefix_ewm *ewm = create(ctx, PREFIX_F64, &s), *reference = create(serial, PREFIX_F64, &s);
        fill(&rng, i % PATTERNS, 0.1, x, N);
        must(ctx, prefix_ctx_set_threads(ctx, i));
        must(ctx, weigh(ewm, i % EWM_WHATS, x, y, N));
        must(serial, weigh(reference, i % EWM_WHATS, x, z, N));
        good &= same(y, z, PREFIX_F64, N);
        prefix_ewm_destroy(ewm);
        prefix_ewm_destroy(reference);
    }
    must(ctx, prefix_ctx_set_threads(ctx, 0));
    ok(good, "%s: the bits of serial, by 0 to 15 threads", name);
    prefix_ctx_destroy(serial);
    free(x);
    free(y);
    free(z);
}

/*
 * A missing value changes nothing before it, not to the bit: neither in tiles of 512 elements without any, which may be
 * done in another way, nor in one behind a gap.
 */
static void test_ends(void)
{
    enum { TILE = 512, N = 5 * TILE + 100 };
    struct rng rng = rng_make(5);
    double *const x = must_alloc(N * sizeof *x);
    char *const in = must_alloc(N * sizeof *x), *const want = must_alloc(N * sizeof *x),
                *const out = must_alloc(N * sizeof *x);
    int good = 1;
    for (int i = 0; i < 60; i++) {
        const struct ewm_settings s = random_settings(&rng);
        const int type = i % 2 ? PREFIX_F32 : PREFIX_F64, what = i % EWM_WHATS;
        const size_t size = oracle_size(type);
        prefix_ewm *ewm = create(ctx, type, &s);
        fill(&rng, i / 2 % PATTERNS, 0, x, N);
        for (size_t k = 0; k < N; k++)
            oracle_float_put(type, in + k * size, i / 6 % 2 && (k == TILE - 1 || k == TILE - 2) ? NAN : x[k]);
        must(ctx, weigh(ewm, what, in, want, N));
        for (size_t end = 2 * TILE - 1; end < N; end += TILE) {
            oracle_float_put(type, in + end * size, NAN);
            must(ctx, weigh(ewm, what, in, out, N));
            good &= same(want, out, type, end);
            oracle_float_put(type, in + end * size, x[end]);
        }
        prefix_ewm_destroy(ewm);
    }
    ok(good, "%s: a missing value changes nothing before it", name);
    free(x);
    free(in);
    free(want);
    free(out);
}

/* What does not change stays as it is, and its variance is 0. */
static void test_equal(void)
{
    enum { N = 3000 };
    const struct ewm_settings s = {.alpha = 0.3};
    double x[N], y[N];
    int good = 1;
    prefix_ewm *ewm = create(ctx, PREFIX_F64, &s);
    for (int adjust = 0; adjust < 2; adjust++) {
        for (int i = 0; i < N; i++)
            x[i] = i % 7 == 3 ? NAN : 0.1;
        must(ctx, prefix_ewm_set_adjust(ewm, adjust));
        must(ctx, prefix_ewm_mean(ewm, x, y, N));
        for (int i = 0; i < N; i++)
            good &= y[i] == 0.1;
        must(ctx, prefix_ewm_var(ewm, x, y, N));
        good &= isnan(y[0]);
        for (int i = 1; i < N; i++)
            good &= y[i] == 0;
    }
    ok(good, "%s: of equal numbers the mean is one of them, and the variance 0", name);
    prefix_ewm_destroy(ewm);
}

/* The columns of a table, in place, are those that stand alone. */
static void test_columns(void)
{
    enum { N = 700, COLUMNS = 5 };
    static double table[N][COLUMNS], column[COLUMNS][N];
    const size_t shape[] = {N, COLUMNS};
    const struct ewm_settings s = {.alpha = 0.1, .adjust = 1};
    struct rng rng = rng_make(4);
    prefix_ewm *all = create(ctx, PREFIX_F64, &s), *one = create(ctx, PREFIX_F64, &s);
    int good = 1;
    for (int k = 0; k < COLUMNS; k++) {
        fill(&rng, k, 0.1, column[k], N);
        for (int i = 0; i < N; i++)
            table[i][k] = column[k][i];
        must(ctx, prefix_ewm_std(one, column[k], column[k], N));
    }
    must(ctx, prefix_ewm_set_array(all, 2, shape, 0, NULL, NULL));
    must(ctx, prefix_ewm_std(all, table, table, N));
    for (int k = 0; k < COLUMNS; k++)
        for (int i = 0; i < N; i++)
            good &= same(&table[i][k], &column[k][i], PREFIX_F64, 1);
    ok(good, "%s: columns of a table", name);
    prefix_ewm_destroy(all);
    prefix_ewm_destroy(one);
}

static void test_refusals(void)
{
    float x[8] = {0};
    prefix_ewm *e;
    ok_refused(ctx, name, prefix_ewm_create(NULL, ctx, PREFIX_F32, 0.5), PREFIX_ERROR_ARGUMENT, "ewm");
    ok_refused(ctx, name, prefix_ewm_create(&e, ctx, PREFIX_F16, 0.5), PREFIX_ERROR_UNSUPPORTED, "type");
    ok_refused(ctx, name, prefix_ewm_create(&e, ctx, 7, 0.5), PREFIX_ERROR_ARGUMENT, "type");
    static const double bad[] = {0, -0.5, 1.5, NAN, INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ok_refused(ctx, name, prefix_ewm_create(&e, ctx, PREFIX_F32, bad[i]), PREFIX_ERROR_ARGUMENT, "alpha");
    ok(e == NULL, "%s: there is none then", name);
    must(ctx, prefix_ewm_create(&e, ctx, PREFIX_F32, 0.5));
    ok_refused(ctx, name, prefix_ewm_mean(e, NULL, x, 8), PREFIX_ERROR_ARGUMENT, "in");
    ok_refused(ctx, name, prefix_ewm_var(e, x, NULL, 8), PREFIX_ERROR_ARGUMENT, "out");
    ok_refused(ctx, name, prefix_ewm_std(e, (char *)x + 1, x, 4), PREFIX_ERROR_ARGUMENT, "in");
    ok_refused(ctx, name, prefix_ewm_mean(e, x, x + 1, 4), PREFIX_ERROR_OVERLAP, "out");
    ok_refused(ctx, name, prefix_ewm_mean(e, x, x, SIZE_MAX / 2), PREFIX_ERROR_OVERFLOW, "address space");
    must(ctx, prefix_ewm_set_batch(e, 2, 3, 4));
    ok_refused(ctx, name, prefix_ewm_mean(e, x, x, 3), PREFIX_ERROR_OVERLAP, "out");
    must(ctx, prefix_ewm_set_batch(e, 2, 3, 3));
    ok_refused(ctx, name, prefix_ewm_mean(e, x, x, 4), PREFIX_ERROR_UNSUPPORTED, "out_stride");
    ok_refused(ctx, name, prefix_ewm_set_array(e, -1, NULL, 0, NULL, NULL), PREFIX_ERROR_ARGUMENT, "dims");
    must(ctx, prefix_ewm_mean(e, NULL, NULL, 0));
    must(ctx, prefix_ewm_set_batch(e, 0, 0, 0));
    must(ctx, prefix_ewm_mean(e, x, x, 8));
    prefix_ewm_destroy(e);
    prefix_ewm_destroy(NULL);
    ok_refused(NULL, name, prefix_ewm_mean(NULL, x, x, 4), PREFIX_ERROR_ARGUMENT, "ewm");
    ok_refused(NULL, name, prefix_ewm_set_batch(NULL, 1, 0, 0), PREFIX_ERROR_ARGUMENT, "ewm");
    ok_refused(NULL, name, prefix_ewm_set_array(NULL, 1, NULL, 0, NULL, NULL), PREFIX_ERROR_ARGUMENT, "ewm");
    ok_refused(NULL, name, prefix_ewm_set_adjust(NULL, 1), PREFIX_ERROR_ARGUMENT, "ewm");
    ok_refused(NULL, name, prefix_ewm_set_ignore_missing(NULL, 1), PREFIX_ERROR_ARGUMENT, "ewm");
    ok_refused(NULL, name, prefix_ewm_set_bias(NULL, 1), PREFIX_ERROR_ARGUMENT, "ewm");
    ok_refused(NULL, name, prefix_ewm_set_min_periods(NULL, 1), PREFIX_ERROR_ARGUMENT, "ewm");
}

int main(void)
{
    static void (*const tests[])(void) = {test_trials, test_long,    test_bits,    test_ends,
                                          test_equal,  test_columns, test_refusals};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}

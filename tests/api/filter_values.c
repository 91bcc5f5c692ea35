/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What linear filters come to: results of SciPy 1.17, poles on and beyond the unit circle, decays, and what is no
 * number.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"
#include "filter_oracle.h"

static prefix_ctx *ctx;
static const char *name;

/* By lfilter(*butter(3, 0.25), x, zi=...), and sosfilt(butter(4, 0.2, output='sos'), x, zi=...). */
static void test_scipy(void)
{
    static const double b[] = {0x1.03995eeeeb2c5p-5, 0x1.85660e6660c28p-4, 0x1.85660e6660c28p-4, 0x1.03995eeeeb2c5p-5},
                        a[] = {1, -0x1.7582edba2eddcp+0, 0x1.d21be2b7137c9p-1, -0x1.95255f2d00abdp-3},
                        sections[] = {0x1.3c2b0cf231622p-8,
                                      0x1.3c2b0cf231622p-7,
                                      0x1.3c2b0cf231622p-8,
                                      1,
                                      -0x1.0c71059713adep0,
                                      0x1.2f3f6afb03313p-2,
                                      1,
                                      2,
                                      1,
                                      1,
                                      -0x1.522761f23772cp0,
                                      0x1.43f656ccb49fap-1},
                        x[8] = {1, -2, 3, 0.5, -1, 0, 4, 0.25}, before[] = {0.5, -0.25, 0.125, 1};
    static const double y[2][8] = {
        {0x1.103995eeeeb2cp-1, 0x1.1d68b76d7f4dbp-1, 0x1.d1309cdd2584ap-2, 0x1.9ccd05dc19520p-2, 0x1.0b8b91230369ep-1,
         0x1.10ce62cb7ec42p-1, 0x1.b7459aca751dap-2, 0x1.338f0874320e5p-1},
        {0x1.42785619e462cp-1, 0x1.8f7b501f72621p+1, 0x1.3b9500a13d1efp+2, 0x1.4c6eb163ecd66p+2, 0x1.0842f2c7791c0p+2,
         0x1.36390140f9348p+1, 0x1.8380bd2947189p-1, -0x1.7cc6ed50a9e40p-2}};
    static const double last[2][4] = {
        {0x1.fd9f929e4fe08p-1, -0x1.3ef2a5b38cf01p-2, 0x1.0398ad21073bbp-3},
        {0x1.402ae8d4e4e0dp-4, -0x1.1d39e5120013dp-6, -0x1.9ff52d53e2746p-1, 0x1.314ca68d1e3f0p-2}};
    for (int k = 0; k < 2; k++) {
        double out[8], z[4] = {0};
        prefix_filter *filter;
        must(ctx, k ? prefix_filter_create_sections(&filter, ctx, PREFIX_F64, sections, 2)
                    : prefix_filter_create(&filter, ctx, PREFIX_F64, b, 4, a, 4));
        must(ctx, prefix_filter_set_state(filter, before, z));
        must(ctx, prefix_filter_run(filter, x, out, 8));
        ok(prefix_filter_order(filter) == (k ? 4 : 3) && memcmp(out, y[k], sizeof out) == 0 &&
               memcmp(z, last[k], prefix_filter_order(filter) * sizeof *z) == 0,
           "%s: the bits of SciPy's %s", name, k ? "sosfilt" : "lfilter");
        prefix_filter_destroy(filter);
    }
}

/* Of SciPy's own tests of lfilter and sosfilt those of whole numbers: x of a row is across * row + along * i. */
struct whole {
    const char *name;
    size_t nb, na, rows, n;
    double b[5], a[3];
    int across, along, has_state;
    double first[12], y[15], last[12];
};

static const struct whole wholes[] = {
    {"rank 1, IIR", 2, 2, 1, 6, {1, -1}, {0.5, -0.5}, 0, 1, 0, {0}, {0, 2, 4, 6, 8, 10}, {0}},
    {"rank 1, FIR", 2, 1, 1, 6, {1, 1}, {1}, 0, 1, 0, {0}, {0, 1, 3, 5, 7, 9}, {0}},
    {"rank 1, IIR, states", 3, 2, 1, 6, {1, 0, -1}, {0.5, -0.5}, 0, 1, 1, {1, 2}, {1, 5, 9, 13, 17, 21}, {13, -10}},
    {"rank 1, FIR, states", 3, 1, 1, 6, {1, 1, 1}, {1}, 0, 1, 1, {1, 1}, {1, 2, 3, 6, 9, 12}, {9, 5}},
    {"rank 2, axis 0", 2, 2, 3, 4, {1, -1}, {0.5, 0.5}, 1, 3, 0, {0}, {0, 6, 0, 6, 2, 4, 2, 4, 4, 2, 4, 2}, {0}},
    {"rank 2, axis 1",
     2,
     2,
     4,
     3,
     {1, -1},
     {0.5, 0.5},
     3,
     1,
     0,
     {0},
     {0, 2, 0, 6, -4, 6, 12, -10, 12, 18, -16, 18},
     {0}},
    {"rank 2, axis 1, states",
     2,
     2,
     4,
     3,
     {1, -1},
     {0.5, 0.5},
     3,
     1,
     1,
     {1, 1, 1, 1},
     {1, 1, 1, 7, -5, 7, 13, -11, 13, 19, -17, 19},
     {-5, -17, -29, -41}},
    {"rank 2, axis 0, states",
     2,
     2,
     3,
     4,
     {1, -1},
     {0.5, 0.5},
     1,
     3,
     1,
     {1, 1, 1},
     {1, 5, 1, 5, 3, 3, 3, 3, 5, 1, 5, 1},
     {-23, -23, -23}},
    {"a alone", 3, 1, 1, 6, {1, 0, -1}, {1}, 0, 1, 0, {0}, {0, 1, 2, 2, 2, 2}, {0}},
    {"states of rows, of zeros",
     5,
     3,
     3,
     5,
     {1, 1, 1, 1, 1},
     {1, 0, 0},
     0,
     0,
     1,
     {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3},
     {1, 1, 1, 1, 0, 2, 2, 2, 2, 0, 3, 3, 3, 3, 0},
     {0}},
};

static int is_whole(const struct whole *w, prefix_filter *filter, int type)
{
    const size_t count = w->rows * w->n, states = w->rows * prefix_filter_order(filter);
    double wide[15], last[12];
    float narrow[15];
    int good = 1;
    for (size_t i = 0; i < count; i++)
        narrow[i] = (float)(wide[i] = w->across * (double)(i / w->n) + w->along * (double)(i % w->n));
    void *const x = type == PREFIX_F32 ? (void *)narrow : (void *)wide;
    must(ctx, prefix_filter_set_rows(filter, w->rows, 0, 0));
    if (w->has_state)
        must(ctx, prefix_filter_set_state(filter, w->first, last));
    must(ctx, prefix_filter_run(filter, x, x, w->n));
    for (size_t i = 0; i < count; i++)
        good &= (type == PREFIX_F32 ? (double)narrow[i] : wide[i]) == w->y[i];
    for (size_t i = 0; i < states && w->has_state; i++)
        good &= last[i] == w->last[i];
    prefix_filter_destroy(filter);
    return good;
}

static void test_whole(void)
{
    for (size_t k = 0; k < sizeof wholes / sizeof *wholes; k++) {
        const struct whole *const w = &wholes[k];
        int good = 1;
        for (int type = PREFIX_F32; type <= PREFIX_F64; type++) {
            const double section[6] = {w->b[0], w->b[1], w->b[2], w->a[0], w->a[1], w->a[2]};
            prefix_filter *filter;
            must(ctx, prefix_filter_create(&filter, ctx, type, w->b, w->nb, w->a, w->na));
            good &= is_whole(w, filter, type);
            if (w->has_state)
                continue;
            must(ctx, prefix_filter_create_sections(&filter, ctx, type, section, 1));
            good &= is_whole(w, filter, type);
        }
        ok(good, "%s: SciPy's own: %s", name, w->name);
    }
}

/* Three Butterworth filters, one behind the other, and as one transfer function, which SciPy compares, too. */
static void test_product(void)
{
    static const double sections[3][6] = {
        {0.09763107293781749, 0.19526214587563498, 0.09763107293781749, 1, -0.9428090415820634, 0.33333333333333337},
        {0.5690355937288492, 1.1380711874576983, 0.5690355937288492, 1, 0.9428090415820632, 0.33333333333333326},
        {0.5690355937288492, 1.1380711874576983, 0.5690355937288492, 1, 0.9428090415820632, 0.33333333333333326}};
    enum { LENGTH = 50, LONG = 5000 };
    double b[7] = {1}, a[7] = {1}, *const x = must_alloc(LONG * sizeof *x), *const y = must_alloc(LONG * sizeof *y);
    struct rng rng = rng_make(6);
    for (size_t s = 0; s < 3; s++)
        for (size_t i = 2 * s + 3; i-- > 0;) { /* the product of polynomials, from the last number on */
            b[i] = sections[s][0] * b[i] + (i > 0 ? sections[s][1] * b[i - 1] : 0) +
                   (i > 1 ? sections[s][2] * b[i - 2] : 0);
            a[i] = a[i] + (i > 0 ? sections[s][4] * a[i - 1] : 0) + (i > 1 ? sections[s][5] * a[i - 2] : 0);
        }
    for (int n = LENGTH; n <= LONG; n *= LONG / LENGTH) {
        prefix_filter *cascade, *direct;
        int good = 1;
        for (int i = 0; i < n; i++)
            x[i] = rng_unit(&rng);
        must(ctx, prefix_filter_create_sections(&cascade, ctx, PREFIX_F64, sections[0], 3));
        must(ctx, prefix_filter_create(&direct, ctx, PREFIX_F64, b, 7, a, 7));
        must(ctx, prefix_filter_run(cascade, x, y, (size_t)n));
        must(ctx, prefix_filter_run(direct, x, x, (size_t)n));
        for (int i = 0; i < n; i++)
            good &= fabs(x[i] - y[i]) < 1e-11;
        ok(good, "%s: sections and their product, %d", name, n);
        prefix_filter_destroy(cascade);
        prefix_filter_destroy(direct);
    }
    free(x);
    free(y);
}

/* Poles on the unit circle and beyond: what a plain loop gives, as long as it is finite, and no number after it. */
static void test_growth(void)
{
    static const struct filter filters[] = {
        {.order = 1, .b = {1}, .a = {1, -1}, .feedback = 1},    {.order = 1, .b = {1}, .a = {1, -1.5}, .feedback = 1},
        {.order = 2, .b = {1}, .a = {1, -2, 1}, .feedback = 1}, {.order = 2, .b = {1}, .a = {1, 0, 4}, .feedback = 1},
        {.order = 1, .b = {1, 1}, .a = {1, 1}, .feedback = 1},
    };
    enum { LENGTH = 20000 };
    double *x = must_alloc(LENGTH * sizeof *x), *y = must_alloc(LENGTH * sizeof *y),
           *out = must_alloc(LENGTH * sizeof *y);
    struct rng rng = rng_make(3);
    for (size_t k = 0; k < sizeof filters / sizeof *filters; k++) {
        double z[MOST_ORDER] = {0};
        int good = 1;
        for (int i = 0; i < LENGTH; i++)
            x[i] = (double)rng_below(&rng, 9) - 4;
        prefix_filter *filter = create_filter(ctx, &filters[k], PREFIX_F64, 1);
        must(ctx, prefix_filter_run(filter, x, out, LENGTH));
        filter_steps(&filters[k], x, y, LENGTH, z);
        for (int i = 0; i < LENGTH; i++)
            good &= isnan(y[i]) ? isnan(out[i]) : out[i] == y[i];
        ok(good, "%s: poles on the unit circle or beyond, %zu", name, k);
        prefix_filter_destroy(filter);
    }
    free(x);
    free(y);
    free(out);
}

/* A decay through the subnormal numbers, and a number that is none, which stays in its row if it is fed back. */
static void test_extremes(void)
{
    static const struct filter decay = {.order = 1, .b = {1}, .a = {1, -0.5}, .feedback = 1};
    static const struct filter window = {.order = 2, .b = {1, 1, 1}, .a = {1}};
    enum { ROWS = 3, LENGTH = 3000 };
    double *x = must_alloc(ROWS * LENGTH * sizeof *x), *y = must_alloc(ROWS * LENGTH * sizeof *x);
    int falls = 1, stays = 1, alone = 1, window_good = 1;
    memset(x, 0, ROWS * LENGTH * sizeof *x);
    x[0] = 1;
    x[LENGTH + 1500] = NAN;
    prefix_filter *filter = create_filter(ctx, &decay, PREFIX_F64, 1);
    must(ctx, prefix_filter_set_rows(filter, ROWS, 0, 0));
    must(ctx, prefix_filter_run(filter, x, y, LENGTH));
    for (int i = 0; i < LENGTH; i++) {
        falls &= y[i] == ldexp(1, -i);
        stays &= i < 1500 ? y[LENGTH + i] == 0 : isnan(y[LENGTH + i]);
        alone &= y[2 * LENGTH + i] == 0;
    }
    ok(falls, "%s: a decay through the subnormal numbers", name);
    ok(stays && alone, "%s: a NaN stays, in its row", name);
    prefix_filter_destroy(filter);
    filter = create_filter(ctx, &window, PREFIX_F64, 1);
    x[LENGTH + 1500] = -INFINITY;
    must(ctx, prefix_filter_run(filter, x + LENGTH, y, LENGTH));
    for (int i = 0; i < LENGTH; i++)
        window_good &= y[i] == (i >= 1500 && i < 1503 ? -INFINITY : 0);
    ok(window_good, "%s: an infinity that is not fed back leaves", name);
    prefix_filter_destroy(filter);
    free(x);
    free(y);
}

/* A million steps down, in blocks, to f32 below the normal numbers. */
static void test_decay(void)
{
    static const double b = 1, a[] = {1, -0.9999};
    const size_t n = 1000000;
    float *const x = must_alloc(n * sizeof *x);
    prefix_filter *filter;
    long double want = 1;
    int good = 1;
    memset(x, 0, n * sizeof *x);
    x[0] = 1;
    must(ctx, prefix_filter_create(&filter, ctx, PREFIX_F32, &b, 1, a, 2));
    must(ctx, prefix_filter_run(filter, x, x, n));
    prefix_filter_destroy(filter);
    for (size_t i = 0; i < n; i++, want *= 0.9999L)
        good &= fabsl((long double)x[i] - want) <= 0x1p-22L * want + 0x1p-149L;
    ok(good && x[n - 1] > 0 && x[n - 1] < 0x1p-140F, "%s: a decay of a million steps, to %g", name, (double)x[n - 1]);
    free(x);
}

int main(void)
{
    static void (*const tests[])(void) = {test_scipy, test_whole, test_product, test_growth, test_decay, test_extremes};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}

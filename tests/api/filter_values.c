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

int main(void)
{
    static void (*const tests[])(void) = {test_scipy, test_growth, test_extremes};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Complex numbers and maps: values that are exact in any order, against plain loops; what NumPy gives; what of the
 * library takes them, and what refuses them.
 */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"
#include "../support/oracle.h"

enum { N = 20000 };

static prefix_ctx *ctx;
static const char *name;

/* Numbers of small whole parts: all sums are exact. */
static void test_sums(void)
{
    float complex *in = must_alloc(N * sizeof *in), *out = must_alloc(N * sizeof *out);
    double complex *wide = must_alloc(N * sizeof *wide), last = 0;
    struct rng rng = rng_make(1);
    prefix_plan *plan;
    int64_t re = 0, im = 0;
    int good = 1;
    for (int i = 0; i < N; i++)
        in[i] = (float)(int)rng_below(&rng, 101) - 50 + ((float)(int)rng_below(&rng, 101) - 50) * I;
    must(ctx, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_C64, in, out, N));
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_C64));
    must(ctx, prefix_plan_set_output_type(plan, PREFIX_C128));
    must(ctx, prefix_plan_set_total(plan, PREFIX_C128, &last));
    must(ctx, prefix_plan_run(plan, in, wide, N));
    prefix_plan_destroy(plan);
    for (int i = 0; i < N; i++) {
        re += (int64_t)crealf(in[i]);
        im += (int64_t)cimagf(in[i]);
        good &= creal(wide[i]) == (double)re && cimag(wide[i]) == (double)im;
        good &= crealf(out[i]) == (float)re && cimagf(out[i]) == (float)im;
    }
    ok(good && last == wide[N - 1], "%s: sums of whole numbers", name);
    free(in);
    free(out);
    free(wide);
}

/* 2^24 + 1 + 1 + ...: in f32 nothing would come of the ones. */
static void test_precision(void)
{
    float complex *x = must_alloc(N * sizeof *x), sum = 0;
    for (int i = 0; i < N; i++)
        x[i] = 1 + 1 * I;
    x[0] = 0x1p24f + 0x1p25f * I;
    must(ctx, prefix_reduce(ctx, PREFIX_SUM, PREFIX_C64, x, &sum, N));
    ok(crealf(sum) == (float)(0x1p24 + N - 1) && cimagf(sum) == (float)(0x1p25 + N - 1), "%s: sums are rounded once",
       name);
    free(x);
}

/* Units: powers of i, whose products are exact. */
static void test_products(void)
{
    static const double complex units[] = {1, I, -1, -I};
    double complex *in = must_alloc(N * sizeof *in), *out = must_alloc(N * sizeof *out);
    struct rng rng = rng_make(2);
    size_t power = 0;
    int good = 1;
    for (int i = 0; i < N; i++)
        in[i] = units[rng_below(&rng, 4)];
    must(ctx, prefix_scan(ctx, PREFIX_EXCLUSIVE, PREFIX_PRODUCT, PREFIX_C128, in, out, N));
    for (int i = 0; i < N; i++) {
        good &= out[i] == units[power % 4];
        for (size_t k = 0; k < 4; k++)
            if (in[i] == units[k]) {
                power += k;
                break;
            }
    }
    ok(good, "%s: products of units", name);
    free(in);
    free(out);
}

/* x -> a x + b with whole a and b, of which most are 1 and 0: applied one by one to 0 they give the second part. */
static void test_maps(void)
{
    double(*in)[2] = must_alloc(N * sizeof *in), (*out)[2] = must_alloc(N * sizeof *out);
    struct rng rng = rng_make(3);
    double value = 0, factor = 1;
    int good = 1;
    for (int i = 0; i < N; i++) {
        in[i][0] = rng_below(&rng, 50) ? 1 : -1;
        in[i][1] = (double)rng_below(&rng, 9) - 4;
    }
    must(ctx, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_AFFINE, PREFIX_C128, in, out, N));
    for (int i = 0; i < N; i++) {
        value = in[i][0] * value + in[i][1];
        factor *= in[i][0];
        good &= out[i][0] == factor && out[i][1] == value;
    }
    ok(good, "%s: maps, one after the other", name);
    free(in);
    free(out);
}

/* The plain formula, whatever the numbers: infinities give NaN. */
static void test_plain(void)
{
    const float in[2][2] = {{INFINITY, 0}, {1, 1}};
    float out[2][2];
    must(ctx, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_PRODUCT, PREFIX_C64, in, out, 2));
    ok(isnan(out[1][0]) == 0 && isinf(out[1][0]) && isinf(out[1][1]), "%s: infinity times 1 + i", name);
    const float both[2][2] = {{INFINITY, INFINITY}, {1, 1}};
    must(ctx, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_PRODUCT, PREFIX_C64, both, out, 2));
    ok(isnan(out[1][0]) && isinf(out[1][1]), "%s: no infinity is recovered", name);
}

static void test_by_key(void)
{
    static const int32_t keys[] = {1, 1, 2, 2, 2, 3};
    const float complex in[6] = {1, 2 * I, 3, 4, 5 * I, 6};
    float complex out[6];
    int32_t unique[6];
    uint64_t count = 0;
    must(ctx, prefix_reduce_by_key(ctx, PREFIX_SUM, PREFIX_I32, PREFIX_C64, keys, in, unique, out, 6, 6, &count));
    ok(count == 3 && out[0] == 1 + 2 * I && out[1] == 7 + 5 * I && out[2] == 6 && unique[2] == 3, "%s: sums by key",
       name);
}

static void test_refusals(void)
{
    double in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8];
    static const uint8_t flags[4] = {1, 0, 1, 0};
    uint64_t count;
    const int U = PREFIX_ERROR_UNSUPPORTED;
    prefix_plan *plan;
    prefix_selection *selection;
    ok_refused(ctx, name, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_MAX, PREFIX_C128, in, out, 2), U,
               "max takes real numbers");
    ok_refused(ctx, name, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_XOR, PREFIX_C128, in, out, 2), U,
               "xor takes integers");
    ok_refused(ctx, name, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_AFFINE, PREFIX_F64, in, out, 2), U,
               "takes complex numbers");
    ok_refused(ctx, name, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_C128, (char *)in + 4, out, 2),
               PREFIX_ERROR_ARGUMENT, "in is not aligned to 8 bytes");
    ok_refused(ctx, name, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_C128, in, in + 1, 2),
               PREFIX_ERROR_OVERLAP, "overlaps");
    ok_refused(ctx, name, prefix_reduce(ctx, PREFIX_SUM, PREFIX_C64, in, (char *)out + 2, 2), PREFIX_ERROR_ARGUMENT,
               "not aligned");
    ok_refused(ctx, name, prefix_select_flagged(ctx, PREFIX_C64, in, flags, out, 4, 4, &count), U,
               "type: complex numbers");
    ok_refused(ctx, name, prefix_select_if(ctx, PREFIX_EQUAL, PREFIX_C64, in, in, out, 4, 4, &count), U,
               "type: complex numbers");
    ok_refused(ctx, name, prefix_unique(ctx, PREFIX_C128, in, out, 4, 4, &count), U, "type: complex numbers");
    ok_refused(ctx, name, prefix_unique_by_key(ctx, PREFIX_F64, PREFIX_C64, in, in, out, out + 4, 4, 4, &count), U,
               "value type");
    ok_refused(ctx, name, prefix_run_length_encode(ctx, PREFIX_C64, PREFIX_U32, in, out, NULL, 4, 4, &count), U,
               "key type");
    ok_refused(ctx, name, prefix_selection_create(&selection, ctx, PREFIX_C64), U, "type: complex numbers");
    ok_refused(ctx, name, prefix_plan_create(&plan, ctx, PREFIX_LOGICAL_OR, PREFIX_C64), U,
               "logical-or takes real numbers");
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_C64));
    ok_refused(ctx, name, prefix_plan_set_output_type(plan, PREFIX_F64), U,
               "neither the input type c64 nor a wider one");
    ok_refused(ctx, name, prefix_plan_set_init(plan, PREFIX_F32, in), U,
               "init type: f32 is neither the output type c64");
    ok_refused(ctx, name, prefix_plan_set_keys(plan, PREFIX_C64, in), U, "key type: complex numbers");
    must(ctx, prefix_plan_set_output_type(plan, PREFIX_C128));
    ok_refused(ctx, name, prefix_plan_set_total(plan, PREFIX_C64, out), U, "total type: c64 is neither");
    ok_refused(ctx, name, prefix_plan_run(plan, in, in, 4), PREFIX_ERROR_OVERLAP, "their elements differ in size");
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_SKLANSKY));
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, 2), U, "algorithms: a scan by sum of c64 has none");
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_AUTO));
    must(ctx, prefix_plan_set_counting(plan, 1));
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, 2), U, "counting");
    must(ctx, prefix_plan_set_counting(plan, 0));
    must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP));
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, 2), U, "missing: sum of c64 skips no elements");
    prefix_plan_destroy(plan);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    ok_refused(ctx, name, prefix_plan_set_output_type(plan, PREFIX_C64), U, "output type");
    prefix_plan_destroy(plan);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_C64));
    static const int32_t offsets[] = {0, 2};
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, offsets, 1));
    must(ctx, prefix_plan_set_total(plan, PREFIX_C128, out));
    ok_refused(ctx, name, prefix_plan_reduce(plan, in, 2), U,
               "total type: those of segments are of the output type, c64");
    prefix_plan_destroy(plan);
}

int main(void)
{
    static void (*const tests[])(void) = {test_sums,  test_precision, test_products, test_maps,
                                          test_plain, test_by_key,    test_refusals};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Places of extrema: what NumPy's argmax() gives, ties and NaN, what stands for no place, and what is refused. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

#define NONE UINT64_MAX

static prefix_ctx *ctx;
static const char *name;

static void scans(int kind, int op, int type, const void *in, size_t n, const uint64_t *want, const char *what)
{
    uint64_t out[8] = {0}, result = 0;
    must(ctx, prefix_scan(ctx, kind, op, type, in, out, n));
    must(ctx, prefix_reduce(ctx, op, type, in, &result, n));
    const int good = memcmp(out, want, n * sizeof *out) == 0;
    ok(good, "%s: %s", name, what);
    if (!good)
        for (size_t i = 0; i < n; i++)
            diag("%zu: %lld", i, (long long)out[i]);
    if (kind == PREFIX_INCLUSIVE)
        ok(result == want[n - 1], "%s: %s, reduced", name, what);
}

static void test_places(void)
{
    static const float ties[] = {3, 5, 5, 2, 5, 2}, zeros[] = {0.0f, -0.0f, 0.0f, -0.0f};
    const float nans[] = {1, INFINITY, NAN, INFINITY, -NAN, 2};
    static const int8_t small[] = {-128, 127, -128, 127};
    static const uint64_t large[] = {UINT64_MAX, 0, UINT64_MAX, 0};
    const int in = PREFIX_INCLUSIVE, ex = PREFIX_EXCLUSIVE, f32 = PREFIX_F32;
    scans(in, PREFIX_ARG_MAX, f32, ties, 6, (const uint64_t[]){0, 1, 1, 1, 1, 1}, "the first maximum");
    scans(in, PREFIX_ARG_MAX_LAST, f32, ties, 6, (const uint64_t[]){0, 1, 2, 2, 4, 4}, "the last maximum");
    scans(in, PREFIX_ARG_MIN, f32, ties, 6, (const uint64_t[]){0, 0, 0, 3, 3, 3}, "the first minimum");
    scans(in, PREFIX_ARG_MIN_LAST, f32, ties, 6, (const uint64_t[]){0, 0, 0, 3, 3, 5}, "the last minimum");
    scans(ex, PREFIX_ARG_MAX, f32, ties, 6, (const uint64_t[]){NONE, 0, 1, 1, 1, 1}, "before the first there is none");
    scans(in, PREFIX_ARG_MAX, f32, nans, 6, (const uint64_t[]){0, 1, 2, 2, 2, 2}, "the first NaN");
    scans(in, PREFIX_ARG_MIN, f32, nans, 6, (const uint64_t[]){0, 0, 2, 2, 2, 2}, "the first NaN of a minimum");
    scans(in, PREFIX_ARG_MIN_LAST, f32, nans, 6, (const uint64_t[]){0, 0, 2, 2, 4, 4}, "the last NaN");
    scans(in, PREFIX_ARG_MIN, f32, zeros, 4, (const uint64_t[]){0, 1, 1, 1}, "-0 is less than +0");
    scans(in, PREFIX_ARG_MAX_LAST, f32, zeros, 4, (const uint64_t[]){0, 0, 2, 2}, "+0 is more than -0");
    scans(in, PREFIX_ARG_MAX, PREFIX_I8, small, 4, (const uint64_t[]){0, 1, 1, 1}, "signed bytes");
    scans(in, PREFIX_ARG_MIN_LAST, PREFIX_I8, small, 4, (const uint64_t[]){0, 0, 2, 2}, "the last signed byte");
    scans(in, PREFIX_ARG_MAX, PREFIX_U64, large, 4, (const uint64_t[]){0, 0, 0, 0}, "words");
    scans(in, PREFIX_ARG_MIN, PREFIX_U64, large, 4, (const uint64_t[]){0, 1, 1, 1}, "the least word");
}

static void test_nothing(void)
{
    static const int32_t offsets[] = {0, 0, 3, 3};
    static const double in[] = {1, 2, 2};
    uint32_t totals[3] = {0};
    uint64_t result = 0;
    prefix_plan *plan;
    must(ctx, prefix_reduce(ctx, PREFIX_ARG_MAX, PREFIX_F64, in, &result, 0));
    ok(result == NONE, "%s: of nothing there is none", name);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_ARG_MAX_LAST, PREFIX_F64));
    must(ctx, prefix_plan_set_output_type(plan, PREFIX_U32));
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, offsets, 3));
    must(ctx, prefix_plan_set_total(plan, PREFIX_U32, totals));
    must(ctx, prefix_plan_reduce(plan, in, 3));
    ok(totals[0] == UINT32_MAX && totals[1] == 2 && totals[2] == UINT32_MAX, "%s: nor of empty segments", name);
    prefix_plan_destroy(plan);
}

static void test_by_key(void)
{
    static const uint16_t keys[] = {7, 7, 7, 9, 9, 7};
    static const int16_t in[] = {1, 5, 5, -3, -4, 0};
    uint64_t out[6], count = 0;
    must(ctx, prefix_reduce_by_key(ctx, PREFIX_ARG_MAX, PREFIX_U16, PREFIX_I16, keys, in, NULL, out, 6, 6, &count));
    ok(count == 3 && out[0] == 1 && out[1] == 3 && out[2] == 5, "%s: places in the array, by key", name);
}

static void test_refusals(void)
{
    float in[4] = {1, 2, 3, 4};
    uint64_t out[4];
    prefix_plan *plan;
    ok_refused(ctx, name, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_ARG_MAX, PREFIX_C64, in, out, 2),
               PREFIX_ERROR_UNSUPPORTED, "arg-max takes real numbers, not c64");
    ok_refused(ctx, name, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_ARG_MAX, PREFIX_F32, in, in, 2),
               PREFIX_ERROR_OVERLAP, "their elements differ in size");
    ok_refused(ctx, name, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_ARG_MAX, PREFIX_F32, in, (char *)out + 4, 2),
               PREFIX_ERROR_ARGUMENT, "out is not aligned to 8 bytes");
    ok_refused(ctx, name, prefix_reduce(ctx, PREFIX_ARG_MIN, PREFIX_F32, in, (char *)out + 4, 2), PREFIX_ERROR_ARGUMENT,
               "result is not aligned to its 8 bytes");
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_ARG_MIN, PREFIX_F32));
    ok_refused(ctx, name, prefix_plan_set_output_type(plan, PREFIX_F32), PREFIX_ERROR_UNSUPPORTED,
               "gives places in u64 or u32");
    ok_refused(ctx, name, prefix_plan_set_init(plan, PREFIX_U64, out), PREFIX_ERROR_UNSUPPORTED,
               "init: arg-min has none");
    ok_refused(ctx, name, prefix_plan_set_total(plan, PREFIX_F32, out), PREFIX_ERROR_UNSUPPORTED, "total type");
    must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP));
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, 2), PREFIX_ERROR_UNSUPPORTED, "missing: arg-min of f32 skips");
    must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_PROPAGATE));
    must(ctx, prefix_plan_set_output_type(plan, PREFIX_U32));
    if (SIZE_MAX > UINT32_MAX) {
        ok_refused(ctx, name, prefix_plan_run(plan, in, out, (size_t)UINT32_MAX + 2), PREFIX_ERROR_OVERFLOW,
                   "do not fit u32");
        ok_refused(ctx, name, prefix_plan_run(plan, NULL, out, (size_t)UINT32_MAX + 1), PREFIX_ERROR_ARGUMENT,
                   "in is NULL");
    }
    prefix_plan_destroy(plan);
}

/* Places that need more than 32 bits, beside values that need few; of memory that is read alone, all is one page. */
static void test_large(void)
{
    const size_t n = (size_t)UINT32_MAX + 10;
    uint8_t *in =
        SIZE_MAX > UINT32_MAX && test_level() == TEST_LONG && strcmp(name, "serial") != 0 ? calloc(n, 1) : NULL;
    uint64_t last = 0;
    if (!in) {
        skip("%s: 4 GiB, which long tests read", name);
        return;
    }
    in[n - 5] = in[n - 3] = 1;
    must(ctx, prefix_reduce(ctx, PREFIX_ARG_MAX_LAST, PREFIX_I8, in, &last, n));
    ok(last == n - 3, "%s: places beyond 2^32", name);
    free(in);
}

int main(void)
{
    static void (*const tests[])(void) = {test_places, test_nothing, test_by_key, test_refusals, test_large};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}

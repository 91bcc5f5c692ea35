/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong arguments of moving windows: each gives its status and a sentence that names the argument, and writes nothing.
 */
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"

enum { N = 16 };

static prefix_ctx *ctx;
static const char *backend;
static _Alignas(64) unsigned char block[4096];
static float *const in = (float *)block;
static float *const out = (float *)(block + 1024);

#define REFUSED(call, wanted, word) ok_refused(ctx, #call, call, wanted, word)

static int is_poisoned(void)
{
    return all_poison(block, sizeof block);
}

static void test_calls(void)
{
    const int f32 = PREFIX_F32, sum = PREFIX_SUM;
    memset(block, ARENA_POISON, sizeof block);
    REFUSED(prefix_window(ctx, 0, f32, in, out, N, 3, 1), PREFIX_ERROR_ARGUMENT, "operator");
    REFUSED(prefix_window(ctx, sum, sum, in, out, N, 3, 1), PREFIX_ERROR_ARGUMENT, "type");
    REFUSED(prefix_window(ctx, PREFIX_AND, f32, in, out, N, 3, 1), PREFIX_ERROR_UNSUPPORTED, "f32");
    REFUSED(prefix_window(ctx, PREFIX_ARG_MIN, f32, in, out, N, 3, 1), PREFIX_ERROR_UNSUPPORTED, "logical-or");
    REFUSED(prefix_window(ctx, sum, PREFIX_C64, in, out, N, 3, 1), PREFIX_ERROR_UNSUPPORTED, "real");
    REFUSED(prefix_window(ctx, sum, f32, in, out, N, 0, 0), PREFIX_ERROR_ARGUMENT, "k is 0");
    REFUSED(prefix_window(ctx, sum, f32, in, out, 0, 0, 0), PREFIX_ERROR_ARGUMENT, "k is 0");
    REFUSED(prefix_window(ctx, sum, f32, in, out, N, 3, 3), PREFIX_ERROR_ARGUMENT, "before: 3");
    REFUSED(prefix_window(ctx, sum, f32, in, out, N, 3, SIZE_MAX), PREFIX_ERROR_ARGUMENT, "before");
    REFUSED(prefix_window(ctx, sum, f32, NULL, out, N, 3, 1), PREFIX_ERROR_ARGUMENT, "in is NULL");
    REFUSED(prefix_window(ctx, sum, f32, in, NULL, N, 3, 1), PREFIX_ERROR_ARGUMENT, "out is NULL");
    REFUSED(prefix_window(ctx, sum, f32, (char *)in + 2, out, N, 3, 1), PREFIX_ERROR_ARGUMENT, "in is not aligned");
    REFUSED(prefix_window(ctx, sum, f32, in, (char *)out + 1, N, 3, 1), PREFIX_ERROR_ARGUMENT, "out is not aligned");
    REFUSED(prefix_window(ctx, sum, f32, in, in, N, 3, 1), PREFIX_ERROR_OVERLAP, "out equals in");
    REFUSED(prefix_window(ctx, sum, f32, in, in + 1, N, 3, 1), PREFIX_ERROR_OVERLAP, "among those of in");
    REFUSED(prefix_window(ctx, sum, f32, in, out, SIZE_MAX / 2, 3, 1), PREFIX_ERROR_OVERFLOW, "address space");
    REFUSED(prefix_window_mean(ctx, PREFIX_I32, in, out, N, 3, 1), PREFIX_ERROR_UNSUPPORTED, "means");
    ok_refused(NULL, "no plan", prefix_plan_window(NULL, in, out, N, 3, 1), PREFIX_ERROR_ARGUMENT, "plan is NULL");
    ok_refused(NULL, "no plan", prefix_plan_window_mean(NULL, in, out, N, 3, 1), PREFIX_ERROR_ARGUMENT, "plan is NULL");
    ok(is_poisoned(), "%s: nothing was written", backend);
    must(ctx, prefix_window(ctx, sum, f32, NULL, NULL, 0, 3, 1));
    must(ctx, prefix_window_mean(ctx, f32, NULL, NULL, 0, 1, 0));
}

static void refuse_plan(int set, const char *word)
{
    const float init = 1;
    static const uint8_t flags[N];
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, set < 0 ? PREFIX_MIN : PREFIX_SUM, set == 8 ? PREFIX_I32 : PREFIX_F32));
    if (set == 0)
        must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    if (set == 1)
        must(ctx, prefix_plan_set_reverse(plan, 1));
    if (set == 2)
        must(ctx, prefix_plan_set_init(plan, PREFIX_F32, &init));
    if (set == 3)
        must(ctx, prefix_plan_set_total(plan, PREFIX_F32, block + 2048));
    if (set == 4)
        must(ctx, prefix_plan_set_head_flags(plan, flags));
    if (set == 5)
        must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_SERIAL));
    if (set == 6)
        must(ctx, prefix_plan_set_counting(plan, 1));
    if (set == 7)
        must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP));
    if (set == 8)
        must(ctx, prefix_plan_set_checked(plan, (uint64_t *)(block + 2048)));
    const int status =
        set < 0 ? prefix_plan_window_mean(plan, in, out, N, 3, 1) : prefix_plan_window(plan, in, out, N, 3, 1);
    ok_refused(ctx, word, status, PREFIX_ERROR_UNSUPPORTED, word);
    prefix_plan_destroy(plan);
}

static void test_plans(void)
{
    static const char *const words[] = {"kind",       "reverse",  "init",    "total",  "segments",
                                        "algorithms", "counting", "missing", "checked"};
    memset(block, ARENA_POISON, sizeof block);
    refuse_plan(-1, "means");
    for (int set = 0; set < (int)(sizeof words / sizeof *words); set++)
        refuse_plan(set, words[set]);
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    must(ctx, prefix_plan_set_batch(plan, 2, N / 2, N / 4));
    REFUSED(prefix_plan_window(plan, in, out, N / 2, 3, 1), PREFIX_ERROR_UNSUPPORTED, "out_stride");
    must(ctx, prefix_plan_set_batch(plan, 2, N / 2, N / 2));
    REFUSED(prefix_plan_window(plan, in, in, N / 2, 3, 1), PREFIX_ERROR_OVERLAP, "out equals in");
    REFUSED(prefix_plan_window(plan, in, out, N / 2, 0, 0), PREFIX_ERROR_ARGUMENT, "k is 0");
    prefix_plan_destroy(plan);
    ok(is_poisoned(), "%s: nothing was written by plans", backend);
}

int main(void)
{
    void (*const tests[])(void) = {test_calls, test_plans};
    on_each_backend(&ctx, &backend, tests, sizeof tests / sizeof *tests);
    return done();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong arguments of differences: each gives its status and a sentence that names the argument, and writes nothing. */
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"

enum { N = 16 };

static prefix_ctx *ctx;
static const char *backend;
static _Alignas(64) unsigned char block[4096];
static int32_t *const in = (int32_t *)block;
static int32_t *const out = (int32_t *)(block + 1024);

#define REFUSED(call, wanted, word) ok_refused(ctx, #call, call, wanted, word)

static void test_calls(void)
{
    const int i32 = PREFIX_I32;
    memset(block, ARENA_POISON, sizeof block);
    REFUSED(prefix_difference(ctx, 0, in, out, N), PREFIX_ERROR_ARGUMENT, "type");
    REFUSED(prefix_difference(ctx, PREFIX_C64, in, out, N), PREFIX_ERROR_UNSUPPORTED, "real");
    REFUSED(prefix_difference(ctx, i32, NULL, out, N), PREFIX_ERROR_ARGUMENT, "in is NULL");
    REFUSED(prefix_difference(ctx, i32, in, NULL, N), PREFIX_ERROR_ARGUMENT, "out is NULL");
    REFUSED(prefix_difference(ctx, i32, (char *)in + 1, out, N), PREFIX_ERROR_ARGUMENT, "in is not aligned");
    REFUSED(prefix_difference(ctx, i32, in, in + 1, N), PREFIX_ERROR_OVERLAP, "among those of in");
    REFUSED(prefix_difference(ctx, i32, in, out, SIZE_MAX / 2), PREFIX_ERROR_OVERFLOW, "address space");
    ok_refused(NULL, "no plan", prefix_plan_difference(NULL, in, out, N), PREFIX_ERROR_ARGUMENT, "plan is NULL");
    ok(all_poison(block, sizeof block), "%s: nothing was written", backend);
    must(ctx, prefix_difference(ctx, i32, NULL, NULL, 0));
}

static void test_ends(void)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32));
    must(ctx, prefix_plan_set_ends(plan, 1));
    REFUSED(prefix_plan_difference(plan, in, out, N), PREFIX_ERROR_UNSUPPORTED, "ends");
    must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    REFUSED(prefix_plan_difference(plan, in, NULL, N), PREFIX_ERROR_ARGUMENT, "out is NULL");
    REFUSED(prefix_plan_difference(plan, NULL, out, N), PREFIX_ERROR_ARGUMENT, "in is NULL");
    REFUSED(prefix_plan_difference(plan, in, in + 2, N), PREFIX_ERROR_OVERLAP, "beginning or its end");
    REFUSED(prefix_plan_difference(plan, in + N, in, N + 1), PREFIX_ERROR_OVERLAP, "beginning or its end");
    REFUSED(prefix_plan_difference(plan, in, out, PTRDIFF_MAX / 4), PREFIX_ERROR_OVERFLOW, "one more");
    must(ctx, prefix_plan_difference(plan, NULL, NULL, 0));
    must(ctx, prefix_plan_set_batch(plan, 2, N, N));
    REFUSED(prefix_plan_difference(plan, in, out, N), PREFIX_ERROR_UNSUPPORTED, "batch");
    prefix_plan_destroy(plan);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32));
    must(ctx, prefix_plan_set_output_type(plan, PREFIX_I64));
    must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    must(ctx, prefix_plan_set_ends(plan, 1));
    REFUSED(prefix_plan_difference(plan, in, in, N), PREFIX_ERROR_OVERLAP, "out overlaps in");
    prefix_plan_destroy(plan);
    ok(all_poison(block, sizeof block), "%s: nothing was written with ends", backend);
}

static void refuse_plan(int set, const char *word)
{
    static const uint8_t flags[N];
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, set == 0 ? PREFIX_MAX : PREFIX_SUM, PREFIX_I32));
    if (set == 1)
        must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    if (set == 2)
        must(ctx, prefix_plan_set_total(plan, PREFIX_I32, block + 2048));
    if (set == 3)
        must(ctx, prefix_plan_set_head_flags(plan, flags));
    if (set == 4)
        must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_SERIAL));
    if (set == 5)
        must(ctx, prefix_plan_set_counting(plan, 1));
    if (set == 6)
        must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP));
    if (set == 7)
        must(ctx, prefix_plan_set_checked(plan, (uint64_t *)(block + 2048)));
    ok_refused(ctx, word, prefix_plan_difference(plan, in, out, N), PREFIX_ERROR_UNSUPPORTED, word);
    prefix_plan_destroy(plan);
}

static void test_plans(void)
{
    static const char *const words[] = {"undo sums",  "kind",     "total",   "segments",
                                        "algorithms", "counting", "missing", "checked"};
    for (int set = 0; set < (int)(sizeof words / sizeof *words); set++)
        refuse_plan(set, words[set]);
    ok(all_poison(block, sizeof block), "%s: nothing was written by plans", backend);
}

int main(void)
{
    void (*const tests[])(void) = {test_calls, test_ends, test_plans};
    on_each_backend(&ctx, &backend, tests, sizeof tests / sizeof *tests);
    return done();
}

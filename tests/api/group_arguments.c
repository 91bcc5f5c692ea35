/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wrong arguments of groups: each gives its status and a sentence that names the argument, and writes nothing; settings
 * that fail leave what was set.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"

enum { ITEMS = 64 };

static _Alignas(64) unsigned char block[4096];
static int32_t *const keys = (int32_t *)block, *const unique = (int32_t *)(block + 512);
static float *const in = (float *)(block + 1024), *const out = (float *)(block + 1536);
static uint32_t *const counts = (uint32_t *)(block + 2048);
static uint64_t *const count = (uint64_t *)(block + 4000);
static prefix_ctx *ctx;
static const char *name;

#define REFUSED(call, wanted, word) ok_refused(ctx, name, (call), wanted, word)
#define ARGUMENT(call, word) REFUSED(call, PREFIX_ERROR_ARGUMENT, word)

static int poisoned(void)
{
    return all_poison(block, sizeof block);
}

static void test_calls(void)
{
    const int sum = PREFIX_SUM, i32 = PREFIX_I32, u32 = PREFIX_U32, f32 = PREFIX_F32;
    memset(block, ARENA_POISON, sizeof block);
    ARGUMENT(prefix_group_by(ctx, i32, i32, f32, keys, in, unique, out, ITEMS, ITEMS, count), "op");
    REFUSED(prefix_group_by(ctx, PREFIX_ARG_MIN, i32, f32, keys, in, unique, out, ITEMS, ITEMS, count),
            PREFIX_ERROR_UNSUPPORTED, "places");
    REFUSED(prefix_group_by(ctx, PREFIX_AND, i32, f32, keys, in, unique, out, ITEMS, ITEMS, count),
            PREFIX_ERROR_UNSUPPORTED, "op");
    REFUSED(prefix_group_by(ctx, PREFIX_MEAN, i32, PREFIX_C64, keys, in, unique, out, ITEMS, ITEMS, count),
            PREFIX_ERROR_UNSUPPORTED, "type");
    ARGUMENT(prefix_group_by(ctx, sum, sum, f32, keys, in, unique, out, ITEMS, ITEMS, count), "key type");
    ARGUMENT(prefix_group_by(ctx, sum, PREFIX_KEY_F32, f32, keys, in, unique, out, ITEMS, ITEMS, count), "key type");
    REFUSED(prefix_group_by(ctx, sum, PREFIX_C64, f32, keys, in, unique, out, ITEMS, ITEMS, count),
            PREFIX_ERROR_UNSUPPORTED, "complex");
    ARGUMENT(prefix_group_by(ctx, sum, i32, sum, keys, in, unique, out, ITEMS, ITEMS, count), "type");
    ARGUMENT(prefix_group_by(ctx, PREFIX_MEAN, i32, sum, keys, in, unique, out, ITEMS, ITEMS, count), "type");
    ARGUMENT(prefix_group_by(ctx, sum, i32, f32, NULL, in, unique, out, ITEMS, ITEMS, count), "keys is NULL");
    ARGUMENT(prefix_group_by(ctx, sum, i32, f32, keys, NULL, unique, out, ITEMS, ITEMS, count), "values is NULL");
    ARGUMENT(prefix_group_by(ctx, sum, i32, f32, keys, in, unique, NULL, ITEMS, ITEMS, count), "aggregates is NULL");
    ARGUMENT(prefix_group_by(ctx, sum, i32, f32, keys, in, unique, out, ITEMS, ITEMS, NULL), "count is NULL");
    ARGUMENT(prefix_group_by(ctx, sum, i32, f32, block + 2, in, unique, out, ITEMS, ITEMS, count), "keys is not");
    ARGUMENT(prefix_group_by(ctx, sum, i32, f32, keys, block + 1025, unique, out, ITEMS, ITEMS, count),
             "values is not");
    REFUSED(prefix_group_by(ctx, sum, i32, f32, keys, in, keys + 1, out, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP,
            "unique overlaps keys");
    REFUSED(prefix_group_by(ctx, sum, i32, f32, keys, in, unique, unique, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP,
            "aggregates overlaps unique");
    REFUSED(prefix_group_by(ctx, sum, i32, f32, keys, in, unique, keys, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP,
            "aggregates overlaps keys");
    REFUSED(prefix_group_by(ctx, PREFIX_MEAN, i32, f32, keys, in, unique, in, ITEMS, ITEMS, count),
            PREFIX_ERROR_OVERLAP, "aggregates overlaps values");
    REFUSED(prefix_group_by(ctx, sum, i32, f32, keys, in, unique, out, SIZE_MAX / 8, ITEMS, count),
            PREFIX_ERROR_OVERFLOW, "n:");
    ARGUMENT(prefix_group_counts(ctx, i32, f32, keys, unique, counts, ITEMS, ITEMS, count), "count type");
    REFUSED(prefix_group_counts(ctx, i32, u32, keys, unique, keys, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP,
            "counts overlaps keys");
#if SIZE_MAX > UINT32_MAX
    REFUSED(prefix_group_counts(ctx, i32, u32, keys, unique, counts, (size_t)1 << 32, ITEMS, count),
            PREFIX_ERROR_OVERFLOW, "count type");
#endif
    ok(poisoned(), "%s: nothing was written by any of these", name);
    ok(prefix_group_by(ctx, sum, i32, f32, NULL, NULL, NULL, NULL, 0, 0, count) == PREFIX_OK && *count == 0,
       "%s: nothing has no groups", name);
}

static void test_plan(void)
{
    prefix_plan *plan;
    memset(block, ARENA_POISON, sizeof block);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    ok(prefix_plan_group_by(NULL, PREFIX_I32, keys, in, unique, out, ITEMS, ITEMS, count) == PREFIX_ERROR_ARGUMENT,
       "%s: no plan to group by", name);
    must(ctx, prefix_plan_set_reverse(plan, 1));
    REFUSED(prefix_plan_group_by(plan, PREFIX_I32, keys, in, unique, out, ITEMS, ITEMS, count),
            PREFIX_ERROR_UNSUPPORTED, "reverse");
    must(ctx, prefix_plan_set_reverse(plan, 0));
    ARGUMENT(prefix_plan_group_by(plan, PREFIX_I32, keys, in, unique, NULL, ITEMS, ITEMS, count), "aggregates is NULL");
    prefix_plan_destroy(plan);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_ARG_MAX, PREFIX_F32));
    REFUSED(prefix_plan_group_by(plan, PREFIX_I32, keys, in, unique, out, ITEMS, ITEMS, count),
            PREFIX_ERROR_UNSUPPORTED, "places");
    prefix_plan_destroy(plan);
    ok(poisoned(), "%s: nothing was written by any of these", name);
}

static void test_grouping(void)
{
    prefix_grouping *g = (prefix_grouping *)block;
    memset(block, ARENA_POISON, sizeof block);
    ok(prefix_grouping_create(NULL, ctx, PREFIX_I32) == PREFIX_ERROR_ARGUMENT, "%s: a grouping to NULL", name);
    ARGUMENT(prefix_grouping_create(&g, ctx, 0), "key type");
    ok(g == NULL, "%s: there is no grouping then", name);
    prefix_grouping_destroy(NULL);
    ok(prefix_grouping_run(NULL, keys, unique, ITEMS, ITEMS, count) == PREFIX_ERROR_ARGUMENT, "%s: nothing to run",
       name);
    must(ctx, prefix_grouping_create(&g, ctx, PREFIX_I32));
    ARGUMENT(prefix_grouping_set_counts(g, PREFIX_F32, counts), "type");
    ARGUMENT(prefix_grouping_set_places(g, PREFIX_I32, counts), "type");
    ARGUMENT(prefix_grouping_set_values(g, 0, in), "type");
    ARGUMENT(prefix_grouping_set_aggregates(g, PREFIX_I32, out), "op");
    REFUSED(prefix_grouping_set_aggregates(g, PREFIX_ARG_MAX_LAST, out), PREFIX_ERROR_UNSUPPORTED, "places");
    must(ctx, prefix_grouping_set_aggregates(g, PREFIX_MEAN, out));
    ARGUMENT(prefix_grouping_run(g, keys, unique, ITEMS, ITEMS, count), "values");
    must(ctx, prefix_grouping_set_values(g, PREFIX_F32, in));
    must(ctx, prefix_grouping_set_places(g, PREFIX_U32, counts));
    must(ctx, prefix_grouping_set_counts(g, PREFIX_U32, counts));
    REFUSED(prefix_grouping_run(g, keys, unique, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP, "places overlaps counts");
    ok(poisoned(), "%s: nothing was written by any of these", name);
    must(ctx, prefix_grouping_set_places(g, 0, NULL));
    must(ctx, prefix_grouping_set_aggregates(g, PREFIX_MEAN, NULL));
    must(ctx, prefix_grouping_run(g, keys, unique, ITEMS, ITEMS, count));
    ok(*count == 1 && counts[0] == ITEMS, "%s: what was set stays so", name);
    prefix_grouping_destroy(g);
}

int main(void)
{
    static void (*const tests[])(void) = {test_calls, test_plan, test_grouping};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}

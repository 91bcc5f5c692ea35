/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wrong arguments of histograms: each gives its status and a sentence that names the argument, and writes nothing;
 * settings that fail leave what was set. And bins that hardly are any.
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"

enum { ITEMS = 64 };

static _Alignas(64) unsigned char block[4096];
static float *const in = (float *)block, *const weights = (float *)(block + 512), *const sums = (float *)(block + 1024);
static uint64_t *const counts = (uint64_t *)(block + 1536);
static uint32_t *const numbers = (uint32_t *)(block + 2048);
static prefix_ctx *ctx;
static const char *name;

#define REFUSED(call, wanted, word) ok_refused(ctx, name, (call), wanted, word)
#define ARGUMENT(call, word) REFUSED(call, PREFIX_ERROR_ARGUMENT, word)

static int poisoned(void)
{
    return all_poison(block, sizeof block);
}

static void test_call(void)
{
    const int f32 = PREFIX_F32;
    memset(block, ARENA_POISON, sizeof block);
    ARGUMENT(prefix_histogram(ctx, PREFIX_SUM, in, counts, ITEMS, 8, 0, 1), "type");
    REFUSED(prefix_histogram(ctx, PREFIX_C64, in, counts, ITEMS, 8, 0, 1), PREFIX_ERROR_UNSUPPORTED, "complex");
    ARGUMENT(prefix_histogram(ctx, f32, NULL, counts, ITEMS, 8, 0, 1), "in is NULL");
    ARGUMENT(prefix_histogram(ctx, f32, in, NULL, ITEMS, 8, 0, 1), "counts is NULL");
    ARGUMENT(prefix_histogram(ctx, f32, block + 2, counts, ITEMS, 8, 0, 1), "in is not aligned");
    ARGUMENT(prefix_histogram(ctx, f32, in, (uint64_t *)(block + 4), ITEMS, 8, 0, 1), "counts is not aligned");
    REFUSED(prefix_histogram(ctx, f32, in, (uint64_t *)block, ITEMS, 8, 0, 1), PREFIX_ERROR_OVERLAP, "counts overlaps");
    ARGUMENT(prefix_histogram(ctx, f32, in, counts, ITEMS, 0, 0, 1), "bins: 0");
#if SIZE_MAX > UINT32_MAX
    ARGUMENT(prefix_histogram(ctx, f32, in, counts, ITEMS, (size_t)1 << 32, 0, 1), "bins");
#endif
    ARGUMENT(prefix_histogram(ctx, f32, in, counts, ITEMS, 8, 1, 1), "low, high");
    ARGUMENT(prefix_histogram(ctx, f32, in, counts, ITEMS, 8, 2, 1), "low, high");
    ARGUMENT(prefix_histogram(ctx, f32, in, counts, ITEMS, 8, 0, NAN), "low, high");
    ARGUMENT(prefix_histogram(ctx, f32, in, counts, ITEMS, 8, -INFINITY, 1), "low, high");
    ARGUMENT(prefix_histogram(ctx, f32, in, counts, ITEMS, 8, -1.7e308, 1.7e308), "low, high");
    REFUSED(prefix_histogram(ctx, PREFIX_I64, in, counts, ITEMS / 2, 8, 0, 1e30), PREFIX_ERROR_UNSUPPORTED, "high");
    REFUSED(prefix_histogram(ctx, f32, in, counts, SIZE_MAX / 4, 8, 0, 1), PREFIX_ERROR_OVERFLOW, "n:");
    ok(poisoned(), "%s: nothing was written by any of these", name);
    ok(prefix_histogram(ctx, f32, NULL, counts, 0, 3, 0, 1) == PREFIX_OK && !counts[0] && !counts[1] && !counts[2] &&
           all_poison((unsigned char *)(counts + 3), 64),
       "%s: nothing gives zeros", name);
}

static void test_binning(void)
{
    const double edges[] = {0, 1, 1, 3}, decreasing[] = {0, 2, 1, 3}, with_nan[] = {0, 1, NAN, 3};
    prefix_binning *b = (prefix_binning *)block;
    memset(block, ARENA_POISON, sizeof block);
    ok(prefix_binning_create(NULL, ctx, PREFIX_F32) == PREFIX_ERROR_ARGUMENT, "%s: a binning to NULL", name);
    ARGUMENT(prefix_binning_create(&b, ctx, 0), "type");
    ok(b == NULL, "%s: there is no binning then", name);
    prefix_binning_destroy(NULL);
    ok(prefix_binning_run(NULL, in, counts, ITEMS) == PREFIX_ERROR_ARGUMENT, "%s: nothing to run", name);
    must(ctx, prefix_binning_create(&b, ctx, PREFIX_F32));
    ARGUMENT(prefix_binning_run(b, in, counts, ITEMS), "no bins");
    REFUSED(prefix_binning_set_range(b, 8), PREFIX_ERROR_UNSUPPORTED, "integers");
    must(ctx, prefix_binning_set_edges(b, 3, PREFIX_F64, edges));
    ARGUMENT(prefix_binning_set_edges(b, 3, PREFIX_SUM, edges), "edge type");
    REFUSED(prefix_binning_set_edges(b, 3, PREFIX_I32, edges), PREFIX_ERROR_UNSUPPORTED, "edge type");
    ARGUMENT(prefix_binning_set_edges(b, 3, PREFIX_F64, NULL), "edges is NULL");
    ARGUMENT(prefix_binning_set_edges(b, 0, PREFIX_F64, edges), "bins");
    ARGUMENT(prefix_binning_set_edges(b, 3, PREFIX_F64, decreasing), "edge 2 is less");
    ARGUMENT(prefix_binning_set_edges(b, 3, PREFIX_F64, with_nan), "edge 2 is NaN");
    ARGUMENT(prefix_binning_set_even(b, 3, 5, 4), "low, high");
    ARGUMENT(prefix_binning_set_count_type(b, PREFIX_I32), "count type");
    ARGUMENT(prefix_binning_set_weights(b, PREFIX_I32, weights, sums), "weight type");
    ARGUMENT(prefix_binning_set_weights(b, PREFIX_F32, weights, NULL), "sums is NULL");
    ARGUMENT(prefix_binning_set_weights(b, PREFIX_F32, NULL, sums), "weights is NULL");
    ARGUMENT(prefix_binning_run(b, in, NULL, ITEMS), "counts is NULL");
    must(ctx, prefix_binning_set_weights(b, PREFIX_F32, weights, weights));
    REFUSED(prefix_binning_run(b, in, counts, ITEMS), PREFIX_ERROR_OVERLAP, "sums overlaps weights");
    must(ctx, prefix_binning_set_weights(b, 0, NULL, NULL));
    must(ctx, prefix_binning_set_numbers(b, (uint32_t *)block));
    REFUSED(prefix_binning_run(b, in, counts, ITEMS), PREFIX_ERROR_OVERLAP, "numbers overlaps in");
    must(ctx, prefix_binning_set_numbers(b, NULL));
#if SIZE_MAX > UINT32_MAX
    must(ctx, prefix_binning_set_count_type(b, PREFIX_U32));
    REFUSED(prefix_binning_run(b, in, counts, (size_t)1 << 32), PREFIX_ERROR_OVERFLOW, "count type");
    must(ctx, prefix_binning_set_count_type(b, PREFIX_U64));
#endif
    ok(poisoned(), "%s: nothing was written by any of these", name);
    for (int i = 0; i < ITEMS; i++)
        in[i] = (float)(i % 5) - 1;
    must(ctx, prefix_binning_set_numbers(b, numbers));
    must(ctx, prefix_binning_run(b, in, counts, ITEMS));
    ok(counts[0] == 13 && counts[1] == 0 && counts[2] == 38 && numbers[0] == 3 && numbers[4] == 2,
       "%s: what was set stays so", name);
    prefix_binning_destroy(b);
}

/* Bins that no element can be in, and such as only a bound is in. */
static void test_few(void)
{
    const uint8_t some[] = {0, 1, 2, 255};
    const double below[] = {-3, -2, -1}, above[] = {256, 300, 1000}, bounds[] = {-INFINITY, 0, INFINITY};
    prefix_binning *b;
    must(ctx, prefix_histogram(ctx, PREFIX_U8, some, counts, 4, 2, 0.25, 0.75));
    ok(counts[0] == 0 && counts[1] == 0, "%s: bins between two integers", name);
    must(ctx, prefix_histogram(ctx, PREFIX_U8, some, counts, 4, 4, -1, 1000));
    ok(counts[0] == 3 && counts[1] == 1 && counts[2] == 0 && counts[3] == 0, "%s: bins above all bytes", name);
    must(ctx, prefix_binning_create(&b, ctx, PREFIX_U8));
    must(ctx, prefix_binning_set_edges(b, 2, PREFIX_F64, below));
    must(ctx, prefix_binning_run(b, some, counts, 4));
    ok(counts[0] == 0 && counts[1] == 0, "%s: bins below all elements", name);
    must(ctx, prefix_binning_set_edges(b, 2, PREFIX_F64, above));
    must(ctx, prefix_binning_run(b, some, counts, 4));
    ok(counts[0] == 0 && counts[1] == 0, "%s: bins above all elements", name);
    must(ctx, prefix_binning_set_clamp(b, 1));
    must(ctx, prefix_binning_run(b, some, counts, 4));
    ok(counts[0] == 4 && counts[1] == 0, "%s: and clamped, the first has all", name);
    must(ctx, prefix_binning_set_edges(b, 2, PREFIX_F64, bounds));
    must(ctx, prefix_binning_set_clamp(b, 0));
    must(ctx, prefix_binning_run(b, some, counts, 4));
    ok(counts[0] == 0 && counts[1] == 4, "%s: bins to infinity", name);
    prefix_binning_destroy(b);
    must(ctx, prefix_histogram(ctx, PREFIX_U64, (const uint64_t[]){0, UINT64_MAX, 1}, counts, 3, 2, 0, 0x1p64));
    ok(counts[0] == 2 && counts[1] == 1, "%s: all of 64 bits", name);
}

int main(void)
{
    static void (*const tests[])(void) = {test_call, test_binning, test_few};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}

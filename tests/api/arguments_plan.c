/* SPDX-License-Identifier: BSD-3-Clause */
/* Bad arguments of plans. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"
#include "arguments.h"

static void test_no_plan(prefix_ctx *ctx)
{
    prefix_plan *plan = (prefix_plan *)block;
    int32_t init = 5;
    size_t bytes = 77;
    uint64_t work = 77, span = 77;
    FAILS(ctx, prefix_plan_create(NULL, ctx, PREFIX_SUM, PREFIX_I32), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(ctx, prefix_plan_create(&plan, ctx, 0, PREFIX_I32), PREFIX_ERROR_ARGUMENT, "op");
    ok(plan == NULL, "plan is NULL after a failure");
    FAILS(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, 99), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(ctx, prefix_plan_create(&plan, ctx, PREFIX_XOR, PREFIX_F32), PREFIX_ERROR_UNSUPPORTED, "op");
    prefix_plan_destroy(NULL);
    FAILS(NULL, prefix_plan_set_kind(NULL, PREFIX_INCLUSIVE), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_set_output_type(NULL, PREFIX_I32), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_set_init(NULL, PREFIX_I32, &init), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_set_reverse(NULL, 1), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_set_total(NULL, PREFIX_I32, block), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_set_algorithm(NULL, PREFIX_ALGORITHM_AUTO), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_set_block_algorithm(NULL, PREFIX_ALGORITHM_AUTO), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_set_tile(NULL, 1), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_set_counting(NULL, 1), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_set_trace(NULL, NULL, NULL), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_counts(NULL, &work, &span), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_workspace(NULL, 1, &bytes), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_set_workspace(NULL, block, 256), PREFIX_ERROR_ARGUMENT, "plan");
    FAILS(NULL, prefix_plan_run(NULL, block, block + 1024, 1), PREFIX_ERROR_ARGUMENT, "plan");
    is_int((long long)bytes, 77, "bytes of a bad call is untouched");
    ok(work == 77 && span == 77, "and so are counts");
}

/* Settings of one number, of a plan for i16, in their order. */
static void test_numbers(prefix_ctx *ctx, prefix_plan *p)
{
    static const struct {
        const char *name;
        int (*set)(prefix_plan *plan, int value);
        int value, want;
        const char *word;
    } calls[] = {
        {"kind", prefix_plan_set_kind, 0, PREFIX_ERROR_ARGUMENT, "kind"},
        {"kind", prefix_plan_set_kind, 3, PREFIX_ERROR_ARGUMENT, "kind"},
        {"output_type", prefix_plan_set_output_type, 0, PREFIX_ERROR_ARGUMENT, "type"},
        {"output_type", prefix_plan_set_output_type, PREFIX_I8, PREFIX_ERROR_UNSUPPORTED, "type"},
        {"output_type", prefix_plan_set_output_type, PREFIX_U32, PREFIX_ERROR_UNSUPPORTED, "type"},
        {"output_type", prefix_plan_set_output_type, PREFIX_F32, PREFIX_ERROR_UNSUPPORTED, "type"},
        {"output_type", prefix_plan_set_output_type, PREFIX_I32, PREFIX_OK, ""},
        {"algorithm", prefix_plan_set_algorithm, -1, PREFIX_ERROR_ARGUMENT, "algorithm"},
        {"algorithm", prefix_plan_set_algorithm, 99, PREFIX_ERROR_ARGUMENT, "algorithm"},
        {"block_algorithm", prefix_plan_set_block_algorithm, -1, PREFIX_ERROR_ARGUMENT, "block algorithm"},
        {"block_algorithm", prefix_plan_set_block_algorithm, 99, PREFIX_ERROR_ARGUMENT, "block algorithm"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        char call[64];
        snprintf(call, sizeof call, "prefix_plan_set_%s(p, %d)", calls[i].name, calls[i].value);
        leave_text(ctx);
        int status = calls[i].set(p, calls[i].value);
        expect(ctx, status, calls[i].want, calls[i].word, call, __LINE__);
    }
}

/* The other settings, of a plan for i16 with results of i32, which is as it was then. */
static void test_settings(prefix_ctx *ctx, prefix_plan *p)
{
    unsigned char *in = block, *out = block + 1024, *total = block + 2048;
    int32_t init = 5;
    size_t bytes = 77;
    FAILS(ctx, prefix_plan_set_init(p, 0, &init), PREFIX_ERROR_ARGUMENT, "init");
    FAILS(ctx, prefix_plan_set_init(p, PREFIX_I16, &init), PREFIX_ERROR_UNSUPPORTED, "init");
    FAILS(ctx, prefix_plan_set_total(p, 99, total), PREFIX_ERROR_ARGUMENT, "total");
    FAILS(ctx, prefix_plan_set_total(p, PREFIX_I64, total), PREFIX_ERROR_UNSUPPORTED, "total");
    FAILS(ctx, prefix_plan_set_total(p, PREFIX_I32, total + 2), PREFIX_ERROR_ARGUMENT, "total");
    WORKS(ctx, prefix_plan_set_block_algorithm(p, PREFIX_ALGORITHM_CHAINED_SCAN));
    FAILS(ctx, prefix_plan_run(p, in, out, ITEMS), PREFIX_ERROR_UNSUPPORTED, "block algorithm");
    WORKS(ctx, prefix_plan_set_block_algorithm(p, PREFIX_ALGORITHM_RAKING));
    WORKS(ctx, prefix_plan_set_algorithm(p, PREFIX_ALGORITHM_SERIAL));
    FAILS(ctx, prefix_plan_run(p, in, out, ITEMS), PREFIX_ERROR_UNSUPPORTED, "block algorithm");
    WORKS(ctx, prefix_plan_set_algorithm(p, PREFIX_ALGORITHM_AUTO));
    WORKS(ctx, prefix_plan_set_block_algorithm(p, PREFIX_ALGORITHM_AUTO));
    FAILS(ctx, prefix_plan_workspace(p, 1, NULL), PREFIX_ERROR_ARGUMENT, "bytes");
    FAILS(ctx, prefix_plan_workspace(p, SIZE_MAX, &bytes), PREFIX_ERROR_OVERFLOW, "n");
    FAILS(ctx, prefix_plan_set_workspace(p, block + 8, 256), PREFIX_ERROR_ARGUMENT, "workspace");
    FAILS(ctx, prefix_plan_set_workspace(p, NULL, 256), PREFIX_ERROR_ARGUMENT, "workspace");
    FAILS(ctx, prefix_plan_set_workspace(p, block, 0), PREFIX_ERROR_ARGUMENT, "workspace");
    WORKS(ctx, prefix_plan_set_workspace(p, NULL, 0));
    WORKS(ctx, prefix_plan_set_tile(p, SIZE_MAX));
    WORKS(ctx, prefix_plan_set_trace(p, NULL, NULL));
    WORKS(ctx, prefix_plan_counts(p, NULL, NULL));
}

static void test_plan_arrays(prefix_ctx *ctx, prefix_plan *p)
{
    unsigned char *const in = block, *const out = block + 1024;
    const struct {
        unsigned char *total; /* set before, if there is one */
        const void *in;
        void *out;
        size_t n;
        int want;
        const char *word, *what;
    } calls[] = {
        {NULL, NULL, out, ITEMS, PREFIX_ERROR_ARGUMENT, "in ", "no input"},
        {NULL, in, NULL, ITEMS, PREFIX_ERROR_ARGUMENT, "out ", "no output"},
        {NULL, in + 1, out, ITEMS, PREFIX_ERROR_ARGUMENT, "in ", "an input at an odd address"},
        {NULL, in, out + 2, ITEMS, PREFIX_ERROR_ARGUMENT, "out ", "an output between elements"},
        {NULL, in, in, ITEMS, PREFIX_ERROR_OVERLAP, "out", "in place, of another size"},
        {NULL, in, in + ITEMS, ITEMS, PREFIX_ERROR_OVERLAP, "out", "an output that begins in the input"},
        {NULL, out + ITEMS * 4 - 2, out, ITEMS, PREFIX_ERROR_OVERLAP, "out", "an input that begins in the output"},
        {NULL, in, out, SIZE_MAX / 3, PREFIX_ERROR_OVERFLOW, "n", "too many elements"},
        {in, in, out, ITEMS, PREFIX_ERROR_OVERLAP, "total", "a total in the input"},
        {out + ITEMS * 4 - 4, in, out, ITEMS, PREFIX_ERROR_OVERLAP, "total", "a total in the output"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (calls[i].total)
            WORKS(ctx, prefix_plan_set_total(p, PREFIX_I32, calls[i].total));
        leave_text(ctx);
        int status = prefix_plan_run(p, calls[i].in, calls[i].out, calls[i].n);
        expect(ctx, status, calls[i].want, calls[i].word, calls[i].what, __LINE__);
    }
}

/* A call that fails changes nothing: the plan is still the inclusive sum of i16 into i32. */
static void test_plan_works(prefix_ctx *ctx, prefix_plan *p)
{
    unsigned char *in = block, *out = block + 1024, *total = block + 2048;
    int32_t init = 5;
    memset(block, 0, sizeof block);
    WORKS(ctx, prefix_plan_set_total(p, PREFIX_I32, total));
    WORKS(ctx, prefix_plan_set_init(p, PREFIX_I32, &init));
    ((int16_t *)block)[0] = 30000;
    ((int16_t *)block)[1] = 30000;
    WORKS(ctx, prefix_plan_run(p, in, out, 2));
    is_int(((int32_t *)out)[1], 60005, "and works as it was set");
    is_int(*(int32_t *)total, 60005, "and so does its total");
    WORKS(ctx, prefix_plan_set_output_type(p, PREFIX_I64));
    memset(total, 0xa5, 8);
    WORKS(ctx, prefix_plan_run(p, in, out, 2));
    is_int(((int64_t *)out)[1], 60000, "setting the output type clears init");
    ok(total[0] == 0xa5 && total[3] == 0xa5, "and total");
}

void test_plan(prefix_ctx *ctx)
{
    prefix_plan *p = NULL;
    poison();
    test_no_plan(ctx);
    WORKS(ctx, prefix_plan_create(&p, ctx, PREFIX_SUM, PREFIX_I16));
    test_numbers(ctx, p);
    test_settings(ctx, p);
    test_plan_arrays(ctx, p);
    ok(poisoned(), "nothing was written by any of these");
    test_plan_works(ctx, p);
    prefix_plan_destroy(p);
}

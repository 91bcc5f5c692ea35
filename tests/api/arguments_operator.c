/* SPDX-License-Identifier: BSD-3-Clause */
/* Bad arguments of operators of the caller's own, and of their plans. */
#include <stdint.h>

#include <prefix/prefix.h>

#include "../support/support.h"
#include "arguments.h"

PREFIX_COMBINE(add, float, earlier + later)

static void test_operators(void)
{
    prefix_operator *op = (prefix_operator *)1;
    FAILS(NULL, prefix_operator_create(NULL, 4, 4), PREFIX_ERROR_ARGUMENT, "op is NULL");
    FAILS(NULL, prefix_operator_create(&op, 0, 1), PREFIX_ERROR_ARGUMENT, "size: 0 is not from 1 to 160");
    ok(op == NULL, "op is NULL after a failure");
    FAILS(NULL, prefix_operator_create(&op, 161, 1), PREFIX_ERROR_ARGUMENT, "size: 161");
    FAILS(NULL, prefix_operator_create(&op, 12, 0), PREFIX_ERROR_ARGUMENT, "alignment: 0");
    FAILS(NULL, prefix_operator_create(&op, 12, 3), PREFIX_ERROR_ARGUMENT, "alignment: 3");
    FAILS(NULL, prefix_operator_create(&op, 64, 32), PREFIX_ERROR_ARGUMENT, "alignment: 32");
    FAILS(NULL, prefix_operator_create(&op, 12, 8), PREFIX_ERROR_ARGUMENT, "no multiple of the alignment 8");
    must(NULL, prefix_operator_create(&op, 4, 4));
    FAILS(NULL, prefix_operator_set_host(NULL, add), PREFIX_ERROR_ARGUMENT, "op is NULL");
    FAILS(NULL, prefix_operator_set_host(op, NULL), PREFIX_ERROR_ARGUMENT, "host is NULL");
    FAILS(NULL, prefix_operator_set_cuda(NULL, "", "float", "earlier"), PREFIX_ERROR_ARGUMENT, "op is NULL");
    FAILS(NULL, prefix_operator_set_cuda(op, NULL, "float", "earlier"), PREFIX_ERROR_ARGUMENT, "text is NULL");
    FAILS(NULL, prefix_operator_set_cuda(op, "", NULL, "earlier"), PREFIX_ERROR_ARGUMENT, "element is NULL");
    FAILS(NULL, prefix_operator_set_cuda(op, "", "float", NULL), PREFIX_ERROR_ARGUMENT, "expression is NULL");
    FAILS(NULL, prefix_operator_set_cuda(op, NULL, NULL, "earlier"), PREFIX_ERROR_ARGUMENT, "text is NULL");
    WORKS(NULL, prefix_operator_set_cuda(op, NULL, NULL, NULL));
    FAILS(NULL, prefix_operator_set_state(NULL, NULL, 0), PREFIX_ERROR_ARGUMENT, "op is NULL");
    FAILS(NULL, prefix_operator_set_state(op, NULL, 4), PREFIX_ERROR_ARGUMENT, "state is NULL");
    FAILS(NULL, prefix_operator_set_state(op, "", 0), PREFIX_ERROR_ARGUMENT, "state is given");
    FAILS(NULL, prefix_operator_set_identity(NULL, NULL), PREFIX_ERROR_ARGUMENT, "op is NULL");
    prefix_operator_destroy(op);
    prefix_operator_destroy(NULL);
}

static void test_plans(prefix_ctx *ctx)
{
    float in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8], total, one = 1;
    const uint8_t flags[8] = {1};
    prefix_operator *op;
    prefix_plan *plan = (prefix_plan *)1;
    must(NULL, prefix_operator_create(&op, sizeof(float), sizeof(float)));
    FAILS(ctx, prefix_plan_create_operator(NULL, ctx, op), PREFIX_ERROR_ARGUMENT, "plan is NULL");
    FAILS(ctx, prefix_plan_create_operator(&plan, ctx, NULL), PREFIX_ERROR_ARGUMENT, "op is NULL");
    ok(plan == NULL, "plan is NULL after a failure");
    FAILS(ctx, prefix_plan_create_operator(&plan, ctx, op), PREFIX_ERROR_ARGUMENT, "neither a host function nor CUDA");
    WORKS(NULL, prefix_operator_set_cuda(op, "", "float", "earlier + later"));
    WORKS(NULL, prefix_operator_set_cuda(op, NULL, NULL, NULL));
    FAILS(ctx, prefix_plan_create_operator(&plan, ctx, op), PREFIX_ERROR_ARGUMENT, "neither a host function nor CUDA");
    must(NULL, prefix_operator_set_cuda(op, "", "float", "earlier + later"));
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    FAILS(ctx, prefix_plan_run(plan, in, out, 8), PREFIX_ERROR_UNSUPPORTED,
          "needs a host function, see prefix_operator_set_host(3)");
    prefix_plan_destroy(plan);
    must(NULL, prefix_operator_set_host(op, add));
    FAILS(NULL, prefix_plan_prepare(NULL), PREFIX_ERROR_ARGUMENT, "plan is NULL");
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    WORKS(ctx, prefix_plan_prepare(plan));
    FAILS(ctx, prefix_plan_set_output_type(plan, PREFIX_F64), PREFIX_ERROR_UNSUPPORTED, "output type");
    FAILS(ctx, prefix_plan_set_init(plan, PREFIX_F32, &one), PREFIX_ERROR_ARGUMENT, "init type: 111 is not 0");
    FAILS(ctx, prefix_plan_set_total(plan, PREFIX_F32, &total), PREFIX_ERROR_ARGUMENT, "total type: 111 is not 0");
    FAILS(ctx, prefix_plan_set_total(plan, 0, (char *)&total + 1), PREFIX_ERROR_ARGUMENT, "total is not aligned");
    FAILS(ctx, prefix_plan_reduce(plan, in, 8), PREFIX_ERROR_ARGUMENT, "no total");
    FAILS(ctx, prefix_plan_run(plan, NULL, out, 8), PREFIX_ERROR_ARGUMENT, "in is NULL");
    FAILS(ctx, prefix_plan_run(plan, in, NULL, 8), PREFIX_ERROR_ARGUMENT, "out is NULL");
    FAILS(ctx, prefix_plan_run(plan, (char *)in + 2, out, 4), PREFIX_ERROR_ARGUMENT, "in is not aligned to 4");
    FAILS(ctx, prefix_plan_run(plan, in, in + 1, 4), PREFIX_ERROR_OVERLAP, "out overlaps in");
    FAILS(ctx, prefix_plan_run(plan, in, out, SIZE_MAX / 4), PREFIX_ERROR_OVERFLOW, "n: ");
    must(ctx, prefix_plan_set_total(plan, 0, out + 3));
    FAILS(ctx, prefix_plan_run(plan, in, out, 8), PREFIX_ERROR_OVERLAP, "total");
    must(ctx, prefix_plan_set_total(plan, 0, &total));
    FAILS(ctx, prefix_plan_reduce(plan, NULL, 0), PREFIX_ERROR_UNSUPPORTED, "the total of nothing needs");
    must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    FAILS(ctx, prefix_plan_run(plan, in, out, 8), PREFIX_ERROR_UNSUPPORTED, "an exclusive scan needs");
    must(ctx, prefix_plan_set_init(plan, 0, &one));
    must(ctx, prefix_plan_run(plan, in, out, 8));
    ok(out[0] == 1 && out[7] == 29 && total == 37, "an initial value will do");
    must(ctx, prefix_plan_run(plan, NULL, NULL, 0));
    ok(total == 1, "of nothing, it is the total");
    must(ctx, prefix_plan_set_head_flags(plan, flags));
    FAILS(ctx, prefix_plan_run(plan, in, out, 8), PREFIX_ERROR_UNSUPPORTED, "total: a scan of segments");
    must(ctx, prefix_plan_set_head_flags(plan, NULL));
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_BLELLOCH));
    FAILS(ctx, prefix_plan_run(plan, in, out, 8), PREFIX_ERROR_UNSUPPORTED, "algorithms");
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_AUTO));
    must(ctx, prefix_plan_set_counting(plan, 1));
    FAILS(ctx, prefix_plan_run(plan, in, out, 8), PREFIX_ERROR_UNSUPPORTED, "counting");
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);
}

static void test_check(prefix_ctx *ctx)
{
    const float samples[3] = {1, 2, 4};
    size_t place = 77;
    prefix_operator *op;
    must(NULL, prefix_operator_create(&op, sizeof(float), sizeof(float)));
    FAILS(ctx, prefix_operator_check(ctx, op, NULL, samples, 3, &place), PREFIX_ERROR_UNSUPPORTED,
          "needs a host function, see prefix_operator_set_host(3)");
    must(NULL, prefix_operator_set_host(op, add));
    FAILS(ctx, prefix_operator_check(ctx, NULL, NULL, samples, 3, &place), PREFIX_ERROR_ARGUMENT, "op is NULL");
    FAILS(ctx, prefix_operator_check(ctx, op, NULL, NULL, 3, &place), PREFIX_ERROR_ARGUMENT, "samples is NULL");
    FAILS(ctx, prefix_operator_check(ctx, op, NULL, (const char *)samples + 2, 2, &place), PREFIX_ERROR_ARGUMENT,
          "samples is not aligned to 4");
    FAILS(ctx, prefix_operator_check(ctx, op, NULL, samples, SIZE_MAX / 4, &place), PREFIX_ERROR_OVERFLOW, "n: ");
    is_int((long long)place, 77, "the place of a bad call is untouched");
    WORKS(ctx, prefix_operator_check(ctx, op, NULL, samples, 3, &place));
    WORKS(ctx, prefix_operator_check(ctx, op, NULL, NULL, 0, &place));
    prefix_operator_destroy(op);
}

/* Of a plan: by keys, with nothing else set. */
static void test_settings(prefix_ctx *ctx, prefix_plan *plan, int type, void *total)
{
    const uint8_t keys[8] = {0};
    const float in[8] = {1}, one = 1;
    float out[8];
    uint64_t count;
#define BY_KEY prefix_plan_reduce_by_key(plan, PREFIX_U8, keys, in, NULL, out, 8, 8, &count)
    must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    FAILS(ctx, BY_KEY, PREFIX_ERROR_UNSUPPORTED, "kind");
    must(ctx, prefix_plan_set_kind(plan, PREFIX_INCLUSIVE));
    must(ctx, prefix_plan_set_reverse(plan, 1));
    FAILS(ctx, BY_KEY, PREFIX_ERROR_UNSUPPORTED, "reverse");
    must(ctx, prefix_plan_set_reverse(plan, 0));
    must(ctx, prefix_plan_set_init(plan, type, &one));
    FAILS(ctx, BY_KEY, PREFIX_ERROR_UNSUPPORTED, "init");
    must(ctx, prefix_plan_set_init(plan, type, NULL));
    must(ctx, prefix_plan_set_total(plan, type, total));
    FAILS(ctx, BY_KEY, PREFIX_ERROR_UNSUPPORTED, "total");
    must(ctx, prefix_plan_set_total(plan, type, NULL));
    must(ctx, prefix_plan_set_head_flags(plan, keys));
    FAILS(ctx, BY_KEY, PREFIX_ERROR_UNSUPPORTED, "segments");
    must(ctx, prefix_plan_set_head_flags(plan, NULL));
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_SERIAL));
    FAILS(ctx, BY_KEY, PREFIX_ERROR_UNSUPPORTED, "algorithms");
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_AUTO));
    must(ctx, prefix_plan_set_counting(plan, 1));
    FAILS(ctx, BY_KEY, PREFIX_ERROR_UNSUPPORTED, "counting");
    must(ctx, prefix_plan_set_counting(plan, 0));
    must(ctx, BY_KEY);
    ok(count == 1 && out[0] == 1, "by key, once nothing else is set");
#undef BY_KEY
}

static void test_by_key(prefix_ctx *ctx)
{
    const int32_t keys[4] = {1, 1, 2, 3};
    float in[4] = {1, 2, 3, 4}, out[4] = {9, 9, 9, 9}, total;
    int32_t unique[4];
    uint64_t count = 7;
    prefix_operator *op;
    prefix_plan *plan;
    must(NULL, prefix_operator_create(&op, 8, 4));
    must(NULL, prefix_operator_set_host(op, add));
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    prefix_operator_destroy(op);
#define BY_KEY(type, keys, in, unique, out, n, capacity, count)                                                        \
    prefix_plan_reduce_by_key(plan, type, keys, in, unique, out, n, capacity, count)
    FAILS(NULL, prefix_plan_reduce_by_key(NULL, PREFIX_I32, keys, in, NULL, out, 2, 2, &count), PREFIX_ERROR_ARGUMENT,
          "plan is NULL");
    FAILS(ctx, BY_KEY(99, keys, in, NULL, out, 2, 2, &count), PREFIX_ERROR_ARGUMENT, "key type");
    FAILS(ctx, BY_KEY(PREFIX_I32, NULL, in, NULL, out, 2, 2, &count), PREFIX_ERROR_ARGUMENT, "keys is NULL");
    FAILS(ctx, BY_KEY(PREFIX_I32, keys, NULL, NULL, out, 2, 2, &count), PREFIX_ERROR_ARGUMENT, "in is NULL");
    FAILS(ctx, BY_KEY(PREFIX_I32, keys, in, NULL, NULL, 2, 2, &count), PREFIX_ERROR_ARGUMENT, "aggregates is NULL");
    FAILS(ctx, BY_KEY(PREFIX_I32, keys, in, NULL, out, 2, 2, NULL), PREFIX_ERROR_ARGUMENT, "count is NULL");
    FAILS(ctx, BY_KEY(PREFIX_I32, keys, (char *)in + 2, NULL, out, 1, 1, &count), PREFIX_ERROR_ARGUMENT,
          "in is not aligned to 4");
    FAILS(ctx, BY_KEY(PREFIX_I32, keys, in, NULL, (char *)out + 2, 1, 1, &count), PREFIX_ERROR_ARGUMENT,
          "aggregates is not aligned to 4");
    FAILS(ctx, BY_KEY(PREFIX_I32, keys, in, NULL, in + 1, 2, 2, &count), PREFIX_ERROR_OVERLAP,
          "aggregates overlaps in");
    FAILS(ctx, BY_KEY(PREFIX_I32, keys, in, out, out, 2, 2, &count), PREFIX_ERROR_OVERLAP,
          "aggregates overlaps unique");
    FAILS(ctx, BY_KEY(PREFIX_I32, keys, in, NULL, out, SIZE_MAX / 8, 2, &count), PREFIX_ERROR_OVERFLOW, "n: ");
    ok(out[0] == 9 && out[3] == 9 && count == 7, "nothing was written");
    FAILS(ctx, BY_KEY(PREFIX_I32, keys + 1, in, unique, out, 2, 1, &count), PREFIX_ERROR_CAPACITY,
          "capacity: 1 elements, and there are 2");
    ok(count == 2 && unique[0] == 1 && out[0] == 1 && out[1] == 2 && out[2] == 9, "as much as there is room for");
    must(ctx, BY_KEY(PREFIX_I32, NULL, NULL, NULL, NULL, 0, 0, &count));
    ok(count == 0, "of nothing there are no runs");
#undef BY_KEY
    prefix_plan_destroy(plan);
    must(NULL, prefix_operator_create(&op, sizeof(float), sizeof(float)));
    must(NULL, prefix_operator_set_host(op, add));
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    prefix_operator_destroy(op);
    test_settings(ctx, plan, 0, &total);
    prefix_plan_destroy(plan);
    must(NULL, prefix_operator_create(&op, sizeof(float), sizeof(float)));
    must(NULL, prefix_operator_set_cuda(op, "", "float", "earlier + later"));
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    prefix_operator_destroy(op);
    FAILS(ctx, prefix_plan_reduce_by_key(plan, PREFIX_I32, keys, in, NULL, out, 2, 2, &count), PREFIX_ERROR_UNSUPPORTED,
          "needs a host function, see prefix_operator_set_host(3)");
    prefix_plan_destroy(plan);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_MAX, PREFIX_F32));
    must(ctx, prefix_plan_set_output_type(plan, PREFIX_F64));
    FAILS(ctx, prefix_plan_reduce_by_key(plan, PREFIX_I32, keys, in, NULL, out, 2, 2, &count), PREFIX_ERROR_UNSUPPORTED,
          "output type");
    must(ctx, prefix_plan_set_output_type(plan, PREFIX_F32));
    test_settings(ctx, plan, PREFIX_F32, &total);
    prefix_plan_destroy(plan);
}

void test_operator(prefix_ctx *ctx)
{
    test_by_key(ctx);
    test_operators();
    test_check(ctx);
    test_plans(ctx);
}

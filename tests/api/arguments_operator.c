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
    FAILS(NULL, prefix_operator_create(&op, 0, 1), PREFIX_ERROR_ARGUMENT, "size: 0 is not from 1 to 64");
    ok(op == NULL, "op is NULL after a failure");
    FAILS(NULL, prefix_operator_create(&op, 65, 1), PREFIX_ERROR_ARGUMENT, "size: 65");
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
    uint8_t flags[8] = {1};
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
    FAILS(ctx, prefix_plan_run(plan, in, out, 8), PREFIX_ERROR_UNSUPPORTED, "segments");
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

void test_operator(prefix_ctx *ctx)
{
    test_operators();
    test_check(ctx);
    test_plans(ctx);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans: making them and their settings. scan.c runs them. */
#include "api/plan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "api/built_in.h"
#include "api/check_settings.h"
#include "api/predicate.h"
#include "context/status.h"
#include "shared/carry.h"
#include "shared/types.h"

/* An inclusive scan, of nothing yet. */
static int allocate(prefix_plan **made, prefix_ctx *ctx)
{
    prefix_plan *plan = calloc(1, sizeof *plan);
    if (!plan)
        return prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a plan");
    plan->ctx = ctx;
    plan->kind = PREFIX_INCLUSIVE;
    *made = plan;
    return PREFIX_OK;
}

static int create(prefix_plan **made, prefix_ctx *ctx, int op, int type)
{
    if (!made)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "plan is NULL");
    *made = NULL;
    int status = prefix__check_op_type(ctx, op, type);
    if (status == PREFIX_OK)
        status = allocate(made, ctx);
    if (status != PREFIX_OK)
        return status;
    (*made)->op = op;
    (*made)->type = type;
    (*made)->output_type = prefix__output_type(op, type);
    return prefix__operator_fit(ctx, *made, 0);
}

int prefix_plan_create(prefix_plan **plan, prefix_ctx *ctx, int op, int type)
{
    int saved = errno;
    return prefix__keep_errno(saved, create(plan, ctx, op, type));
}

static int create_operator(prefix_plan **made, prefix_ctx *ctx, const prefix_operator *op)
{
    if (!made)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "plan is NULL");
    *made = NULL;
    if (!op)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "op is NULL");
    if (!op->host && !op->cuda_text)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "op: it has neither a host function nor CUDA text");
    int status = allocate(made, ctx);
    if (status == PREFIX_OK)
        (*made)->own = *op;
    return status;
}

int prefix_plan_create_operator(prefix_plan **plan, prefix_ctx *ctx, const prefix_operator *op)
{
    int saved = errno;
    return prefix__keep_errno(saved, create_operator(plan, ctx, op));
}

void prefix_plan_destroy(prefix_plan *plan)
{
    int saved = errno;
    if (plan)
        free(plan->layout);
    free(plan);
    errno = saved;
}

/* Whether the plan is of an operator of the caller's own. */
static int is_own(const prefix_plan *plan)
{
    return plan->op == 0;
}

/* A value of such a plan is an element. */
static int check_own_type(const prefix_plan *plan, const char *argument, int type)
{
    if (type == 0)
        return PREFIX_OK;
    return prefix__fail(plan->ctx, PREFIX_ERROR_ARGUMENT,
                        "%s type: %d is not 0, which stands for an element of the operator", argument, type);
}

static int set_own_init(prefix_plan *plan, int type, const void *value)
{
    int status = check_own_type(plan, "init", type);
    if (status != PREFIX_OK)
        return status;
    memcpy(plan->own_init, value, plan->own.size);
    plan->has_init = 1;
    return PREFIX_OK;
}

static int set_own_total(prefix_plan *plan, int type, void *total)
{
    int status = check_own_type(plan, "total", type);
    if (status == PREFIX_OK && (uintptr_t)total % plan->own.alignment != 0)
        status = prefix__fail(plan->ctx, PREFIX_ERROR_ARGUMENT, "total is not aligned to %zu bytes", plan->own.alignment);
    if (status == PREFIX_OK)
        plan->total = total;
    return status;
}

int prefix_plan_set_kind(prefix_plan *plan, int kind)
{
    PREFIX__NEED(plan);
    int status = prefix__check_kind(plan->ctx, kind);
    if (status == PREFIX_OK)
        plan->kind = kind;
    return status;
}

int prefix_plan_set_output_type(prefix_plan *plan, int type)
{
    PREFIX__NEED(plan);
    if (is_own(plan))
        return prefix__fail(plan->ctx, PREFIX_ERROR_UNSUPPORTED,
                            "output type: operators of the caller's own have none");
    int status = prefix__check_output_type(plan->ctx, plan->op, plan->type, type);
    if (status != PREFIX_OK)
        return status;
    plan->output_type = type;
    plan->has_init = 0;
    plan->total = NULL;
    return prefix__operator_fit(plan->ctx, plan, 0);
}

int prefix_plan_set_init(prefix_plan *plan, int type, const void *value)
{
    PREFIX__NEED(plan);
    if (!value) {
        plan->has_init = 0;
        return PREFIX_OK;
    }
    if (is_own(plan))
        return set_own_init(plan, type, value);
    if (prefix__is_arg(plan->op))
        return prefix__fail(plan->ctx, PREFIX_ERROR_UNSUPPORTED, "init: %s has none, as it stands in no place",
                            prefix_op_name(plan->op));
    int status = prefix__check_value_type(plan->ctx, "init", plan->op, plan->output_type, type);
    if (status != PREFIX_OK)
        return status;
    if (prefix__is_staged(plan->op, plan->type))
        prefix__built_in_init(&plan->own, type, value, plan->own_init);
    else
        plan->init = prefix__carry_load(plan->op, plan->output_type, value, type);
    plan->has_init = 1;
    return PREFIX_OK;
}

int prefix_plan_set_reverse(prefix_plan *plan, int reverse)
{
    PREFIX__NEED(plan);
    plan->reverse = reverse != 0;
    return PREFIX_OK;
}

int prefix_plan_set_total(prefix_plan *plan, int type, void *total)
{
    PREFIX__NEED(plan);
    if (!total) {
        plan->total = NULL;
        return PREFIX_OK;
    }
    if (is_own(plan))
        return set_own_total(plan, type, total);
    int status = prefix__check_value_type(plan->ctx, "total", plan->op, plan->output_type, type);
    if (status == PREFIX_OK)
        status = prefix__check_result(plan->ctx, "total", total, type);
    if (status != PREFIX_OK)
        return status;
    plan->total = total;
    plan->total_type = type;
    return PREFIX_OK;
}

int prefix_plan_set_algorithm(prefix_plan *plan, int algorithm)
{
    PREFIX__NEED(plan);
    if (!prefix_algorithm_name(algorithm))
        return prefix__fail_constant(plan->ctx, "algorithm", algorithm, "algorithm");
    plan->algorithm = algorithm;
    return PREFIX_OK;
}

int prefix_plan_set_block_algorithm(prefix_plan *plan, int algorithm)
{
    PREFIX__NEED(plan);
    if (!prefix_algorithm_name(algorithm))
        return prefix__fail_constant(plan->ctx, "block algorithm", algorithm, "algorithm");
    plan->block_algorithm = algorithm;
    return PREFIX_OK;
}

int prefix_plan_set_checked(prefix_plan *plan, uint64_t *place)
{
    PREFIX__NEED(plan);
    if (place && ((plan->op != PREFIX_SUM && plan->op != PREFIX_PRODUCT) || !prefix__is_integer(plan->type)))
        return prefix__fail(plan->ctx, PREFIX_ERROR_UNSUPPORTED, "checked: only sums and products of integers are");
    if ((uintptr_t)place % sizeof *place != 0)
        return prefix__fail(plan->ctx, PREFIX_ERROR_ARGUMENT, "place is not aligned to its %zu bytes", sizeof *place);
    if (plan->checked && !place)
        plan->own = (struct prefix_operator){0};
    plan->checked = place;
    return prefix__operator_fit(plan->ctx, plan, 0);
}

int prefix_plan_set_tile(prefix_plan *plan, size_t elements)
{
    PREFIX__NEED(plan);
    plan->tile = elements;
    return PREFIX_OK;
}

int prefix_plan_set_counting(prefix_plan *plan, int counting)
{
    PREFIX__NEED(plan);
    plan->counting = counting != 0;
    return PREFIX_OK;
}

int prefix_plan_set_trace(prefix_plan *plan, prefix_trace_fn trace, void *user)
{
    PREFIX__NEED(plan);
    plan->watch.trace = trace;
    plan->watch.user = user;
    return PREFIX_OK;
}

int prefix_plan_set_head_flags(prefix_plan *plan, const uint8_t *flags)
{
    PREFIX__NEED(plan);
    plan->heads = (struct prefix_heads){.form = flags ? PREFIX_HEADS_FLAGS : 0, .data = flags, .size = 1};
    return PREFIX_OK;
}

int prefix_plan_set_head_bits(prefix_plan *plan, const uint8_t *bits, size_t first)
{
    PREFIX__NEED(plan);
    plan->heads = (struct prefix_heads){.form = bits ? PREFIX_HEADS_BITS : 0, .data = bits, .first = first, .size = 1};
    return PREFIX_OK;
}

int prefix_plan_set_offsets(prefix_plan *plan, int type, const void *offsets, size_t segments)
{
    PREFIX__NEED(plan);
    return prefix__heads_of_offsets(plan->ctx, &plan->heads, type, offsets, segments);
}

int prefix_plan_set_keys(prefix_plan *plan, int type, const void *keys)
{
    PREFIX__NEED(plan);
    struct prefix_heads heads = {0};
    int status = keys ? prefix__heads_of_keys(plan->ctx, &heads, keys, type) : PREFIX_OK;
    if (status == PREFIX_OK)
        plan->heads = heads;
    return status;
}

int prefix_plan_counts(const prefix_plan *plan, uint64_t *work, uint64_t *span)
{
    PREFIX__NEED(plan);
    if (work)
        *work = plan->watch.work;
    if (span)
        *span = plan->watch.span;
    return PREFIX_OK;
}

int prefix_plan_set_workspace(prefix_plan *plan, void *workspace, size_t bytes)
{
    PREFIX__NEED(plan);
    const int status = prefix__check_workspace(plan->ctx, workspace, bytes);
    if (status != PREFIX_OK)
        return status;
    plan->workspace = workspace;
    plan->workspace_bytes = bytes;
    plan->workspace_fresh = workspace != NULL;
    return PREFIX_OK;
}

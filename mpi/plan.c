/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans: making them and their settings. run.c runs them. */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

#define NEED(plan)                                                                                                     \
    do {                                                                                                               \
        if (!(plan))                                                                                                   \
            return prefix__mpi_fail(PREFIX_ERROR_ARGUMENT, "plan is NULL");                                            \
    } while (0)

static int allocate(prefix_mpi_plan **made, prefix_ctx *ctx)
{
    NEED(made);
    *made = calloc(1, sizeof **made);
    if (!*made)
        return prefix__mpi_fail(PREFIX_ERROR_NOMEM, "no memory for a plan");
    if (prefix_ctx_create(&(*made)->host_ctx, "serial") != PREFIX_OK) {
        free(*made);
        *made = NULL;
        return prefix__mpi_fail(PREFIX_ERROR_NOMEM, "no memory for a context");
    }
    (*made)->ctx = ctx;
    (*made)->kind = PREFIX_INCLUSIVE;
    return PREFIX_OK;
}

/* The plan that combines totals in the carry type, after whatever was there. */
static int make_fold(prefix_mpi_plan *plan)
{
    prefix_plan *fold;
    int status =
        prefix__mpi_passed(plan->host_ctx, prefix_plan_create(&fold, plan->host_ctx, plan->op, plan->carry_type));
    if (status != PREFIX_OK)
        return status;
    prefix_plan_destroy(plan->fold);
    plan->fold = fold;
    return PREFIX_OK;
}

/* A plan that could not be finished goes. */
static int finish(prefix_mpi_plan **made, int status)
{
    if (status != PREFIX_OK) {
        prefix_mpi_plan_destroy(*made);
        *made = NULL;
    }
    return status;
}

static int create(prefix_mpi_plan *plan, int op, int type)
{
    int status = prefix__mpi_passed(plan->ctx, prefix_plan_create(&plan->part, plan->ctx, op, type));
    if (status != PREFIX_OK)
        return status;
    if (op >= PREFIX_ARG_MIN && op <= PREFIX_ARG_MAX_LAST)
        return prefix__mpi_fail(PREFIX_ERROR_UNSUPPORTED, "%s gives places, which are not combined across ranks",
                                prefix_op_name(op));
    plan->op = op;
    plan->type = plan->output_type = type;
    plan->carry_type = prefix_carry_type(op, type);
    plan->in_size = plan->out_size = prefix_type_size(type);
    return make_fold(plan);
}

int prefix_mpi_plan_create(prefix_mpi_plan **plan, prefix_ctx *ctx, int op, int type)
{
    int status = allocate(plan, ctx);
    return status == PREFIX_OK ? finish(plan, create(*plan, op, type)) : status;
}

static int create_operator(prefix_mpi_plan *plan, const prefix_operator *op)
{
    int status = prefix_plan_create_operator(&plan->part, plan->ctx, op);
    if (status == PREFIX_OK)
        status = prefix_plan_create_operator(&plan->fold, plan->ctx, op);
    return prefix__mpi_passed(plan->ctx, status);
}

int prefix_mpi_plan_create_operator(prefix_mpi_plan **plan, prefix_ctx *ctx, const prefix_operator *op)
{
    int status = allocate(plan, ctx);
    return status == PREFIX_OK ? finish(plan, create_operator(*plan, op)) : status;
}

void prefix_mpi_plan_destroy(prefix_mpi_plan *plan)
{
    if (!plan)
        return;
    prefix_plan_destroy(plan->part);
    prefix_plan_destroy(plan->fold);
    prefix_plan_destroy(plan->probe);
    prefix_ctx_destroy(plan->host_ctx);
    free(plan);
}

int prefix_mpi_plan_set_kind(prefix_mpi_plan *plan, int kind)
{
    NEED(plan);
    int status = prefix__mpi_passed(plan->ctx, prefix_plan_set_kind(plan->part, kind));
    if (status == PREFIX_OK)
        plan->kind = kind;
    return status;
}

int prefix_mpi_plan_set_output_type(prefix_mpi_plan *plan, int type)
{
    NEED(plan);
    int status = prefix__mpi_passed(plan->ctx, prefix_plan_set_output_type(plan->part, type));
    if (status != PREFIX_OK)
        return status;
    plan->output_type = type;
    plan->out_size = prefix_type_size(type);
    plan->carry_type = prefix_carry_type(plan->op, type);
    plan->has_init = 0;
    plan->total = NULL;
    return make_fold(plan);
}

int prefix_mpi_plan_set_init(prefix_mpi_plan *plan, int type, const void *value)
{
    NEED(plan);
    plan->has_init = 0;
    if (!value)
        return PREFIX_OK;
    /* The total of nothing is the initial value as a carry. */
    int status = prefix_plan_set_init(plan->part, type, value);
    if (status == PREFIX_OK)
        status = prefix_plan_set_total(plan->part, plan->carry_type, plan->init);
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(plan->part, NULL, 0);
    plan->has_init = status == PREFIX_OK;
    return prefix__mpi_passed(plan->ctx, status);
}

int prefix_mpi_plan_set_reverse(prefix_mpi_plan *plan, int reverse)
{
    NEED(plan);
    plan->reverse = reverse != 0;
    return prefix__mpi_passed(plan->ctx, prefix_plan_set_reverse(plan->part, reverse));
}

int prefix_mpi_plan_set_total(prefix_mpi_plan *plan, int type, void *total)
{
    NEED(plan);
    int status = prefix__mpi_passed(plan->ctx, prefix_plan_set_total(plan->part, type, total));
    if (status != PREFIX_OK)
        return status;
    plan->total = total;
    plan->total_type = type;
    return PREFIX_OK;
}

int prefix_mpi_plan_set_exact(prefix_mpi_plan *plan, int exact)
{
    NEED(plan);
    if (exact && (plan->op == 0 || plan->output_type > PREFIX_F64))
        return prefix__mpi_fail(PREFIX_ERROR_UNSUPPORTED,
                                "exact: neither complex numbers nor operators of the caller's own are");
    plan->exact = exact != 0;
    return PREFIX_OK;
}

/* Which elements begin a segment: zeros of an exclusive maximum of ones. */
static int make_probe(prefix_mpi_plan *plan)
{
    if (plan->probe)
        return PREFIX_OK;
    int status = prefix_plan_create(&plan->probe, plan->host_ctx, PREFIX_MAX, PREFIX_U8);
    if (status == PREFIX_OK)
        status = prefix_plan_set_kind(plan->probe, PREFIX_EXCLUSIVE);
    return prefix__mpi_passed(plan->host_ctx, status);
}

/* The size of an element of the caller's own is how much is written of a total of nothing behind an initial value. */
static int find_size(prefix_mpi_plan *plan)
{
    _Alignas(16) unsigned char ones[PREFIX__MPI_ELEMENT_MAX], total[PREFIX__MPI_ELEMENT_MAX] = {0};
    if (plan->out_size > 0)
        return PREFIX_OK;
    memset(ones, 0xff, sizeof ones);
    int status = prefix_plan_set_init(plan->part, 0, ones);
    if (status == PREFIX_OK)
        status = prefix_plan_set_total(plan->part, 0, total);
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(plan->part, NULL, 0);
    while (plan->out_size < sizeof total && total[plan->out_size])
        plan->out_size++;
    plan->in_size = plan->out_size;
    return prefix__mpi_passed(plan->ctx, status);
}

static int set_heads(prefix_mpi_plan *plan, int key_type, const void *heads)
{
    plan->heads = NULL;
    if (!heads)
        return PREFIX_OK;
    int status = find_size(plan);
    if (status == PREFIX_OK)
        status = make_probe(plan);
    if (status == PREFIX_OK && key_type) /* is it one? */
        status = prefix__mpi_passed(plan->host_ctx, prefix_plan_set_keys(plan->probe, key_type, heads));
    if (status != PREFIX_OK)
        return status;
    plan->heads = heads;
    plan->key_type = key_type;
    return PREFIX_OK;
}

int prefix_mpi_plan_set_head_flags(prefix_mpi_plan *plan, const uint8_t *flags)
{
    NEED(plan);
    return set_heads(plan, 0, flags);
}

int prefix_mpi_plan_set_keys(prefix_mpi_plan *plan, int type, const void *keys)
{
    NEED(plan);
    if (type == 0 && keys)
        return prefix__mpi_fail(PREFIX_ERROR_ARGUMENT, "type: 0 is none of keys");
    return set_heads(plan, type, keys);
}

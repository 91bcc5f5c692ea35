/* SPDX-License-Identifier: BSD-3-Clause */
#include "team/fold.h"

#include <string.h>

#include "context/context.h"
#include "context/status.h"
#include "shared/types.h"

/* Of elements of the carry type; an operator of the caller's own that is for devices alone works on one. */
static struct prefix_plan plan_of(const struct prefix_team *team, const struct prefix_plan *plan)
{
    const int carry_type = prefix__carry_type(plan->op, plan->output_type);
    struct prefix_plan fold = {.ctx = team->fold_ctx, .kind = PREFIX_INCLUSIVE};
    if (plan->op) {
        fold.op = plan->op;
        fold.type = fold.output_type = fold.total_type = carry_type;
        return fold;
    }
    fold.own = plan->own;
    if (!plan->own.host)
        fold.ctx = team->members[0].ctx;
    return fold;
}

/* An initial value as a carry: what it and no elements come to. */
static int load_init(struct prefix__fold *fold, const struct prefix_plan *plan)
{
    struct prefix_plan nothing = *plan;
    if (!plan->op) {
        memcpy(fold->value, plan->own_init, fold->size);
        return PREFIX_OK;
    }
    nothing.ctx = fold->plan.ctx;
    nothing.total = fold->value;
    nothing.total_type = fold->plan.type;
    return prefix_plan_reduce(&nothing, NULL, 0);
}

static int told(const struct prefix__fold *fold, int status)
{
    return status == PREFIX_OK ? status : prefix__fail(NULL, status, "combining parts: %s", fold->plan.ctx->error);
}

int prefix__fold_begin(struct prefix__fold *fold, const struct prefix_team *team, const struct prefix_plan *plan)
{
    fold->plan = plan_of(team, plan);
    fold->size = plan->op ? prefix__size_of(fold->plan.type) : plan->own.size;
    fold->have = plan->has_init;
    int status = prefix__operator_fit(fold->plan.ctx, &fold->plan, 0);
    if (status == PREFIX_OK && fold->have)
        status = load_init(fold, plan);
    return told(fold, status);
}

int prefix__fold_in(struct prefix__fold *fold, const void *total)
{
    if (!fold->have) {
        memcpy(fold->value, total, fold->size);
        fold->have = 1;
        return PREFIX_OK;
    }
    int status = prefix_plan_set_init(&fold->plan, fold->plan.type, fold->value);
    fold->plan.total = fold->value;
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(&fold->plan, total, 1);
    return told(fold, status);
}

/* Sums of floats are of one double for each tile of an array, and must not take a call each. */
int prefix__fold_all(struct prefix__fold *fold, const void *totals, size_t count)
{
    const char *from = totals;
    const int adds = fold->plan.op == PREFIX_SUM && fold->plan.type == PREFIX_F64;
    for (size_t i = 0; i < count; i++, from += fold->size) {
        double carry, total;
        if (!adds || !fold->have) {
            int status = prefix__fold_in(fold, from);
            if (status != PREFIX_OK)
                return status;
            continue;
        }
        memcpy(&carry, fold->value, sizeof carry);
        memcpy(&total, from, sizeof total);
        carry += total;
        memcpy(fold->value, &carry, sizeof carry);
    }
    return PREFIX_OK;
}

int prefix__fold_precede(const struct prefix__fold *fold, struct prefix_plan *part)
{
    return prefix_plan_set_init(part, fold->plan.type, fold->have ? fold->value : NULL);
}

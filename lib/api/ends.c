/* SPDX-License-Identifier: BSD-3-Clause */
/* Exclusive scans with one result more, the total: the setting, and what goes where. */
#include "api/ends.h"

#include "api/check_arrays.h"
#include "api/plan.h"
#include "context/status.h"
#include "shared/types.h"

/* Bytes of a result. */
static size_t size_of(const struct prefix_plan *plan)
{
    return plan->op ? prefix__size_of(plan->output_type) : plan->own.size;
}

int prefix_plan_set_ends(prefix_plan *plan, int ends)
{
    PREFIX__NEED(plan);
    plan->ends = ends != 0;
    return PREFIX_OK;
}

int prefix__ends_check_plan(prefix_ctx *ctx, const struct prefix_plan *plan)
{
    const char *const setting = plan->total        ? "a total elsewhere, too"
                                : plan->heads.form ? "segments"
                                : plan->checked    ? "results that are checked"
                                                   : NULL;
    if (plan->kind != PREFIX_EXCLUSIVE)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "ends: an inclusive scan ends with its total as it is");
    if (setting)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "ends: there are no n + 1 results with %s", setting);
    return PREFIX_OK;
}

int prefix__ends_check(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, const void *out, size_t n)
{
    const size_t alignment = plan->op ? prefix__alignment_of(plan->output_type) : plan->own.alignment;
    const size_t size = size_of(plan), in_size = plan->op ? prefix__size_of(plan->type) : size;
    int status = prefix__ends_check_plan(ctx, plan);
    if (status == PREFIX_OK && !out)
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "out is NULL, and has one result more than n, %zu", n);
    if (status == PREFIX_OK && n >= PTRDIFF_MAX / size)
        status = prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu results and one more exceed the address space", n);
    if (status == PREFIX_OK)
        status = prefix__check_elements(ctx, "out", out, size, alignment, n + 1);
    if (status == PREFIX_OK && in && n > 0 &&
        prefix__overlap(prefix__ends_total(plan, (void *)out, n), size, in, n * in_size))
        status = prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "out: the total, of n + 1 results, lies in the input");
    return status;
}

void *prefix__ends_total(const struct prefix_plan *plan, void *out, size_t n)
{
    return plan->reverse ? out : (char *)out + n * size_of(plan);
}

void *prefix__ends_others(const struct prefix_plan *plan, void *out)
{
    return plan->reverse ? (char *)out + size_of(plan) : out;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "team/part.h"

#include "api/check_arrays.h"
#include "context/context.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/operator_stages.h"
#include "shared/types.h"

struct prefix_plan prefix__part_plan(const struct prefix_team *team, const struct prefix_plan *plan, size_t part)
{
    struct prefix_plan own = *plan;
    own.ctx = team->members[part].ctx;
    return own;
}

int prefix__check_team_plan(const struct prefix_plan *plan)
{
    const char *const setting = plan->heads.form                      ? "segments"
                                : plan->layout                        ? "a batch"
                                : plan->ends                          ? "n + 1 results"
                                : plan->checked                       ? "results that are checked"
                                : plan->valid                         ? "a bitmap of missing elements"
                                : plan->workspace                     ? "a workspace of the caller's"
                                : plan->counting || plan->watch.trace ? "counting or tracing"
                                                                      : NULL;
    if (setting)
        return prefix__fail(NULL, PREFIX_ERROR_UNSUPPORTED, "plan: a team does not do %s", setting);
    if (prefix__is_arg(plan->op))
        return prefix__fail(NULL, PREFIX_ERROR_UNSUPPORTED, "%s gives places, which are not combined across parts",
                            prefix_op_name(plan->op));
    return PREFIX_OK;
}

int prefix__has_kernels(const struct prefix_plan *plan)
{
    struct prefix_plan fit = *plan;
    return prefix__operator_fit(NULL, &fit, 0) == PREFIX_OK && !fit.own.size;
}

static int check_arrays(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, void *out, size_t n,
                        int reduces)
{
    if (!plan->own.size)
        return reduces ? prefix__check_reduction(ctx, plan, in, n) : prefix__check_scan(ctx, plan, in, out, n);
    const struct prefix_operator_work work = prefix__operator_describe(ctx, plan, in, out, n);
    return prefix__check_operator_scan(ctx, &work, reduces);
}

int prefix__check_part(const struct prefix_team *team, const struct prefix_plan *plan, size_t part, const void *in,
                       void *out, size_t n, int reduces, int *in_kind, int *out_kind)
{
    struct prefix__route *route;
    struct prefix_plan own = prefix__part_plan(team, plan, part);
    int status = prefix__operator_fit(own.ctx, &own, n);
    *in_kind = *out_kind = PREFIX_MEMORY_HOST;
    if (status == PREFIX_OK)
        status = check_arrays(own.ctx, &own, in, out, n, reduces);
    const struct prefix__array arrays[] = {{in, in_kind, 0}, {out, out_kind, 0}};
    if (status == PREFIX_OK && n > 0)
        status = prefix__find_route(own.ctx, n, arrays, 2, &route);
    return status == PREFIX_OK ? status : prefix__part_failed(team, part, status);
}

int prefix__part_run(struct prefix_plan *part, const struct prefix__fold *before, const void *in, void *out, size_t n)
{
    part->total = NULL;
    int status = prefix__operator_fit(part->ctx, part, n);
    if (status == PREFIX_OK)
        status = prefix__fold_precede(before, part);
    return status == PREFIX_OK ? prefix_plan_run(part, in, out, n) : status;
}

int prefix__write_total(const struct prefix_team *team, const struct prefix_plan *plan, const struct prefix__fold *all)
{
    struct prefix_plan nothing = prefix__part_plan(team, plan, 0);
    int status = prefix__operator_fit(nothing.ctx, &nothing, 0);
    if (status == PREFIX_OK)
        status = prefix__fold_precede(all, &nothing);
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(&nothing, NULL, 0);
    return status == PREFIX_OK ? status : prefix__part_failed(team, 0, status);
}

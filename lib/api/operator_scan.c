/* SPDX-License-Identifier: BSD-3-Clause */
/* Running, and preparing, a plan of an operator of the caller's own. */
#include <string.h>

#include "api/check_arrays.h"
#include "api/operator.h"
#include "api/plan.h"
#include "context/context.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"

static int check_settings(prefix_ctx *ctx, const struct prefix_plan *plan)
{
    const char *setting = plan->heads.form                           ? "segments"
                          : plan->algorithm || plan->block_algorithm ? "algorithms"
                          : plan->counting || plan->watch.trace      ? "counting and tracing"
                                                                     : NULL;
    if (setting)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s: operators of the caller's own have none", setting);
    return PREFIX_OK;
}

/* What is wanted without elements, or before the first: init, or the identity. */
static int find_neutral(prefix_ctx *ctx, const struct prefix_plan *plan, const char *what, const void **neutral)
{
    *neutral = plan->has_init ? plan->own_init : plan->own.has_identity ? plan->own.identity : NULL;
    if (!*neutral)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s needs an initial value, or an operator with an identity",
                            what);
    return PREFIX_OK;
}

int prefix__check_operator_backend(prefix_ctx *ctx, const struct prefix_plan *plan,
                                   const struct prefix_backend *backend)
{
    const int is_host = (backend->flags & PREFIX_BACKEND_FLAG_HOST) != 0;
    if (!backend->operator_scan)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "op: %s has no operators of the caller's own",
                            backend->name);
    if (is_host ? !plan->own.host : !plan->own.cuda_text)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "op: %s needs %s(3)", backend->name,
                            is_host ? "a host function, see prefix_operator_set_host"
                                    : "CUDA text, see prefix_operator_set_cuda");
    return PREFIX_OK;
}

static int write_empty_total(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix__route *route)
{
    const void *neutral;
    int status = find_neutral(ctx, plan, "the total of nothing", &neutral);
    if (status != PREFIX_OK)
        return status;
    return route->entry->backend.memory_copy(route->session, plan->total, neutral, plan->own.size, ctx->stream);
}

struct prefix_operator_work prefix__operator_describe(const prefix_ctx *ctx, const struct prefix_plan *plan,
                                                      const void *in, void *out, size_t n)
{
    return (struct prefix_operator_work){
        .size = sizeof(struct prefix_operator_work),
        .combine = plan->own.host,
        .state = plan->own.state,
        .state_bytes = plan->own.state_bytes,
        .element = plan->own.size,
        .alignment = plan->own.alignment,
        .kind = plan->kind,
        .reverse = plan->reverse,
        .threads = ctx->threads,
        .in = in,
        .out = out,
        .n = n,
        .first = plan->has_init ? plan->own_init : NULL,
        .in_memory = PREFIX_MEMORY_HOST,
        .out_memory = PREFIX_MEMORY_HOST,
        .total_memory = PREFIX_MEMORY_HOST,
        .stream = ctx->stream,
        .cuda_text = plan->own.cuda_text,
        .cuda_element = plan->own.cuda_element,
        .cuda_expression = plan->own.cuda_expression,
    };
}

int prefix__operator_run(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, void *out, size_t n,
                         int reduces)
{
    struct prefix__route *route;
    struct prefix_operator_work work = prefix__operator_describe(ctx, plan, in, out, n);
    work.total = plan->total;
    int status = check_settings(ctx, plan);
    if (status == PREFIX_OK)
        status = prefix__check_operator_scan(ctx, &work, reduces);
    if (status == PREFIX_OK && n > 0 && !reduces && plan->kind == PREFIX_EXCLUSIVE)
        status = find_neutral(ctx, plan, "an exclusive scan", &work.identity);
    if (status != PREFIX_OK || (n == 0 && !plan->total))
        return status;
    const struct prefix__array arrays[] = {
        {work.in, &work.in_memory, 0},
        {work.out, &work.out_memory, 0},
        {work.total, &work.total_memory, 1},
    };
    status = prefix__find_route(ctx, n, arrays, sizeof arrays / sizeof arrays[0], &route);
    if (status == PREFIX_OK)
        status = prefix__check_operator_backend(ctx, plan, &route->entry->backend);
    if (status != PREFIX_OK)
        return status;
    ctx->error[0] = 0;
    status = n == 0 ? write_empty_total(ctx, plan, route) : route->entry->backend.operator_scan(route->session, &work);
    if (status != PREFIX_OK && !ctx->error[0])
        prefix__fail(ctx, status, "%s: the scan failed", route->entry->name);
    return status;
}

/* A context that also works on the CPU may have an operator for that alone: then no device is started. */
static int prepare(prefix_ctx *ctx, const struct prefix_plan *plan)
{
    struct prefix__route *route;
    if (!plan->own.size || (!ctx->named && !plan->own.cuda_text) || !prefix__ctx_has_device(ctx))
        return PREFIX_OK;
    int status = check_settings(ctx, plan);
    if (status == PREFIX_OK)
        status = prefix__ctx_route(ctx, 1, &route);
    if (status == PREFIX_OK)
        status = prefix__check_operator_backend(ctx, plan, &route->entry->backend);
    if (status != PREFIX_OK || !route->entry->backend.operator_prepare)
        return status;
    const struct prefix_operator_work work = prefix__operator_describe(ctx, plan, NULL, NULL, 0);
    ctx->error[0] = 0;
    status = route->entry->backend.operator_prepare(route->session, &work);
    if (status != PREFIX_OK && !ctx->error[0])
        prefix__fail(ctx, status, "%s: the operator cannot be prepared", route->entry->name);
    return status;
}

int prefix_plan_prepare(prefix_plan *plan)
{
    int status, saved = errno;
    if (!plan)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "plan is NULL");
    prefix_ctx *ctx = prefix__ctx_resolve(plan->ctx, &status);
    return prefix__keep_errno(saved, ctx ? prepare(ctx, plan) : status);
}

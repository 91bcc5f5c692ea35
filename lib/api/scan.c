/* SPDX-License-Identifier: BSD-3-Clause */
/* Running a plan, for all results or the total alone: resolves everything and hands it to one backend. */
#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>
#include <prefix/backend.h>

#include "api/batch.h"
#include "api/check_arrays.h"
#include "api/check_settings.h"
#include "api/ends.h"
#include "api/missing.h"
#include "api/plan.h"
#include "api/segmented.h"
#include "api/work.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/types.h"

static int has_tiles(int algorithm)
{
    switch (algorithm) {
    case PREFIX_ALGORITHM_AUTO:
    case PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK:
    case PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE:
    case PREFIX_ALGORITHM_REDUCE_THEN_SCAN:
    case PREFIX_ALGORITHM_CHAINED_SCAN:
        return 1;
    default:
        return 0;
    }
}

static int check_algorithms(prefix_ctx *ctx, const struct prefix_backend *backend, const struct prefix_scan_work *work)
{
    if (!(backend->scan_algorithms & PREFIX_BACKEND_ALGORITHM(work->algorithm)))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "algorithm: %s does not have %s", backend->name,
                            prefix_algorithm_name(work->algorithm));
    if (work->block_algorithm == PREFIX_ALGORITHM_AUTO)
        return PREFIX_OK;
    if (!(backend->block_algorithms & PREFIX_BACKEND_ALGORITHM(work->block_algorithm)))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "block algorithm: %s does not scan tiles by %s",
                            backend->name, prefix_algorithm_name(work->block_algorithm));
    if (!has_tiles(work->algorithm))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "block algorithm: %s has no tiles",
                            prefix_algorithm_name(work->algorithm));
    return PREFIX_OK;
}

static int check_backend(prefix_ctx *ctx, const struct prefix__route *route, const struct prefix_scan_work *work,
                         int reduces)
{
    const struct prefix_backend *backend = &route->entry->backend;
    if (reduces && !backend->reduce)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has scans, but no reductions", backend->name);
    int status = check_algorithms(ctx, backend, work);
    if (status != PREFIX_OK)
        return status;
    if (work->watch && !(backend->flags & PREFIX_BACKEND_FLAG_COUNTS))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "counting: %s neither counts nor traces", backend->name);
    status = prefix__missing_check_backend(ctx, work->validity, backend);
    if (status != PREFIX_OK)
        return status;
    if (!work->workspace)
        return PREFIX_OK;
    size_t bytes = 0;
    status = backend->scan_workspace(route->session, work, &bytes);
    if (status == PREFIX_OK && bytes > work->workspace_bytes)
        return prefix__fail(ctx, PREFIX_ERROR_WORKSPACE, "workspace: %zu bytes are given, and %zu are needed",
                            work->workspace_bytes, bytes);
    return status;
}

/* Hands the work, whose arguments have been checked, to a backend. Without an output it is a reduction. */
static int run(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, void *out, size_t n, int reduces)
{
    struct prefix__route *route;
    struct prefix__validity validity;
    struct prefix_scan_work work = prefix__scan_describe(ctx, plan, in, out, n);
    work.validity = prefix__missing_describe(plan, reduces, &validity);
    if (reduces)
        work.algorithm = work.block_algorithm = PREFIX_ALGORITHM_AUTO;
    else if (plan->counting || plan->watch.trace)
        work.watch = &plan->watch;
    const struct prefix__array arrays[] = {
        {work.in, &work.in_memory, 0},
        {work.out, &work.out_memory, 0},
        {work.total, &work.total_memory, 1},
        {validity.told.bits, &validity.told.memory, n == 0},
    };
    int status = prefix__find_route(ctx, n, arrays, sizeof arrays / sizeof arrays[0], &route);
    if (plan->total_memory)
        work.total_memory = plan->total_memory;
    if (status == PREFIX_OK)
        status = check_backend(ctx, route, &work, reduces);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    ctx->error[0] = 0;
    if (n == 0)
        status = prefix__write_empty_totals(route, &work, 1);
    else
        status = (reduces ? backend->reduce : backend->scan)(route->session, &work);
    /* A run that failed may have left the workspace in any state. */
    if (n > 0 && backend->flags & PREFIX_BACKEND_FLAG_DEVICE)
        plan->workspace_fresh = status != PREFIX_OK;
    return prefix__ran(ctx, route->entry->name, status, reduces ? "reduction" : "scan");
}

static int scan_elements(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, void *out, size_t n)
{
    if (plan->own.size)
        return prefix__operator_run(ctx, plan, in, out, n, 0);
    if (plan->layout)
        return prefix__batch_run(ctx, plan, in, out, n, 0);
    if (plan->heads.form)
        return prefix__segmented_run(ctx, plan, in, out, n);
    int status = prefix__check_scan(ctx, plan, in, out, n);
    if (status == PREFIX_OK)
        status = prefix__missing_check(ctx, plan, n, out, n * prefix__size_of(plan->output_type));
    if (status != PREFIX_OK || (n == 0 && !plan->total))
        return status;
    return run(ctx, plan, in, out, n, 0);
}

static int scan(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, void *out, size_t n)
{
    plan->watch.work = plan->watch.span = 0;
    int status = prefix__operator_fit(ctx, plan, n);
    if (status == PREFIX_OK && plan->ends)
        status = plan->layout ? prefix__ends_check_plan(ctx, plan) : prefix__ends_check(ctx, plan, in, out, n);
    if (status != PREFIX_OK || !plan->ends || plan->layout)
        return status == PREFIX_OK ? scan_elements(ctx, plan, in, out, n) : status;
    plan->total = prefix__ends_total(plan, out, n);
    plan->total_type = plan->output_type;
    status = scan_elements(ctx, plan, in, prefix__ends_others(plan, out), n);
    plan->total = NULL;
    return status;
}

static int reduce(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, size_t n)
{
    int status = prefix__operator_fit(ctx, plan, n);
    if (status != PREFIX_OK)
        return status;
    if (plan->own.size)
        return prefix__operator_run(ctx, plan, in, NULL, n, 1);
    if (plan->layout)
        return prefix__batch_run(ctx, plan, in, NULL, n, 1);
    if (plan->heads.form)
        return prefix__segmented_reduce(ctx, plan, in, n);
    status = prefix__check_reduction(ctx, plan, in, n);
    if (status == PREFIX_OK)
        status = prefix__missing_check(ctx, plan, n, plan->total, prefix__size_of(plan->total_type));
    return status == PREFIX_OK ? run(ctx, plan, in, NULL, n, 1) : status;
}

int prefix_plan_run(prefix_plan *plan, const void *in, void *out, size_t n)
{
    int status, saved = errno;
    PREFIX__NEED(plan);
    prefix_ctx *ctx = prefix__ctx_resolve(plan->ctx, &status);
    return prefix__keep_errno(saved, ctx ? scan(ctx, plan, in, out, n) : status);
}

int prefix_plan_reduce(prefix_plan *plan, const void *in, size_t n)
{
    int status, saved = errno;
    PREFIX__NEED(plan);
    prefix_ctx *ctx = prefix__ctx_resolve(plan->ctx, &status);
    return prefix__keep_errno(saved, ctx ? reduce(ctx, plan, in, n) : status);
}

int prefix_scan(prefix_ctx *ctx, int kind, int op, int type, const void *in, void *out, size_t n)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    const int output_type = prefix__output_type(op, type);
    struct prefix_plan plan = {.ctx = ctx, .kind = kind, .op = op, .type = type, .output_type = output_type};
    status = prefix__check_kind(ctx, kind);
    if (status == PREFIX_OK)
        status = prefix__check_op_type(ctx, op, type);
    if (status == PREFIX_OK)
        status = scan(ctx, &plan, in, out, n);
    return prefix__keep_errno(saved, status);
}

int prefix_reduce(prefix_ctx *ctx, int op, int type, const void *in, void *result, size_t n)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    const int output_type = prefix__output_type(op, type);
    struct prefix_plan plan = {.ctx = ctx,
                               .kind = PREFIX_INCLUSIVE,
                               .op = op,
                               .type = type,
                               .output_type = output_type,
                               .total = result,
                               .total_type = output_type};
    status = prefix__check_op_type(ctx, op, type);
    if (status == PREFIX_OK)
        status = prefix__check_result(ctx, "result", result, output_type);
    if (status == PREFIX_OK)
        status = reduce(ctx, &plan, in, n);
    return prefix__keep_errno(saved, status);
}

static int workspace(prefix_ctx *ctx, const struct prefix_plan *plan, size_t n, size_t *bytes)
{
    struct prefix__route *route = NULL;
    struct prefix__validity validity;
    *bytes = 0;
    if (plan->layout)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "batch: there are none with a workspace of the caller's");
    if (plan->own.size) /* which takes none of the caller */
        return PREFIX_OK;
    if (n > PTRDIFF_MAX / prefix__size_of(plan->output_type))
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements exceed the address space", n);
    if (n == 0 || !prefix__ctx_has_device(ctx))
        return PREFIX_OK;
    int status = prefix__ctx_route(ctx, 1, &route);
    if (status != PREFIX_OK)
        return status;
    struct prefix_scan_work work = prefix__scan_describe(ctx, plan, NULL, NULL, n);
    work.validity = prefix__missing_describe(plan, 0, &validity);
    work.in_memory = work.out_memory = PREFIX_MEMORY_DEVICE;
    work.total_memory = PREFIX_MEMORY_HOST;
    status = check_algorithms(ctx, &route->entry->backend, &work);
    return status == PREFIX_OK ? route->entry->backend.scan_workspace(route->session, &work, bytes) : status;
}

int prefix_plan_workspace(prefix_plan *plan, size_t n, size_t *bytes)
{
    int status, saved = errno;
    PREFIX__NEED(plan);
    if (!bytes)
        return prefix__fail(plan->ctx, PREFIX_ERROR_ARGUMENT, "bytes is NULL");
    prefix_ctx *ctx = prefix__ctx_resolve(plan->ctx, &status);
    return prefix__keep_errno(saved, ctx ? workspace(ctx, plan, n, bytes) : status);
}

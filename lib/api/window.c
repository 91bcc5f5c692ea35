/* SPDX-License-Identifier: BSD-3-Clause */
/* Moving windows: the arguments, and the backend that does it. */
#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/check_batch.h"
#include "api/check_settings.h"
#include "api/plan.h"
#include "api/work.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/types.h"

/* What a plan must not have; NULL: nothing. */
static const char *bad_setting(const struct prefix_plan *plan, int mean)
{
    return plan->checked ? "checked: results of windows are not"
           : plan->own.size || prefix__is_staged(plan->op, plan->type)
               ? "operator: windows take sum to logical-or, on real types"
           : mean && (plan->op != PREFIX_SUM || !prefix__is_float(plan->type))
               ? "operator: means are those of sums of floats"
           : plan->kind != PREFIX_INCLUSIVE           ? "kind: windows are those of inclusive plans"
           : plan->reverse                            ? "reverse: windows are combined forward"
           : plan->has_init                           ? "init: windows have none"
           : plan->total                              ? "total: windows write none"
           : plan->heads.form                         ? "segments: windows are those of whole rows"
           : plan->algorithm || plan->block_algorithm ? "algorithms: windows have none"
           : plan->counting || plan->watch.trace      ? "counting: windows are neither counted nor traced"
           : plan->missing || plan->valid             ? "missing: windows skip no elements"
                                                      : NULL;
}

static int check_window(prefix_ctx *ctx, size_t k, size_t before)
{
    if (k == 0)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "k is 0: a window has an element at least");
    if (before >= k)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "before: %zu elements of a window of %zu cannot stand before",
                            before, k);
    return PREFIX_OK;
}

/* Elements that no row has are in no window, so that its length makes no difference beyond. */
static void limit(struct prefix_window_work *work, size_t k, size_t before, size_t n)
{
    const size_t after = k - 1 - before;
    work->before = before < n ? before : n - 1;
    work->k = work->before + 1 + (after < n ? after : n - 1);
}

static int run(prefix_ctx *ctx, const struct prefix_plan *plan, struct prefix_window_work *work)
{
    struct prefix__route *route;
    struct prefix_scan_work scan = *work->scan;
    struct prefix_batch batch = prefix__layout_batch(plan->layout, scan.n, 0, 0, 0);
    scan.batch = &batch;
    work->scan = &scan;
    const struct prefix__batch_arrays checked = prefix__batch_arrays_of(&scan, 0, 0);
    int status = prefix__check_batch(ctx, plan, &checked, &batch, scan.n);
    if (status == PREFIX_OK && scan.in == scan.out)
        status = prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "out equals in, whose elements are in several windows");
    const struct prefix__array arrays[] = {
        {scan.in, &scan.in_memory, 0},
        {scan.out, &scan.out_memory, 0},
    };
    if (status == PREFIX_OK)
        status = prefix__find_route(ctx, scan.n, arrays, sizeof arrays / sizeof *arrays, &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (!backend->window)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no moving windows", backend->name);
    ctx->error[0] = 0;
    scan.total_memory = PREFIX_MEMORY_HOST;
    status = backend->window(route->session, work);
    return prefix__ran(ctx, backend->name, status, "moving window");
}

/* Of a plan, or of what stands for one. */
static int slide(prefix_ctx *ctx, struct prefix_plan plan, const void *in, void *out, size_t n, size_t k, size_t before,
                 int mean)
{
    struct prefix__layout line = {.dims = 1, .shape = {n}, .in_strides = {1}, .out_strides = {1}};
    const char *const bad = bad_setting(&plan, mean);
    size_t rows;
    if (bad)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s", bad);
    if (!plan.layout)
        plan.layout = &line;
    const struct prefix_scan_work scan = prefix__scan_describe(ctx, &plan, in, out, n);
    const struct prefix__batch_arrays checked = prefix__batch_arrays_of(&scan, 0, 0);
    int status = check_window(ctx, k, before);
    if (status == PREFIX_OK)
        status = prefix__check_batch_size(ctx, &plan, &checked, n, &rows);
    if (status != PREFIX_OK || n == 0 || rows == 0)
        return status;
    struct prefix_window_work work = {.size = sizeof work, .scan = &scan, .mean = mean};
    limit(&work, k, before, n);
    return run(ctx, &plan, &work);
}

static int slide_over(prefix_ctx *ctx, int op, int type, const void *in, void *out, size_t n, size_t k, size_t before,
                      int mean)
{
    int status, saved = errno;
    const struct prefix_plan plan = {
        .kind = PREFIX_INCLUSIVE, .op = op, .type = type, .output_type = prefix__output_type(op, type)};
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx)
        status = prefix__check_op_type(ctx, op, type);
    if (ctx && status == PREFIX_OK)
        status = slide(ctx, plan, in, out, n, k, before, mean);
    return prefix__keep_errno(saved, status);
}

int prefix_window(prefix_ctx *ctx, int op, int type, const void *in, void *out, size_t n, size_t k, size_t before)
{
    return slide_over(ctx, op, type, in, out, n, k, before, 0);
}

int prefix_window_mean(prefix_ctx *ctx, int type, const void *in, void *out, size_t n, size_t k, size_t before)
{
    return slide_over(ctx, PREFIX_SUM, type, in, out, n, k, before, 1);
}

static int slide_by_plan(prefix_plan *plan, const void *in, void *out, size_t n, size_t k, size_t before, int mean)
{
    int status, saved = errno;
    PREFIX__NEED(plan);
    prefix_ctx *ctx = prefix__ctx_resolve(plan->ctx, &status);
    if (ctx)
        status = slide(ctx, *plan, in, out, n, k, before, mean);
    return prefix__keep_errno(saved, status);
}

int prefix_plan_window(prefix_plan *plan, const void *in, void *out, size_t n, size_t k, size_t before)
{
    return slide_by_plan(plan, in, out, n, k, before, 0);
}

int prefix_plan_window_mean(prefix_plan *plan, const void *in, void *out, size_t n, size_t k, size_t before)
{
    return slide_by_plan(plan, in, out, n, k, before, 1);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Differences of neighbours: the arguments, and the backend that does it. */
#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/check_arrays.h"
#include "api/check_batch.h"
#include "api/check_settings.h"
#include "api/plan.h"
#include "api/work.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/types.h"

/* What a plan must not have; NULL: nothing. */
static const char *bad_setting(const struct prefix_plan *plan)
{
    return plan->checked                              ? "checked: differences are not"
           : plan->own.size || plan->op != PREFIX_SUM ? "operator: differences undo sums"
           : !prefix__is_real(plan->type)             ? "type: differences are those of real types"
           : plan->kind != PREFIX_INCLUSIVE && !plan->ends
               ? "kind: of exclusive scans, those with n + 1 results can be undone"
           : plan->kind == PREFIX_INCLUSIVE && plan->ends ? "ends: an inclusive scan ends with its total as it is"
           : plan->ends && plan->layout                   ? "ends: there are no n + 1 results with a batch"
           : plan->total                                  ? "total: differences write none"
           : plan->heads.form                             ? "segments: differences are those of whole rows"
           : plan->algorithm || plan->block_algorithm     ? "algorithms: differences have none"
           : plan->counting || plan->watch.trace          ? "counting: differences are neither counted nor traced"
           : plan->missing || plan->valid                 ? "missing: differences skip no elements"
                                                          : NULL;
}

/* n + 1 elements, and n results that lie elsewhere, or where the first n or the last n of these do. */
static int check_ends(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, const void *out, size_t n)
{
    const size_t in_size = prefix__size_of(plan->type), size = prefix__size_of(plan->output_type);
    if (n >= PTRDIFF_MAX / size)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements and one more exceed the address space", n);
    int status = prefix__check_elements(ctx, "in", in, in_size, in_size, n + 1);
    if (status == PREFIX_OK)
        status = prefix__check_elements(ctx, "out", out, size, size, n);
    if (status == PREFIX_OK && prefix__overlap(in, (n + 1) * in_size, out, n * size) &&
        (in_size != size || (out != in && out != (const char *)in + size)))
        status = prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "out overlaps in, and is not its beginning or its end");
    return status;
}

static int run(prefix_ctx *ctx, const struct prefix_plan *plan, struct prefix_scan_work *scan)
{
    struct prefix__route *route;
    struct prefix_batch batch = prefix__layout_batch(plan->layout, scan->n, 0, 0, 0);
    const struct prefix_difference_work work = {.size = sizeof work, .scan = scan, .leads = plan->ends};
    scan->batch = &batch;
    const struct prefix__batch_arrays checked = prefix__batch_arrays_of(scan, 0, 0);
    int status = plan->ends ? check_ends(ctx, plan, scan->in, scan->out, scan->n)
                            : prefix__check_batch(ctx, plan, &checked, &batch, scan->n);
    const struct prefix__array arrays[] = {
        {scan->in, &scan->in_memory, 0},
        {scan->out, &scan->out_memory, 0},
    };
    if (status == PREFIX_OK)
        status = prefix__find_route(ctx, scan->n, arrays, sizeof arrays / sizeof *arrays, &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (!backend->difference)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no differences", backend->name);
    if (plan->ends && !plan->reverse)
        scan->in = (const char *)scan->in + prefix__size_of(plan->type);
    if (prefix__is_float(plan->output_type))
        scan->carry.d += 0.0; /* -0 as +0, as in the scan */
    scan->kind = PREFIX_INCLUSIVE;
    scan->total_memory = PREFIX_MEMORY_HOST;
    ctx->error[0] = 0;
    status = backend->difference(route->session, &work);
    return prefix__ran(ctx, backend->name, status, "difference");
}

/* Of a plan, or of what stands for one. */
static int subtract(prefix_ctx *ctx, struct prefix_plan plan, const void *in, void *out, size_t n)
{
    struct prefix__layout line = {.dims = 1, .shape = {n}, .in_strides = {1}, .out_strides = {1}};
    const char *const bad = bad_setting(&plan);
    size_t rows;
    if (bad)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s", bad);
    if (!plan.layout)
        plan.layout = &line;
    struct prefix_scan_work scan = prefix__scan_describe(ctx, &plan, in, out, n);
    const struct prefix__batch_arrays checked = prefix__batch_arrays_of(&scan, 0, 0);
    const int status = prefix__check_batch_size(ctx, &plan, &checked, n, &rows);
    if (status != PREFIX_OK || n == 0 || rows == 0)
        return status;
    return run(ctx, &plan, &scan);
}

int prefix_difference(prefix_ctx *ctx, int type, const void *in, void *out, size_t n)
{
    int status, saved = errno;
    const struct prefix_plan plan = {.kind = PREFIX_INCLUSIVE, .op = PREFIX_SUM, .type = type, .output_type = type};
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx)
        status = prefix__check_type(ctx, "type", type);
    if (ctx && status == PREFIX_OK)
        status = subtract(ctx, plan, in, out, n);
    return prefix__keep_errno(saved, status);
}

int prefix_plan_difference(prefix_plan *plan, const void *in, void *out, size_t n)
{
    int status, saved = errno;
    PREFIX__NEED(plan);
    prefix_ctx *ctx = prefix__ctx_resolve(plan->ctx, &status);
    if (ctx)
        status = subtract(ctx, *plan, in, out, n);
    return prefix__keep_errno(saved, status);
}

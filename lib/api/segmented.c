/* SPDX-License-Identifier: BSD-3-Clause */
/* Running a plan that has segments: the arguments, and the backend that does it. */
#include "api/segmented.h"

#include "api/check_arrays.h"
#include "api/missing.h"
#include "api/plan.h"
#include "api/work.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/heads.h"
#include "shared/offsets.h"
#include "shared/types.h"

static int check_plan(prefix_ctx *ctx, const struct prefix_plan *plan)
{
    if (plan->algorithm > PREFIX_ALGORITHM_SERIAL)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "algorithm: segments are not scanned by %s",
                            prefix_algorithm_name(plan->algorithm));
    if (plan->counting || plan->watch.trace)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                            "counting: runs with segments are neither counted nor traced");
    return PREFIX_OK;
}

/* Offsets that decrease or exceed n: names the first, as backends do not. */
static int fail_offsets(prefix_ctx *ctx, const struct prefix_heads *heads, size_t n)
{
    const size_t count = heads->segments + 1, k = prefix__bad_offset(heads, n, 0, count);
    if (k == count)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "offsets: they changed while they were read");
    const unsigned long long offset = prefix__index_at(heads->data, heads->size, k);
    if (offset > n)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "offsets: offset %zu is %llu, negative or above n, %zu", k,
                            offset, n);
    return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "offsets: offset %zu is %llu, less than the %llu before it", k,
                        offset, (unsigned long long)prefix__index_at(heads->data, heads->size, k - 1));
}

int prefix__check_host_offsets(prefix_ctx *ctx, const struct prefix_heads *heads, size_t n)
{
    if (heads->form != PREFIX_HEADS_OFFSETS || prefix__is_device_kind(heads->memory) ||
        prefix__bad_offset(heads, n, 0, heads->segments + 1) > heads->segments)
        return PREFIX_OK;
    return fail_offsets(ctx, heads, n);
}

int prefix__check_segment_totals(prefix_ctx *ctx, const struct prefix_plan *plan, int reduces)
{
    if (!reduces && plan->total)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "total: a scan of segments writes none");
    if (reduces && plan->heads.form != PREFIX_HEADS_OFFSETS)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                            "the plan's segments are not given by offsets: their number "
                            "is not known");
    return PREFIX_OK;
}

int prefix__fail_total_type(prefix_ctx *ctx, const struct prefix_plan *plan)
{
    return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "total type: those of segments are of the output type, %s",
                        prefix_type_name(plan->output_type));
}

/* Hands the work, whose arguments have been checked, to a backend. */
static int run(prefix_ctx *ctx, const struct prefix_plan *plan, struct prefix_scan_work *scan)
{
    struct prefix__route *route;
    struct prefix__validity validity;
    struct prefix_segmented_work work = {.size = sizeof work, .scan = scan, .heads = plan->heads};
    scan->validity = prefix__missing_describe(plan, !scan->out, &validity);
    const struct prefix__array arrays[] = {
        {scan->in, &scan->in_memory, 0},
        {scan->out, &scan->out_memory, 0},
        {scan->total, &scan->total_memory, 1},
        {work.heads.data, &work.heads.memory, scan->n == 0},
        {validity.told.bits, &validity.told.memory, scan->n == 0},
    };
    int status = prefix__find_route(ctx, scan->n, arrays, sizeof arrays / sizeof arrays[0], &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (!backend->segmented)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no segmented scans and reductions", backend->name);
    status = prefix__missing_check_backend(ctx, scan->validity, backend);
    /* A backend of the host looks at offsets itself, by all its threads, but not before it fills in elements. */
    const int has_offsets = work.heads.form == PREFIX_HEADS_OFFSETS && !prefix__is_device_kind(work.heads.memory);
    if (status == PREFIX_OK && (scan->validity || !(backend->flags & PREFIX_BACKEND_FLAG_HOST)))
        status = prefix__check_host_offsets(ctx, &work.heads, scan->n);
    if (status != PREFIX_OK)
        return status;
    ctx->error[0] = 0;
    status = backend->segmented(route->session, &work);
    if (status == PREFIX_ERROR_ARGUMENT && has_offsets && !ctx->error[0])
        return fail_offsets(ctx, &work.heads, scan->n);
    return prefix__ran(ctx, backend->name, status, scan->out ? "segmented scan" : "segmented reduction");
}

int prefix__segmented_run(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, void *out, size_t n)
{
    int status = check_plan(ctx, plan);
    if (status == PREFIX_OK)
        status = prefix__check_segment_totals(ctx, plan, 0);
    if (status == PREFIX_OK)
        status = prefix__check_scan(ctx, plan, in, out, n);
    if (status == PREFIX_OK && n)
        status = prefix__check_heads(ctx, &plan->heads, n, out, n * prefix__size_of(plan->output_type));
    if (status == PREFIX_OK)
        status = prefix__missing_check(ctx, plan, n, out, n * prefix__size_of(plan->output_type));
    if (status != PREFIX_OK || n == 0)
        return status;
    struct prefix_scan_work scan = prefix__scan_describe(ctx, plan, in, out, n);
    return run(ctx, plan, &scan);
}

int prefix__segmented_reduce(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, size_t n)
{
    const size_t size = prefix__size_of(plan->output_type), bytes = plan->heads.segments * size;
    int status = check_plan(ctx, plan);
    if (status == PREFIX_OK)
        status = prefix__check_segment_totals(ctx, plan, 1);
    if (status == PREFIX_OK && plan->total && plan->total_type != plan->output_type)
        status = prefix__fail_total_type(ctx, plan);
    if (status == PREFIX_OK)
        status = prefix__check_reduction(ctx, plan, in, n);
    if (status == PREFIX_OK)
        status = prefix__check_heads(ctx, &plan->heads, n, plan->total, bytes);
    if (status == PREFIX_OK && n)
        status = prefix__check_outside(ctx, plan->total, bytes, in, n * prefix__size_of(plan->type));
    if (status == PREFIX_OK)
        status = prefix__missing_check(ctx, plan, n, plan->total, bytes);
    if (status != PREFIX_OK || plan->heads.segments == 0)
        return status;
    struct prefix_scan_work scan = prefix__scan_describe(ctx, plan, in, NULL, n);
    scan.algorithm = PREFIX_ALGORITHM_AUTO;
    return run(ctx, plan, &scan);
}

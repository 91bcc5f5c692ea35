/* SPDX-License-Identifier: BSD-3-Clause */
/* Running, and preparing, a plan of an operator of the caller's own, or of one that is built in and done alike. */
#include <inttypes.h>
#include <string.h>

#include "api/built_in.h"
#include "api/check_operator.h"
#include "api/missing.h"
#include "api/operator.h"
#include "api/plan.h"
#include "api/work.h"
#include "context/context.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/carry.h"
#include "shared/operator_stages.h"
#include "shared/types.h"

/* What is wanted without elements, or before the first: init, or the identity, or NULL. */
static const void *neutral_of(const struct prefix_plan *plan)
{
    return plan->has_init ? plan->own_init : plan->own.has_identity ? plan->own.identity : NULL;
}

/* Of no elements: one total for each row or segment. */
static int write_empty_totals(prefix_ctx *ctx, const struct prefix__route *route,
                              const struct prefix_operator_work *work, size_t rows)
{
    const size_t count = work->heads ? work->heads->segments : rows;
    _Alignas(16) char one[PREFIX__ELEMENT_MAX];
    struct prefix_operator_work aside = *work;
    if (count == 0)
        return PREFIX_OK;
    if (!work->identity)
        return prefix__fail_neutral(ctx, "the total of nothing");
    aside.total = one;
    prefix__operator_store_total(&aside, work->identity);
    if (work->batch) {
        struct prefix__rows ends;
        prefix__rows_of_operator(&ends, work);
        return prefix__write_ends(route, &ends, one, work->stream);
    }
    return prefix__write_copies(route, work->total, one, prefix__operator_total_size(work), count, work->stream);
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
        .identity = neutral_of(plan),
        .total = plan->total,
        .in_memory = PREFIX_MEMORY_HOST,
        .out_memory = PREFIX_MEMORY_HOST,
        .total_memory = PREFIX_MEMORY_HOST,
        .stream = ctx->stream,
        .cuda_text = plan->own.cuda_text,
        .cuda_element = plan->own.cuda_element,
        .cuda_expression = plan->own.cuda_expression,
        .load = plan->own.load,
        .store = plan->own.store,
        .in_size = plan->own.in_size,
        .in_alignment = plan->own.in_alignment,
        .out_size = plan->own.out_size,
        .out_alignment = plan->own.out_alignment,
        .total_is_element = plan->total && plan->total_type != plan->output_type,
        .cuda_in = plan->own.cuda_in,
        .cuda_load = plan->own.cuda_load,
        .cuda_out = plan->own.cuda_out,
        .cuda_store = plan->own.cuda_store,
        .report = plan->checked,
        .report_memory = PREFIX_MEMORY_HOST,
        .tiles = plan->own.tiles,
    };
}

/* Of sums and products of integers. */
static void fit_checked(struct prefix_plan *plan, size_t n)
{
    const int type = plan->output_type;
    union prefix_carry init;
    plan->own = prefix__built_in_checked(plan->op, plan->type, type, &plan->checked_state, n, plan->reverse);
    if (!plan->has_init)
        return;
    prefix__carry_store(prefix__carry_type(plan->op, type), plan->init, &init, type);
    prefix__built_in_checked_init(plan->op, type, &init, plan->own_init);
}

int prefix__operator_fit(prefix_ctx *ctx, struct prefix_plan *plan, size_t n)
{
    if (plan->checked)
        fit_checked(plan, n);
    if (!prefix__is_staged(plan->op, plan->type))
        return PREFIX_OK;
    if (prefix__is_arg(plan->op) && plan->output_type == PREFIX_U32 && n > 0 && (uint64_t)(n - 1) > UINT32_MAX)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: the places of %zu elements do not fit u32", n);
    plan->own = prefix__built_in(plan->op, plan->type, plan->output_type, n);
    return PREFIX_OK;
}

/* Nothing does not fit. */
static int report_nothing(const struct prefix__route *route, const struct prefix_operator_work *work)
{
    static const uint64_t none = UINT64_MAX;
    return route->entry->backend.memory_copy(route->session, work->report, &none, sizeof none, work->stream);
}

/* Where the report can be read, the work is done. */
static int look_at_report(prefix_ctx *ctx, const struct prefix__route *route, const struct prefix_operator_work *work,
                          int output_type)
{
    const int is_host = (route->entry->backend.flags & PREFIX_BACKEND_FLAG_HOST) != 0;
    if (!work->report || (!is_host && work->report_memory != PREFIX_MEMORY_HOST) || *work->report == UINT64_MAX)
        return PREFIX_OK;
    return prefix__fail(ctx, PREFIX_ERROR_RANGE, "result %" PRIu64 " does not fit %s", *work->report,
                        prefix_type_name(output_type));
}

int prefix__operator_run(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, void *out, size_t n,
                         int reduces)
{
    struct prefix__route *route;
    struct prefix_heads heads = plan->heads;
    struct prefix__validity validity;
    struct prefix_batch batch = {.dims = 0, .in_step = 1, .out_step = 1};
    size_t rows = 1;
    struct prefix_operator_work work = prefix__operator_describe(ctx, plan, in, out, n);
    if (heads.form)
        work.heads = &heads;
    work.validity = prefix__missing_describe(plan, reduces, &validity);
    int status = prefix__check_operator_work(ctx, plan, &work, &batch, &rows, reduces);
    if (status != PREFIX_OK || rows == 0 || (n == 0 && !plan->total && !plan->checked && !work.batch))
        return status;
    const struct prefix__array arrays[] = {
        {work.in, &work.in_memory, 0},
        {work.out, &work.out_memory, 0},
        {work.total, &work.total_memory, 1},
        {heads.form ? heads.data : NULL, &heads.memory, n == 0},
        {validity.told.bits, &validity.told.memory, n == 0},
        {work.report, &work.report_memory, 1},
    };
    status = prefix__find_route(ctx, n > 0 ? n : work.batch != NULL, arrays, sizeof arrays / sizeof arrays[0], &route);
    if (status == PREFIX_OK)
        status = prefix__check_operator_backend(ctx, &work, &route->entry->backend);
    if (status == PREFIX_OK)
        status = prefix__missing_check_backend(ctx, work.validity, &route->entry->backend);
    if (status == PREFIX_OK)
        status = prefix__check_operator_offsets(ctx, &work);
    if (status != PREFIX_OK)
        return status;
    ctx->error[0] = 0;
    if (n > 0)
        status = route->entry->backend.operator_scan(route->session, &work);
    if (n == 0 && work.report)
        status = report_nothing(route, &work);
    if (n == 0 && (work.total || work.batch) && status == PREFIX_OK)
        status = write_empty_totals(ctx, route, &work, rows);
    status = prefix__ran(ctx, route->entry->name, status, "scan");
    return status == PREFIX_OK ? look_at_report(ctx, route, &work, plan->output_type) : status;
}

/* A context that also works on the CPU may have an operator for that alone: then no device is started. */
static int prepare(prefix_ctx *ctx, struct prefix_plan *plan)
{
    struct prefix__route *route;
    int status = prefix__operator_fit(ctx, plan, 0);
    if (!plan->own.size || (!ctx->named && !plan->own.cuda_text) || !prefix__ctx_has_device(ctx))
        return PREFIX_OK;
    struct prefix_batch batch;
    struct prefix_operator_work work = prefix__operator_describe(ctx, plan, NULL, NULL, 0);
    if (plan->heads.form)
        work.heads = &plan->heads;
    if (plan->layout) {
        batch = prefix__layout_batch(plan->layout, plan->layout->shape[plan->layout->axis], 0, plan->valid != NULL,
                                     plan->ends);
        work.batch = prefix__is_one_row(&batch, 1) ? NULL : &batch;
    }
    if (status == PREFIX_OK)
        status = prefix__check_operator_settings(ctx, plan);
    if (status == PREFIX_OK)
        status = prefix__ctx_route(ctx, 1, &route);
    if (status == PREFIX_OK)
        status = prefix__check_operator_backend(ctx, &work, &route->entry->backend);
    if (status != PREFIX_OK || !route->entry->backend.operator_prepare)
        return status;
    ctx->error[0] = 0;
    status = route->entry->backend.operator_prepare(route->session, &work);
    if (status != PREFIX_OK && !ctx->error[0])
        prefix__fail(ctx, status, "%s: the operator cannot be prepared", route->entry->name);
    return status;
}

int prefix_plan_prepare(prefix_plan *plan)
{
    int status, saved = errno;
    PREFIX__NEED(plan);
    prefix_ctx *ctx = prefix__ctx_resolve(plan->ctx, &status);
    return prefix__keep_errno(saved, ctx ? prepare(ctx, plan) : status);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/check_operator.h"

#include "api/check_arrays.h"
#include "api/check_batch.h"
#include "api/missing.h"
#include "api/segmented.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/heads.h"
#include "shared/operator_stages.h"
#include "shared/types.h"

int prefix__check_operator_settings(prefix_ctx *ctx, const struct prefix_plan *plan)
{
    const char *setting = plan->algorithm || plan->block_algorithm ? "algorithms"
                          : plan->counting || plan->watch.trace    ? "counting and tracing"
                                                                   : NULL;
    if (setting && plan->op)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s: a scan by %s of %s has none", setting,
                            prefix_op_name(plan->op), prefix_type_name(plan->type));
    if (setting)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s: operators of the caller's own have none", setting);
    return PREFIX_OK;
}

int prefix__fail_neutral(prefix_ctx *ctx, const char *what)
{
    return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s needs an initial value, or an operator with an identity",
                        what);
}

/* Without any such, no segment of offsets in host memory may be empty. */
static int check_empty(prefix_ctx *ctx, const struct prefix_heads *heads)
{
    if (prefix__is_device_kind(heads->memory))
        return PREFIX_OK;
    uint64_t end, begin = prefix__index_at(heads->data, heads->size, 0);
    for (size_t k = 0; k < heads->segments; k++, begin = end) {
        end = prefix__index_at(heads->data, heads->size, k + 1);
        if (begin == end)
            return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                                "offsets: segment %zu is empty, and its total needs an initial value, or an operator "
                                "with an identity",
                                k);
    }
    return PREFIX_OK;
}

int prefix__check_operator_backend(prefix_ctx *ctx, const struct prefix_operator_work *work,
                                   const struct prefix_backend *backend)
{
    const int is_host = (backend->flags & PREFIX_BACKEND_FLAG_HOST) != 0;
    if (!backend->operator_scan)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "op: %s has no operators of the caller's own",
                            backend->name);
    if ((work->load || work->store) && backend->minor < 6)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "op: %s is of an older version, and does not have it",
                            backend->name);
    if (work->batch && (!backend->batch || backend->minor < 6))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "batch: %s scans one row, of neighbours", backend->name);
    if (is_host ? !work->combine : !work->cuda_text)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "op: %s needs %s(3)", backend->name,
                            is_host ? "a host function, see prefix_operator_set_host"
                                    : "CUDA text, see prefix_operator_set_cuda");
    return PREFIX_OK;
}

/* The rows of a plan that has some: their number, and where they lie. */
static int check_rows(prefix_ctx *ctx, const struct prefix_plan *plan, struct prefix_operator_work *work,
                      struct prefix_batch *batch, size_t *rows, int reduces)
{
    const struct prefix__batch_arrays arrays = {
        .in = {"in", work->in, work->in_size, work->in_alignment},
        .out = {"out", work->out, work->out_size, work->out_alignment},
        .total = {"total", work->total, prefix__operator_total_size(work), 1},
        .reduces = reduces,
        .ends = plan->ends && !reduces,
        .reverse = work->reverse,
    };
    int status = prefix__check_batch_plan(ctx, plan, reduces);
    if (status == PREFIX_OK)
        status = prefix__check_batch_size(ctx, plan, &arrays, work->n, rows);
    if (status != PREFIX_OK || *rows == 0 || (work->n == 0 && !arrays.ends))
        return status;
    *batch = prefix__layout_batch(plan->layout, work->n, reduces, plan->valid != NULL, arrays.ends);
    status = prefix__check_batch(ctx, plan, &arrays, batch, work->n);
    if (work->n > 0)
        work->out = prefix__batch_others(plan, &arrays, work->n);
    return status;
}

static int check_arrays(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix_operator_work *work,
                        int reduces)
{
    const size_t count = !reduces ? work->n : work->heads ? work->heads->segments : 1;
    const int status = prefix__check_operator_scan(ctx, work, reduces);
    return status == PREFIX_OK
               ? prefix__missing_check(ctx, plan, work->n, reduces ? work->total : work->out, count * work->element)
               : status;
}

int prefix__check_operator_work(prefix_ctx *ctx, const struct prefix_plan *plan, struct prefix_operator_work *work,
                                struct prefix_batch *batch, size_t *rows, int reduces)
{
    int status = prefix__check_operator_settings(ctx, plan);
    if (status == PREFIX_OK && work->heads)
        status = prefix__check_segment_totals(ctx, plan, reduces);
    if (status == PREFIX_OK && work->heads && work->total_is_element)
        status = prefix__fail_total_type(ctx, plan);
    if (status == PREFIX_OK && work->heads && reduces && work->report)
        status = prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "checked: reductions of segments are not");
    if (status == PREFIX_OK)
        status =
            plan->layout ? check_rows(ctx, plan, work, batch, rows, reduces) : check_arrays(ctx, plan, work, reduces);
    if (status == PREFIX_OK && work->n > 0 && !reduces && plan->kind == PREFIX_EXCLUSIVE && !work->identity)
        status = prefix__fail_neutral(ctx, "an exclusive scan");
    if (status != PREFIX_OK || !plan->layout)
        return status;
    if (!prefix__is_one_row(batch, !reduces) || (work->n == 0 && batch->ends))
        work->batch = batch;
    else if (batch->ends)
        work->total = work->reverse ? (char *)work->out - work->out_size : (char *)work->out + work->n * work->out_size;
    return PREFIX_OK;
}

int prefix__check_operator_offsets(prefix_ctx *ctx, const struct prefix_operator_work *work)
{
    if (!work->heads || work->heads->form != PREFIX_HEADS_OFFSETS)
        return PREFIX_OK;
    const int status = prefix__check_host_offsets(ctx, work->heads, work->n);
    return status == PREFIX_OK && !work->out && !work->identity ? check_empty(ctx, work->heads) : status;
}

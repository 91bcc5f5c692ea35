/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans that have a batch: how it is told, and runs, with their arguments and the backend that does them. */
#include "api/batch.h"

#include <stdlib.h>

#include "api/check_batch.h"
#include "api/missing.h"
#include "api/plan.h"
#include "api/work.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/carry.h"
#include "shared/rows.h"
#include "shared/types.h"

static int clear_layout(prefix_plan *plan)
{
    free(plan->layout);
    plan->layout = NULL;
    return PREFIX_OK;
}

int prefix_plan_set_batch(prefix_plan *plan, size_t rows, ptrdiff_t in_stride, ptrdiff_t out_stride)
{
    const int saved = errno;
    PREFIX__NEED(plan);
    const struct prefix__layout layout = {
        .dims = 2, .axis = 1, .shape = {rows}, .in_strides = {in_stride, 1}, .out_strides = {out_stride, 1}};
    return prefix__keep_errno(saved, rows == 1 ? clear_layout(plan)
                                              : prefix__layout_keep(plan->ctx, &plan->layout, &layout));
}

static int set_array(prefix_plan *plan, int dims, const size_t *shape, int axis, const ptrdiff_t *in_strides,
                     const ptrdiff_t *out_strides)
{
    struct prefix__layout layout;
    if (dims == 0)
        return clear_layout(plan);
    const int status = prefix__layout_array(plan->ctx, &layout, dims, shape, axis, in_strides, out_strides);
    return status == PREFIX_OK ? prefix__layout_keep(plan->ctx, &plan->layout, &layout) : status;
}

int prefix_plan_set_array(prefix_plan *plan, int dims, const size_t *shape, int axis, const ptrdiff_t *in_strides,
                          const ptrdiff_t *out_strides)
{
    const int saved = errno;
    PREFIX__NEED(plan);
    return prefix__keep_errno(saved, set_array(plan, dims, shape, axis, in_strides, out_strides));
}

/* Rows that go backwards in both arrays are rows that go forwards, scanned the other way; the bitmap never does. */
static void turn_round(struct prefix_scan_work *work, struct prefix_batch *batch)
{
    if (batch->in_step >= 0 || batch->valid_step != 0 || (work->out && batch->out_step >= 0))
        return;
    const ptrdiff_t last = (ptrdiff_t)(work->n - 1);
    work->in = (const char *)work->in + last * batch->in_step * (ptrdiff_t)prefix__size_of(work->type);
    if (work->out)
        work->out = (char *)work->out + last * batch->out_step * (ptrdiff_t)prefix__size_of(work->output_type);
    batch->in_step = -batch->in_step;
    batch->out_step = -batch->out_step;
    work->reverse = !work->reverse;
}

/* One row of neighbours, as any backend takes it. */
static void make_plain(struct prefix_scan_work *work)
{
    char *const out = work->out;
    const size_t size = prefix__size_of(work->output_type);
    if (work->batch->ends) {
        work->total = work->reverse ? out - size : out + work->n * size;
        work->total_memory = work->out_memory;
    }
    work->batch = NULL;
}

static int hand_over(prefix_ctx *ctx, const struct prefix__route *route, struct prefix_scan_work *work,
                     struct prefix_batch *batch)
{
    const struct prefix_backend *backend = &route->entry->backend;
    const int status = prefix__missing_check_backend(ctx, work->validity, backend);
    if (status != PREFIX_OK)
        return status;
    turn_round(work, batch);
    if (prefix__is_one_row(batch, work->out != NULL) && (work->out || backend->reduce)) {
        make_plain(work);
        return (work->out ? backend->scan : backend->reduce)(route->session, work);
    }
    if (!backend->batch)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "batch: %s scans one row, of neighbours", backend->name);
    return backend->batch(route->session, work);
}

/* Of rows without elements: what stands before the first, to each row's end or total. */
static int write_empty(const struct prefix__route *route, const struct prefix_scan_work *work, size_t rows)
{
    union prefix_carry value;
    struct prefix__rows ends;
    if (!work->batch)
        return prefix__write_empty_totals(route, work, rows);
    prefix__carry_store(work->carry_type, work->carry, &value, work->output_type);
    prefix__rows_begin(&ends, work);
    return prefix__write_ends(route, &ends, &value, work->stream);
}

int prefix__batch_run(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, void *out, size_t n, int reduces)
{
    struct prefix__route *route;
    struct prefix__validity validity;
    struct prefix_batch batch;
    struct prefix_scan_work work = prefix__scan_describe(ctx, plan, in, out, n);
    const struct prefix__batch_arrays checked = prefix__batch_arrays_of(&work, reduces, plan->ends && !reduces);
    size_t rows;
    int status = prefix__check_batch_plan(ctx, plan, reduces);
    if (status == PREFIX_OK)
        status = prefix__check_batch_size(ctx, plan, &checked, n, &rows);
    if (status != PREFIX_OK || rows == 0 || (n == 0 && !plan->total && !checked.ends))
        return status;
    work.validity = prefix__missing_describe(plan, reduces, &validity);
    if (n > 0 || checked.ends) {
        batch = prefix__layout_batch(plan->layout, n, reduces, validity.told.bits != NULL, checked.ends);
        work.batch = &batch;
        status = prefix__check_batch(ctx, plan, &checked, &batch, n);
    }
    if (n > 0)
        work.out = prefix__batch_others(plan, &checked, n);
    const struct prefix__array arrays[] = {
        {work.in, &work.in_memory, 0},
        {work.out, &work.out_memory, 0},
        {work.total, &work.total_memory, 1},
        {validity.told.bits, &validity.told.memory, n == 0},
    };
    if (status == PREFIX_OK)
        status = prefix__find_route(ctx, n + (size_t)checked.ends, arrays, sizeof arrays / sizeof arrays[0], &route);
    if (status != PREFIX_OK)
        return status;
    ctx->error[0] = 0;
    work.algorithm = work.block_algorithm = PREFIX_ALGORITHM_AUTO;
    status = n > 0 ? hand_over(ctx, route, &work, &batch) : write_empty(route, &work, rows);
    return prefix__ran(ctx, route->entry->name, status, reduces ? "reduction of a batch" : "scan of a batch");
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of recurrences, of one row or of those of an array: their arrays, and the work that a backend gets. */
#include <string.h>

#include "api/built_in.h"
#include "api/check_arrays.h"
#include "api/check_batch.h"
#include "api/check_operator.h"
#include "api/operator.h"
#include "api/plan.h"
#include "api/recurrence.h"
#include "api/work.h"
#include "context/context.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/operator_stages.h"
#include "shared/types.h"

/* The rows of a run. */
struct rows {
    size_t count;
    struct prefix__layout layout;
    struct prefix_batch batch;
};

int prefix__recurrence_state(int type)
{
    return prefix__is_complex(type) ? PREFIX_C128 : PREFIX_F64;
}

/* out is one of the inputs, or outside of both; what is last is outside of all. */
static int check_overlap(prefix_ctx *ctx, const struct prefix_operator_work *work)
{
    const size_t bytes = work->n * work->in_size, last = work->total ? prefix__operator_total_size(work) : 0;
    const struct {
        const char *name;
        const void *array;
    } inputs[] = {{"b", work->in}, {"a", work->second}};
    for (size_t k = 0; k < 2; k++) {
        if (!inputs[k].array)
            continue;
        if (work->out != inputs[k].array && prefix__overlap(work->out, bytes, inputs[k].array, bytes))
            return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "out overlaps %s without being equal to it", inputs[k].name);
        if (last && prefix__overlap(work->total, last, inputs[k].array, bytes))
            return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "last lies in %s", inputs[k].name);
    }
    if (last && prefix__overlap(work->total, last, work->out, bytes))
        return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "last lies in out");
    return PREFIX_OK;
}

static int check_one_row(prefix_ctx *ctx, const struct prefix_operator_work *work, int is_constant)
{
    const size_t size = work->in_size, alignment = work->in_alignment;
    int status = PREFIX_OK;
    if (!is_constant)
        status = prefix__check_elements(ctx, "a", work->second, size, alignment, work->n);
    if (status == PREFIX_OK)
        status = prefix__check_elements(ctx, "b", work->in, size, alignment, work->n);
    if (status == PREFIX_OK)
        status = prefix__check_elements(ctx, "out", work->out, size, alignment, work->n);
    return status == PREFIX_OK && work->n > 0 ? check_overlap(ctx, work) : status;
}

/* What is first of each row is read before, or where, the last one is written. */
static int check_firsts(prefix_ctx *ctx, const prefix_recurrence_plan *r, const struct prefix_operator_work *work,
                        size_t rows)
{
    const size_t size = prefix__size_of(r->firsts_type), last = rows * prefix__operator_total_size(work);
    const int status =
        prefix__check_elements(ctx, "firsts", r->firsts, size, prefix__alignment_of(r->firsts_type), rows);
    if (status != PREFIX_OK || !work->total || (r->firsts == work->total && r->firsts_type == r->last_type))
        return status;
    return prefix__overlap(r->firsts, rows * size, work->total, last)
               ? prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "last overlaps firsts without being equal to it")
               : PREFIX_OK;
}

/* Of an array, or of a row whose first has a place of its own. */
static int check_rows(prefix_ctx *ctx, const prefix_recurrence_plan *r, struct prefix_operator_work *work,
                      struct rows *rows)
{
    struct prefix_plan plan = {.layout = &rows->layout, .total = work->total};
    const size_t size = work->in_size, alignment = work->in_alignment;
    const struct prefix__batch_arrays arrays = {
        .in = {"b", work->in, size, alignment},
        .out = {"out", work->out, size, alignment},
        .total = {"last", work->total, prefix__operator_total_size(work), alignment},
        .reverse = work->reverse,
        .second = {r->is_constant ? NULL : "a", work->second, size, alignment},
    };
    int status = prefix__check_batch_size(ctx, &plan, &arrays, work->n, &rows->count);
    if (status == PREFIX_OK && r->firsts)
        status = check_firsts(ctx, r, work, rows->count);
    if (status != PREFIX_OK || rows->count == 0 || work->n == 0)
        return status;
    rows->batch = prefix__layout_batch(&rows->layout, work->n, 0, 0, 0);
    status = prefix__check_batch(ctx, &plan, &arrays, &rows->batch, work->n);
    if (!prefix__is_one_row(&rows->batch, 1) || (work->second && rows->batch.second_step != 1) || r->firsts)
        work->batch = &rows->batch;
    if (status == PREFIX_OK && r->firsts &&
        prefix__batch_overlaps_out(&arrays, &rows->batch, work->n, r->firsts,
                                   rows->count * prefix__size_of(r->firsts_type)))
        status = prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "firsts lie among the elements of out");
    return status;
}

static int check(prefix_ctx *ctx, const prefix_recurrence_plan *r, struct prefix_operator_work *work, struct rows *rows)
{
    const struct prefix__layout one = {
        .dims = 1, .shape = {work->n}, .in_strides = {1}, .out_strides = {1}, .second_strides = {1}};
    if (r->is_constant && work->second)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "a is not NULL, and the recurrence has a constant");
    if (!r->layout && !r->firsts)
        return check_one_row(ctx, work, r->is_constant);
    rows->layout = r->layout ? *r->layout : one;
    if (r->is_constant)
        memset(rows->layout.second_strides, 0, sizeof rows->layout.second_strides);
    return check_rows(ctx, r, work, rows);
}

/* Without elements, the last y is the first. */
static int write_first(prefix_ctx *ctx, const struct prefix__route *route, const prefix_recurrence_plan *r,
                       const struct prefix_operator_work *work, const void *element, size_t rows)
{
    _Alignas(16) char last[PREFIX__ELEMENT_MAX];
    const size_t size = prefix__operator_total_size(work);
    struct prefix_operator_work aside = *work;
    aside.total = last;
    if (!r->firsts) {
        prefix__operator_store_total(&aside, element);
        return prefix__write_copies(route, work->total, last, size, rows, work->stream);
    }
    if (r->firsts_type != r->last_type)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "n: without elements firsts and last are of one type");
    return r->firsts == work->total
               ? PREFIX_OK
               : route->entry->backend.memory_copy(route->session, work->total, r->firsts, rows * size, work->stream);
}

int prefix__recurrence_run(prefix_ctx *ctx, const prefix_recurrence_plan *r, const void *a, const void *b, void *out,
                           size_t n)
{
    const struct prefix_operator op = prefix__built_in_recurrence(r->type, r->is_constant);
    const size_t at = prefix__recurrence_at(r->type);
    _Alignas(16) char first[PREFIX__ELEMENT_MAX] = {0};
    struct prefix__route *route;
    struct rows rows = {.count = 1};
    struct prefix_operator_work work = {
        .size = sizeof work,
        .combine = op.host,
        .state = r->is_constant ? r->a : NULL,
        .state_bytes = r->is_constant ? sizeof r->a : 0,
        .element = op.size,
        .alignment = op.alignment,
        .kind = PREFIX_INCLUSIVE,
        .reverse = r->reverse,
        .threads = ctx->threads,
        .in = b,
        .out = out,
        .n = n,
        .first = r->has_first && !r->firsts ? first : NULL,
        .total = r->last,
        .stream = ctx->stream,
        .cuda_text = op.cuda_text,
        .cuda_element = op.cuda_element,
        .cuda_expression = op.cuda_expression,
        .load = op.load,
        .store = op.store,
        .in_size = op.in_size,
        .in_alignment = op.in_alignment,
        .out_size = op.out_size,
        .out_alignment = op.out_alignment,
        .total_is_element = r->last && r->last_type != r->type,
        .cuda_in = op.cuda_in,
        .cuda_load = op.cuda_load,
        .cuda_out = op.cuda_out,
        .cuda_store = op.cuda_store,
        .second = a,
        .total_at = at,
        .total_bytes = prefix__size_of(prefix__recurrence_state(r->type)),
        .recurrence_type = prefix__is_complex(r->type) ? 0 : r->type,
        .firsts = r->firsts,
        .first_is_element = r->firsts && r->firsts_type != r->type,
    };
    memcpy(first + at, r->first, work.total_bytes);
    int status = check(ctx, r, &work, &rows);
    if (status != PREFIX_OK || rows.count == 0 || (n == 0 && !r->last))
        return status;
    const struct prefix__array arrays[] = {
        {work.in, &work.in_memory, 0},       {work.second, &work.second_memory, 0}, {work.out, &work.out_memory, 0},
        {work.total, &work.total_memory, 1}, {work.firsts, &work.firsts_memory, 1},
    };
    status = prefix__find_route(ctx, n, arrays, sizeof arrays / sizeof *arrays, &route);
    if (status == PREFIX_OK)
        status = prefix__check_operator_backend(ctx, &work, &route->entry->backend);
    if (status != PREFIX_OK)
        return status;
    ctx->error[0] = 0;
    status = n > 0 ? route->entry->backend.operator_scan(route->session, &work)
                   : write_first(ctx, route, r, &work, first, rows.count);
    return prefix__ran(ctx, route->entry->name, status, "recurrence");
}

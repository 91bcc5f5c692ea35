/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear recurrences of the first order: scans by an operator that is built in. */
#include <stdlib.h>
#include <string.h>

#include "api/built_in.h"
#include "api/check_arrays.h"
#include "api/check_operator.h"
#include "api/check_settings.h"
#include "api/operator.h"
#include "api/work.h"
#include "context/context.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/half.h"
#include "shared/operator_stages.h"
#include "shared/types.h"

struct prefix_recurrence_plan {
    prefix_ctx *ctx;
    int type, reverse, is_constant, has_first;
    double a[2], first[2]; /* of complex numbers both parts */
    void *last;            /* or NULL */
    int last_type;
};

static int check_type(prefix_ctx *ctx, int type)
{
    const int status = prefix__check_type(ctx, "type", type);
    if (status != PREFIX_OK || prefix__is_float(type) || prefix__is_complex(type))
        return status;
    return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "type: recurrences take floats and complex numbers, not %s",
                        prefix_type_name(type));
}

/* The type of y before it is rounded. */
static int state_type(int type)
{
    return prefix__is_complex(type) ? PREFIX_C128 : PREFIX_F64;
}

/* That of an initial or a last value. */
static int check_value_type(const prefix_recurrence_plan *r, const char *argument, int type)
{
    const int status = prefix__check_type(r->ctx, argument, type);
    if (status != PREFIX_OK || type == r->type || type == state_type(r->type))
        return status;
    return prefix__fail(r->ctx, PREFIX_ERROR_UNSUPPORTED, "%s: %s is neither the type %s nor %s", argument,
                        prefix_type_name(type), prefix_type_name(r->type), prefix_type_name(state_type(r->type)));
}

static void widen(int type, const void *value, double parts[2])
{
    uint16_t half;
    float single[2];
    switch (type) {
    case PREFIX_F16:
    case PREFIX_BF16:
        memcpy(&half, value, sizeof half);
        parts[0] = type == PREFIX_F16 ? prefix__f16_to_f32(half) : prefix__bf16_to_f32(half);
        break;
    case PREFIX_F32:
    case PREFIX_C64:
        memcpy(single, value, prefix__size_of(type));
        parts[0] = single[0];
        if (type == PREFIX_C64)
            parts[1] = single[1];
        break;
    default:
        memcpy(parts, value, prefix__size_of(type));
        break;
    }
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

static int check(prefix_ctx *ctx, const prefix_recurrence_plan *r, const struct prefix_operator_work *work)
{
    const size_t size = work->in_size, alignment = work->in_alignment;
    int status = PREFIX_OK;
    if (r->is_constant && work->second)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "a is not NULL, and the recurrence has a constant");
    if (!r->is_constant)
        status = prefix__check_elements(ctx, "a", work->second, size, alignment, work->n);
    if (status == PREFIX_OK)
        status = prefix__check_elements(ctx, "b", work->in, size, alignment, work->n);
    if (status == PREFIX_OK)
        status = prefix__check_elements(ctx, "out", work->out, size, alignment, work->n);
    return status == PREFIX_OK && work->n > 0 ? check_overlap(ctx, work) : status;
}

/* Without elements, the last y is the first. */
static int write_first(const struct prefix__route *route, const struct prefix_operator_work *work, const void *element)
{
    _Alignas(16) char last[PREFIX__ELEMENT_MAX];
    struct prefix_operator_work aside = *work;
    aside.total = last;
    prefix__operator_store_total(&aside, element);
    return prefix__write_copies(route, work->total, last, prefix__operator_total_size(work), 1, work->stream);
}

static int run(prefix_ctx *ctx, const prefix_recurrence_plan *r, const void *a, const void *b, void *out, size_t n)
{
    const struct prefix_operator op = prefix__built_in_recurrence(r->type, r->is_constant);
    const size_t at = prefix__recurrence_at(r->type);
    _Alignas(16) char first[PREFIX__ELEMENT_MAX] = {0};
    struct prefix__route *route;
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
        .first = r->has_first ? first : NULL,
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
        .total_bytes = prefix__size_of(state_type(r->type)),
        .recurrence_type = r->type == PREFIX_F32 || r->type == PREFIX_F64 ? r->type : 0,
    };
    memcpy(first + at, r->first, work.total_bytes);
    int status = check(ctx, r, &work);
    if (status != PREFIX_OK || (n == 0 && !r->last))
        return status;
    const struct prefix__array arrays[] = {
        {work.in, &work.in_memory, 0},
        {work.second, &work.second_memory, 0},
        {work.out, &work.out_memory, 0},
        {work.total, &work.total_memory, 1},
    };
    status = prefix__find_route(ctx, n, arrays, sizeof arrays / sizeof *arrays, &route);
    if (status == PREFIX_OK)
        status = prefix__check_operator_backend(ctx, &work, &route->entry->backend);
    if (status != PREFIX_OK)
        return status;
    ctx->error[0] = 0;
    status = n > 0 ? route->entry->backend.operator_scan(route->session, &work) : write_first(route, &work, first);
    return prefix__ran(ctx, route->entry->name, status, "recurrence");
}

int prefix_recurrence(prefix_ctx *ctx, int type, const void *a, const void *b, void *out, size_t n)
{
    int status, saved = errno;
    const prefix_recurrence_plan plain = {.type = type};
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx)
        status = check_type(ctx, type);
    if (ctx && status == PREFIX_OK)
        status = run(ctx, &plain, a, b, out, n);
    return prefix__keep_errno(saved, status);
}

int prefix_recurrence_create(prefix_recurrence_plan **recurrence, prefix_ctx *ctx, int type)
{
    int saved = errno;
    if (!recurrence)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "recurrence is NULL");
    *recurrence = NULL;
    const int status = check_type(ctx, type);
    if (status != PREFIX_OK)
        return status;
    prefix_recurrence_plan *r = calloc(1, sizeof *r);
    if (!r)
        return prefix__keep_errno(saved, prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a recurrence"));
    r->ctx = ctx;
    r->type = type;
    *recurrence = r;
    return PREFIX_OK;
}

void prefix_recurrence_destroy(prefix_recurrence_plan *recurrence)
{
    prefix__free(recurrence);
}

int prefix_recurrence_set_constant(prefix_recurrence_plan *recurrence, const void *a)
{
    PREFIX__NEED(recurrence);
    recurrence->is_constant = a != NULL;
    if (a)
        widen(recurrence->type, a, recurrence->a);
    return PREFIX_OK;
}

int prefix_recurrence_set_reverse(prefix_recurrence_plan *recurrence, int reverse)
{
    PREFIX__NEED(recurrence);
    recurrence->reverse = reverse != 0;
    return PREFIX_OK;
}

int prefix_recurrence_set_first(prefix_recurrence_plan *recurrence, int type, const void *value)
{
    PREFIX__NEED(recurrence);
    const int status = value ? check_value_type(recurrence, "first type", type) : PREFIX_OK;
    if (status != PREFIX_OK)
        return status;
    recurrence->has_first = value != NULL;
    memset(recurrence->first, 0, sizeof recurrence->first);
    if (value)
        widen(type, value, recurrence->first);
    return PREFIX_OK;
}

int prefix_recurrence_set_last(prefix_recurrence_plan *recurrence, int type, void *last)
{
    PREFIX__NEED(recurrence);
    int status = last ? check_value_type(recurrence, "last type", type) : PREFIX_OK;
    if (status == PREFIX_OK && last)
        status =
            prefix__check_elements(recurrence->ctx, "last", last, prefix__size_of(type), prefix__alignment_of(type), 1);
    if (status != PREFIX_OK)
        return status;
    recurrence->last = last;
    recurrence->last_type = type;
    return PREFIX_OK;
}

int prefix_recurrence_run(prefix_recurrence_plan *recurrence, const void *a, const void *b, void *out, size_t n)
{
    PREFIX__NEED(recurrence);
    int status, saved = errno;
    prefix_ctx *ctx = prefix__ctx_resolve(recurrence->ctx, &status);
    return prefix__keep_errno(saved, ctx ? run(ctx, recurrence, a, b, out, n) : status);
}

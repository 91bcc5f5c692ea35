/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear recurrences of the first order: scans by an operator that is built in. */
#include <stdlib.h>
#include <string.h>

#include "api/recurrence.h"

#include "api/check_arrays.h"
#include "api/check_settings.h"
#include "context/context.h"
#include "context/ctx.h"
#include "context/status.h"
#include "shared/half.h"
#include "shared/types.h"

static int check_type(prefix_ctx *ctx, int type)
{
    const int status = prefix__check_type(ctx, "type", type);
    if (status != PREFIX_OK || prefix__is_float(type) || prefix__is_complex(type))
        return status;
    return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "type: recurrences take floats and complex numbers, not %s",
                        prefix_type_name(type));
}

/* That of an initial or a last value. */
static int check_value_type(const prefix_recurrence_plan *r, const char *argument, int type)
{
    const int status = prefix__check_type(r->ctx, argument, type);
    const int state = prefix__recurrence_state(r->type);
    if (status != PREFIX_OK || type == r->type || type == state)
        return status;
    return prefix__fail(r->ctx, PREFIX_ERROR_UNSUPPORTED, "%s: %s is neither the type %s nor %s", argument,
                        prefix_type_name(type), prefix_type_name(r->type), prefix_type_name(state));
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

int prefix_recurrence(prefix_ctx *ctx, int type, const void *a, const void *b, void *out, size_t n)
{
    int status, saved = errno;
    const prefix_recurrence_plan plain = {.type = type};
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx)
        status = check_type(ctx, type);
    if (ctx && status == PREFIX_OK)
        status = prefix__recurrence_run(ctx, &plain, a, b, out, n);
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
    if (recurrence)
        prefix__free(recurrence->layout);
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

/* Of values for each row, that runs read or write. */
static int check_values(const prefix_recurrence_plan *r, const char *argument, const char *type_argument, int type,
                        const void *values)
{
    const int status = values ? check_value_type(r, type_argument, type) : PREFIX_OK;
    return status == PREFIX_OK && values ? prefix__check_elements(r->ctx, argument, values, prefix__size_of(type),
                                                                  prefix__alignment_of(type), 1)
                                         : status;
}

int prefix_recurrence_set_firsts(prefix_recurrence_plan *recurrence, int type, const void *firsts)
{
    PREFIX__NEED(recurrence);
    const int status = check_values(recurrence, "firsts", "firsts type", type, firsts);
    if (status != PREFIX_OK)
        return status;
    recurrence->firsts = firsts;
    recurrence->firsts_type = type;
    return PREFIX_OK;
}

int prefix_recurrence_set_last(prefix_recurrence_plan *recurrence, int type, void *last)
{
    PREFIX__NEED(recurrence);
    const int status = check_values(recurrence, "last", "last type", type, last);
    if (status != PREFIX_OK)
        return status;
    recurrence->last = last;
    recurrence->last_type = type;
    return PREFIX_OK;
}

static int set_array(prefix_recurrence_plan *r, int dims, const size_t *shape, int axis, const ptrdiff_t *a_strides,
                     const ptrdiff_t *b_strides, const ptrdiff_t *out_strides)
{
    struct prefix__layout layout;
    if (dims == 0) {
        prefix__free(r->layout);
        r->layout = NULL;
        return PREFIX_OK;
    }
    const int status = prefix__layout_array(r->ctx, &layout, dims, shape, axis, b_strides, out_strides);
    if (status != PREFIX_OK)
        return status;
    prefix__layout_strides(&layout, a_strides, layout.second_strides);
    return prefix__layout_keep(r->ctx, &r->layout, &layout);
}

int prefix_recurrence_set_array(prefix_recurrence_plan *recurrence, int dims, const size_t *shape, int axis,
                                const ptrdiff_t *a_strides, const ptrdiff_t *b_strides, const ptrdiff_t *out_strides)
{
    const int saved = errno;
    PREFIX__NEED(recurrence);
    return prefix__keep_errno(saved, set_array(recurrence, dims, shape, axis, a_strides, b_strides, out_strides));
}

int prefix_recurrence_run(prefix_recurrence_plan *recurrence, const void *a, const void *b, void *out, size_t n)
{
    PREFIX__NEED(recurrence);
    int status, saved = errno;
    prefix_ctx *ctx = prefix__ctx_resolve(recurrence->ctx, &status);
    return prefix__keep_errno(saved, ctx ? prefix__recurrence_run(ctx, recurrence, a, b, out, n) : status);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Exponentially weighted means and variances: scans by an operator that is built in. */
#include <float.h>
#include <stdlib.h>

#include <prefix/prefix.h>

#include "api/built_in.h"
#include "api/check_settings.h"
#include "api/ewm_tile.h"
#include "api/operator.h"
#include "api/plan.h"
#include "context/ctx.h"
#include "context/status.h"
#include "shared/types.h"

struct prefix_ewm {
    struct prefix_plan plan; /* what the rows are */
    struct prefix__ewm settings;
    struct prefix__ewm_tile tile;
};

static int check(prefix_ctx *ctx, int type, double alpha)
{
    const int status = prefix__check_type(ctx, "type", type);
    if (status != PREFIX_OK)
        return status;
    if (type != PREFIX_F32 && type != PREFIX_F64)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "type: what is weighted is f32 or f64, not %s",
                            prefix_type_name(type));
    if (!(alpha >= DBL_MIN && alpha <= 1))
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "alpha: %g is not above 0 and at most 1", alpha);
    return PREFIX_OK;
}

int prefix_ewm_create(prefix_ewm **ewm, prefix_ctx *ctx, int type, double alpha)
{
    int saved = errno;
    if (!ewm)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "ewm is NULL");
    *ewm = NULL;
    const int status = check(ctx, type, alpha);
    if (status != PREFIX_OK)
        return status;
    prefix_ewm *e = calloc(1, sizeof *e);
    if (!e)
        return prefix__keep_errno(saved, prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for an ewm"));
    e->plan = (struct prefix_plan){.ctx = ctx, .kind = PREFIX_INCLUSIVE, .type = type, .output_type = type};
    e->settings = (struct prefix__ewm){.alpha = alpha, .adjust = 1};
    prefix__ewm_tile_begin(&e->tile, type, &e->settings);
    *ewm = e;
    return PREFIX_OK;
}

void prefix_ewm_destroy(prefix_ewm *ewm)
{
    if (ewm)
        prefix__free(ewm->plan.layout);
    prefix__free(ewm);
}

int prefix_ewm_set_batch(prefix_ewm *ewm, size_t rows, ptrdiff_t in_stride, ptrdiff_t out_stride)
{
    PREFIX__NEED(ewm);
    return prefix_plan_set_batch(&ewm->plan, rows, in_stride, out_stride);
}

int prefix_ewm_set_array(prefix_ewm *ewm, int dims, const size_t *shape, int axis, const ptrdiff_t *in_strides,
                         const ptrdiff_t *out_strides)
{
    PREFIX__NEED(ewm);
    return prefix_plan_set_array(&ewm->plan, dims, shape, axis, in_strides, out_strides);
}

int prefix_ewm_set_adjust(prefix_ewm *ewm, int adjust)
{
    PREFIX__NEED(ewm);
    ewm->settings.adjust = adjust != 0;
    return PREFIX_OK;
}

int prefix_ewm_set_ignore_missing(prefix_ewm *ewm, int ignore)
{
    PREFIX__NEED(ewm);
    ewm->settings.ignore_missing = ignore != 0;
    return PREFIX_OK;
}

int prefix_ewm_set_min_periods(prefix_ewm *ewm, size_t min_periods)
{
    PREFIX__NEED(ewm);
    ewm->settings.least = min_periods;
    return PREFIX_OK;
}

int prefix_ewm_set_bias(prefix_ewm *ewm, int bias)
{
    PREFIX__NEED(ewm);
    ewm->settings.bias = bias != 0;
    return PREFIX_OK;
}

static int run(prefix_ewm *ewm, int what, const void *in, void *out, size_t n)
{
    int status, saved = errno;
    PREFIX__NEED(ewm);
    prefix_ctx *ctx = prefix__ctx_resolve(ewm->plan.ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    ewm->plan.own = prefix__built_in_ewm(what, ewm->plan.type, &ewm->settings, &ewm->tile.state);
    ewm->plan.own.tiles = what == PREFIX__EWM_MEAN ? &ewm->tile.loops : NULL;
    return prefix__keep_errno(saved, prefix__operator_run(ctx, &ewm->plan, in, out, n, 0));
}

int prefix_ewm_mean(prefix_ewm *ewm, const void *in, void *out, size_t n)
{
    return run(ewm, PREFIX__EWM_MEAN, in, out, n);
}

int prefix_ewm_var(prefix_ewm *ewm, const void *in, void *out, size_t n)
{
    return run(ewm, PREFIX__EWM_VARIANCE, in, out, n);
}

int prefix_ewm_std(prefix_ewm *ewm, const void *in, void *out, size_t n)
{
    return run(ewm, PREFIX__EWM_DEVIATION, in, out, n);
}

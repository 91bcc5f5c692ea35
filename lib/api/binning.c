/* SPDX-License-Identifier: BSD-3-Clause */
/* Histograms, in one call and with options. */
#include <stdlib.h>

#include <prefix/prefix.h>

#include "api/bins.h"
#include "api/check_settings.h"
#include "api/histogram.h"
#include "context/ctx.h"
#include "context/status.h"

struct prefix_binning {
    prefix_ctx *ctx; /* NULL: the calling thread's default context */
    struct prefix__bins bins;
    struct prefix__histogram histogram; /* all but what is given to a run */
};

int prefix_histogram(prefix_ctx *ctx, int type, const void *in, uint64_t *counts, size_t n, size_t bins, double low,
                     double high)
{
    int status, saved = errno;
    struct prefix__bins made = {0};
    const struct prefix__histogram histogram = {
        .type = type,
        .count_type = PREFIX_U64,
        .bins = &made,
        .in = in,
        .n = n,
        .counts = counts,
    };
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx)
        status = prefix__check_real(ctx, "type", type);
    if (ctx && status == PREFIX_OK)
        status = prefix__bins_set_even(ctx, &made, type, bins, low, high);
    if (ctx && status == PREFIX_OK)
        status = prefix__histogram(ctx, &histogram);
    prefix__bins_free(&made);
    return prefix__keep_errno(saved, status);
}

int prefix_binning_create(prefix_binning **binning, prefix_ctx *ctx, int type)
{
    int saved = errno;
    if (!binning)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "binning is NULL");
    *binning = NULL;
    const int status = prefix__check_real(ctx, "type", type);
    if (status != PREFIX_OK)
        return status;
    prefix_binning *b = calloc(1, sizeof *b);
    if (!b)
        return prefix__keep_errno(saved, prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a binning"));
    b->ctx = ctx;
    b->histogram.type = type;
    b->histogram.count_type = PREFIX_U64;
    b->histogram.bins = &b->bins;
    *binning = b;
    return PREFIX_OK;
}

void prefix_binning_destroy(prefix_binning *binning)
{
    if (binning)
        prefix__bins_free(&binning->bins);
    prefix__free(binning);
}

int prefix_binning_set_range(prefix_binning *binning, size_t bins)
{
    PREFIX__NEED(binning);
    return prefix__bins_set_range(binning->ctx, &binning->bins, binning->histogram.type, bins);
}

int prefix_binning_set_even(prefix_binning *binning, size_t bins, double low, double high)
{
    int saved = errno;
    PREFIX__NEED(binning);
    return prefix__keep_errno(
        saved, prefix__bins_set_even(binning->ctx, &binning->bins, binning->histogram.type, bins, low, high));
}

int prefix_binning_set_edges(prefix_binning *binning, size_t bins, int type, const void *edges)
{
    int saved = errno;
    PREFIX__NEED(binning);
    return prefix__keep_errno(
        saved, prefix__bins_set_edges(binning->ctx, &binning->bins, binning->histogram.type, bins, type, edges));
}

int prefix_binning_set_clamp(prefix_binning *binning, int clamp)
{
    PREFIX__NEED(binning);
    binning->histogram.clamp = clamp != 0;
    return PREFIX_OK;
}

int prefix_binning_set_count_type(prefix_binning *binning, int type)
{
    PREFIX__NEED(binning);
    if (type != PREFIX_U32 && type != PREFIX_U64)
        return prefix__fail_constant(binning->ctx, "count type", type, "type of u32 and u64");
    binning->histogram.count_type = type;
    return PREFIX_OK;
}

int prefix_binning_set_numbers(prefix_binning *binning, uint32_t *numbers)
{
    PREFIX__NEED(binning);
    binning->histogram.numbers = numbers;
    return PREFIX_OK;
}

int prefix_binning_set_weights(prefix_binning *binning, int type, const void *weights, void *sums)
{
    PREFIX__NEED(binning);
    if (!weights != !sums)
        return prefix__fail(binning->ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL alone", weights ? "sums" : "weights");
    if (weights && type != PREFIX_F32 && type != PREFIX_F64)
        return prefix__fail_constant(binning->ctx, "weight type", type, "type of f32 and f64");
    binning->histogram.weight_type = weights ? type : 0;
    binning->histogram.weights = weights;
    binning->histogram.sums = sums;
    return PREFIX_OK;
}

int prefix_binning_run(prefix_binning *binning, const void *in, void *counts, size_t n)
{
    PREFIX__NEED(binning);
    int status, saved = errno;
    prefix_ctx *ctx = prefix__ctx_resolve(binning->ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    struct prefix__histogram histogram = binning->histogram;
    histogram.in = in;
    histogram.counts = counts;
    histogram.n = n;
    if (!binning->bins.count)
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "the binning has no bins");
    else
        status = prefix__histogram(ctx, &histogram);
    return prefix__keep_errno(saved, status);
}

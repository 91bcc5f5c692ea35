/* SPDX-License-Identifier: BSD-3-Clause */
/* How histograms are handed to a backend; and sums of weights, made of a sort by bins and a reduction of segments. */
#include "api/histogram.h"

#include <prefix/backend.h>

#include "api/check_arrays.h"
#include "api/sorting.h"
#include "api/work.h"
#include "context/route.h"
#include "context/scratch.h"
#include "context/status.h"
#include "shared/types.h"

enum { IN, COUNTS, NUMBERS, WEIGHTS, SUMS, ARRAYS };

static int check_arrays(prefix_ctx *ctx, const struct prefix__histogram *h)
{
    const size_t n = h->n, bins = h->bins->count, weight = h->weights ? prefix__size_of(h->weight_type) : 1;
    const struct prefix__checked arrays[ARRAYS] = {
        [IN] = {"in", h->in, prefix__size_of(h->type), n, 1, 0, -1},
        [COUNTS] = {"counts", h->counts, prefix__size_of(h->count_type), bins, 0, 1, -1},
        [NUMBERS] = {"numbers", h->numbers, sizeof *h->numbers, n, 0, 1, -1},
        [WEIGHTS] = {"weights", h->weights, weight, n, 0, 0, -1},
        [SUMS] = {"sums", h->sums, weight, bins, 0, 1, -1},
    };
    if (!h->counts && !h->numbers && !h->sums)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "counts is NULL, and nothing else is wanted");
    if (n > PTRDIFF_MAX / sizeof(uint64_t))
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements exceed the address space", n);
    if (h->counts && h->count_type == PREFIX_U32 && n > UINT32_MAX)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "count type: %zu does not fit u32", n);
    return prefix__check_all(ctx, arrays, ARRAYS);
}

static struct prefix_histogram_work describe(const prefix_ctx *ctx, const struct prefix__histogram *h)
{
    const struct prefix__bins *bins = h->bins;
    return (struct prefix_histogram_work){
        .size = sizeof(struct prefix_histogram_work),
        .type = h->type,
        .threads = ctx->threads,
        .code = prefix__sort_code_of(h->type, PREFIX_ASCENDING, PREFIX_NANS_LAST),
        .first = h->clamp ? 0 : bins->first,
        .last = h->clamp ? prefix__bins_most(h->type) : bins->last,
        .bins = bins->count,
        .edges = bins->edges,
        .base = bins->base,
        .shift = bins->shift,
        .low = bins->low,
        .scale = bins->scale,
        .in = h->in,
        .counts = h->counts,
        .numbers = h->numbers,
        .count_type = h->count_type,
        .n = h->n,
        .counts_memory = PREFIX_MEMORY_HOST,
        .numbers_memory = PREFIX_MEMORY_HOST,
        .stream = ctx->stream,
    };
}

static int run_backend(prefix_ctx *ctx, const struct prefix__route *route, const struct prefix_histogram_work *work)
{
    const struct prefix_backend *backend = &route->entry->backend;
    if (!backend->histogram)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no histograms", backend->name);
    ctx->error[0] = 0;
    return prefix__ran(ctx, backend->name, backend->histogram(route->session, work), "histogram");
}

/* Zeros of each bin. */
static int write_nothing(const prefix_ctx *ctx, const struct prefix__route *route, const struct prefix__histogram *h)
{
    const uint64_t zero = 0; /* of floats, too */
    const size_t bins = h->bins->count;
    int status = PREFIX_OK;
    if (h->counts)
        status = prefix__write_copies(route, h->counts, &zero, prefix__size_of(h->count_type), bins, ctx->stream);
    if (h->sums && status == PREFIX_OK)
        status = prefix__write_copies(route, h->sums, &zero, prefix__size_of(h->weight_type), bins, ctx->stream);
    return status;
}

/* Weights in the order of their bins, and of the input in each; those that are in none come last. */
static int sort_weights(prefix_ctx *ctx, const struct prefix__histogram *h, void *numbers, void *sorted)
{
    prefix_sorting *sorting;
    int status = prefix_sorting_create(&sorting, ctx, PREFIX_U32);
    if (status != PREFIX_OK)
        return status;
    status = prefix_sorting_set_bits(sorting, 0, 64 - __builtin_clzll((uint64_t)h->bins->count));
    if (status == PREFIX_OK)
        status = prefix_sorting_set_values(sorting, prefix__size_of(h->weight_type), h->weights, sorted);
    if (status == PREFIX_OK)
        status = prefix_sorting_run(sorting, numbers, numbers, h->n);
    prefix_sorting_destroy(sorting);
    return status;
}

/* counts become offsets, one more than there are. */
static int make_offsets(prefix_ctx *ctx, void *counts, size_t bins)
{
    prefix_plan *plan;
    int status = prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_U64);
    if (status != PREFIX_OK)
        return status;
    status = prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE);
    if (status == PREFIX_OK)
        status = prefix_plan_set_ends(plan, 1);
    if (status == PREFIX_OK)
        status = prefix_plan_run(plan, counts, counts, bins);
    prefix_plan_destroy(plan);
    return status;
}

static int add_up(prefix_ctx *ctx, const struct prefix__histogram *h, const void *sorted, const void *offsets)
{
    prefix_plan *plan;
    int status = prefix_plan_create(&plan, ctx, PREFIX_SUM, h->weight_type);
    if (status != PREFIX_OK)
        return status;
    status = prefix_plan_set_offsets(plan, PREFIX_U64, offsets, h->bins->count);
    if (status == PREFIX_OK)
        status = prefix_plan_set_total(plan, h->weight_type, h->sums);
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(plan, sorted, h->n);
    prefix_plan_destroy(plan);
    return status;
}

static int run_weights(prefix_ctx *ctx, struct prefix__route *route, const struct prefix__histogram *h,
                       struct prefix_histogram_work work)
{
    const size_t numbers = prefix__scratch_part(h->n, sizeof *h->numbers);
    const size_t weights = prefix__scratch_part(h->n, prefix__size_of(h->weight_type));
    char *scratch;
    int status = prefix__scratch(
        ctx, route, numbers + weights + prefix__scratch_part(h->bins->count + 1, sizeof(uint64_t)), (void **)&scratch);
    if (status != PREFIX_OK)
        return status;
    work.numbers = (uint32_t *)(void *)scratch;
    work.counts = scratch + numbers + weights;
    work.count_type = PREFIX_U64;
    work.numbers_memory = work.counts_memory = route->scratch_kind;
    status = run_backend(ctx, route, &work);
    if (status == PREFIX_OK)
        status = sort_weights(ctx, h, scratch, scratch + numbers);
    if (status == PREFIX_OK)
        status = make_offsets(ctx, work.counts, h->bins->count);
    return status == PREFIX_OK ? add_up(ctx, h, scratch + numbers, work.counts) : status;
}

int prefix__histogram(prefix_ctx *ctx, const struct prefix__histogram *h)
{
    struct prefix__route *route;
    struct prefix_histogram_work work = describe(ctx, h);
    int weights_memory, sums_memory;
    const struct prefix__array arrays[ARRAYS] = {
        [IN] = {h->in, &work.in_memory, 0},
        [COUNTS] = {h->counts, &work.counts_memory, 0},
        [NUMBERS] = {h->numbers, &work.numbers_memory, 0},
        [WEIGHTS] = {h->weights, &weights_memory, 0},
        [SUMS] = {h->sums, &sums_memory, 0},
    };
    int status = check_arrays(ctx, h);
    if (status == PREFIX_OK)
        status = prefix__find_route(ctx, 1, arrays, ARRAYS, &route);
    if (status != PREFIX_OK)
        return status;
    if (h->n == 0)
        return write_nothing(ctx, route, h);
    if (h->sums)
        status = run_weights(ctx, route, h, work);
    return status == PREFIX_OK && (h->counts || h->numbers) ? run_backend(ctx, route, &work) : status;
}

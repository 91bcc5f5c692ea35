/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bins of a histogram, as codes of the elements: an element is at least an edge if its code is at least that of the
 * least element that is. So no comparison rounds, whatever the types.
 */
#include "api/bins.h"

#include <float.h>
#include <string.h>

#include "api/check_settings.h"
#include "api/sorting.h"
#include "context/status.h"
#include "shared/half.h"
#include "shared/sort_code.h"
#include "shared/types.h"

static uint64_t code_of(int type, uint64_t bits)
{
    const struct prefix_sort_code code = prefix__sort_code_of(type, PREFIX_ASCENDING, PREFIX_NANS_LAST);
    return prefix__sort_code(&code, bits, prefix__size_of(type), prefix__is_float(type));
}

uint64_t prefix__bins_most(int type)
{
    return prefix__is_float(type) ? 2 * prefix__infinity_of(type) : UINT64_MAX >> (64 - 8 * prefix__size_of(type));
}

/* Bounds of integers, the upper one beyond them. */
static double least_of(int type)
{
    return prefix__is_signed(type) ? -(double)(UINT64_C(1) << (8 * prefix__size_of(type) - 1)) : 0;
}

static double beyond(int type)
{
    return (prefix__is_signed(type) ? 1.0 : 2.0) * (double)(UINT64_C(1) << (8 * prefix__size_of(type) - 1));
}

/* The greatest whole number that is at most x. */
static double floor_of(double x)
{
    if (!(x > -0x1p53 && x < 0x1p53)) /* it is one */
        return x;
    const double whole = (double)(int64_t)x;
    return whole > x ? whole - 1 : whole;
}

/* Of a whole number that the type has. */
static uint64_t code_of_whole(int type, double x)
{
    const uint64_t ones = UINT64_MAX >> (64 - 8 * prefix__size_of(type));
    return code_of(type, (x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x) & ones);
}

/* The nearest float, and by its sign whether that is less or greater. */
static uint64_t code_of_nearest(int type, double x, double *difference)
{
    uint64_t bits;
    float single = (float)x;
    double nearest;
    switch (type) {
    case PREFIX_F16:
        bits = prefix__f16_from_f64(x);
        nearest = prefix__f16_to_f32((uint16_t)bits);
        break;
    case PREFIX_BF16:
        bits = prefix__bf16_from_f64(x);
        nearest = prefix__bf16_to_f32((uint16_t)bits);
        break;
    case PREFIX_F32:
        bits = prefix__f32_bits(single);
        nearest = single;
        break;
    default:
        bits = prefix__f64_bits(x);
        nearest = x;
        break;
    }
    *difference = nearest < x ? -1 : nearest > x;
    return code_of(type, bits);
}

/* Of the least element that is at least x; where there is none, one above all. It does not fit: 0. */
static int code_at_least(int type, double x, uint64_t *code)
{
    double difference;
    if (prefix__is_float(type)) {
        *code = code_of_nearest(type, x, &difference);
        *code += difference < 0;
        return 1;
    }
    const double whole = -floor_of(-x);
    const int fits = whole < beyond(type) || prefix__size_of(type) < 8;
    *code = whole >= beyond(type)    ? prefix__bins_most(type) + (uint64_t)fits
            : whole > least_of(type) ? code_of_whole(type, whole)
                                     : 0;
    return fits;
}

/* Of the greatest element that is at most x; there is none: 0. */
static int code_at_most(int type, double x, uint64_t *code)
{
    double difference;
    if (prefix__is_float(type)) {
        *code = code_of_nearest(type, x, &difference);
        *code -= difference > 0;
        return 1;
    }
    const double whole = floor_of(x);
    *code = whole < least_of(type) ? 0 : whole < beyond(type) ? code_of_whole(type, whole) : prefix__bins_most(type);
    return whole >= least_of(type);
}

/* Edges that are all as far apart, by a power of two, are better computed. */
static void find_step(struct prefix__bins *bins)
{
    const uint64_t step = bins->count > 1 ? bins->edges[1] - bins->edges[0] : 1;
    bins->base = bins->edges[0];
    bins->shift = step ? __builtin_ctzll(step) : 0;
    for (size_t i = 1; i < bins->count; i++)
        if (bins->edges[i] - bins->edges[i - 1] != UINT64_C(1) << bins->shift)
            return;
    prefix__free(bins->edges);
    bins->edges = NULL;
}

static int make(prefix_ctx *ctx, struct prefix__bins *made, size_t count)
{
    const size_t bytes = count * sizeof *made->edges;
    if (count < 1 || count > UINT32_MAX || count > PTRDIFF_MAX / sizeof *made->edges)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "bins: %zu are not 1 to 2^32 - 1", count);
    *made = (struct prefix__bins){.count = count, .edges = malloc(bytes)};
    return made->edges ? PREFIX_OK : prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for %zu edges of bins", count);
}

void prefix__bins_free(struct prefix__bins *bins)
{
    prefix__free(bins->edges);
    *bins = (struct prefix__bins){0};
}

/* The edges are there; is_last: there is an element as low as the last one. */
static void finish(struct prefix__bins *bins, struct prefix__bins *made, uint64_t last, int is_last)
{
    made->first = is_last ? made->edges[0] : 1;
    made->last = is_last ? last : 0;
    find_step(made);
    prefix__bins_free(bins);
    *bins = *made;
}

int prefix__bins_set_range(prefix_ctx *ctx, struct prefix__bins *bins, int type, size_t count)
{
    if (!prefix__is_integer(type))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "type: bins of a number each take integers, not %s",
                            prefix_type_name(type));
    if (count < 1 || count > UINT32_MAX)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "bins: %zu are not 1 to 2^32 - 1", count);
    const uint64_t base = code_of(type, 0), most = prefix__bins_most(type);
    prefix__bins_free(bins);
    *bins = (struct prefix__bins){.count = count, .first = base, .base = base};
    bins->last = count - 1 < most - base ? base + (count - 1) : most;
    return PREFIX_OK;
}

/* Where about an element is: of integers by what lies between it and the least one in the first bin. */
static void guess(struct prefix__bins *bins, int type, double low, double high)
{
    const double whole = -floor_of(-low), least = prefix__is_float(type) ? 0 : least_of(type);
    bins->low = prefix__is_float(type) ? low : low - (whole > least ? whole : least);
    bins->scale = prefix__is_float(type) && prefix__size_of(type) == 2 ? 0 : (double)bins->count / (high - low);
}

int prefix__bins_set_even(prefix_ctx *ctx, struct prefix__bins *bins, int type, size_t count, double low, double high)
{
    struct prefix__bins made = {0};
    uint64_t last;
    if (!(low < high) || !(high - low <= DBL_MAX))
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "low, high: %g and %g are no ends of a range", low, high);
    int status = make(ctx, &made, count), fits = 1;
    if (status != PREFIX_OK)
        return status;
    const double step = (high - low) / (double)count;
    for (size_t i = 0; i < count; i++)
        fits &= code_at_least(type, (double)i * step + low, &made.edges[i]);
    if (!fits) {
        prefix__bins_free(&made);
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "high: there are bins above all values of %s",
                            prefix_type_name(type));
    }
    const int is_last = code_at_most(type, high, &last);
    guess(&made, type, low, high);
    finish(bins, &made, last, is_last);
    return PREFIX_OK;
}

static double double_at(const void *edges, size_t i)
{
    double x;
    memcpy(&x, (const char *)edges + i * sizeof x, sizeof x);
    return x;
}

/* Whether edge i may stand behind that before it. */
static int check_edge(prefix_ctx *ctx, int edge_type, const void *edges, size_t i)
{
    const size_t size = prefix__size_of(edge_type);
    const uint64_t here = code_of(edge_type, prefix__sort_load(edges, i, size));
    if (here > prefix__bins_most(edge_type))
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "edges: edge %zu is NaN", i);
    if (i > 0 && here < code_of(edge_type, prefix__sort_load(edges, i - 1, size)))
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "edges: edge %zu is less than the one before it", i);
    return PREFIX_OK;
}

int prefix__bins_set_edges(prefix_ctx *ctx, struct prefix__bins *bins, int type, size_t count, int edge_type,
                           const void *edges)
{
    struct prefix__bins made = {0};
    uint64_t last;
    int status = prefix__check_type(ctx, "edge type", edge_type), fits = 1, is_last = 1;
    if (status == PREFIX_OK && edge_type != type && edge_type != PREFIX_F64)
        status = prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "edge type: %s is neither the type %s nor f64",
                              prefix_type_name(edge_type), prefix_type_name(type));
    if (status == PREFIX_OK && !edges)
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "edges is NULL");
    if (status == PREFIX_OK)
        status = make(ctx, &made, count);
    for (size_t i = 0; i <= count && status == PREFIX_OK; i++)
        status = check_edge(ctx, edge_type, edges, i);
    for (size_t i = 0; i < count && status == PREFIX_OK; i++) {
        if (edge_type == type)
            made.edges[i] = code_of(type, prefix__sort_load(edges, i, prefix__size_of(type)));
        else
            fits &= code_at_least(type, double_at(edges, i), &made.edges[i]);
    }
    if (status == PREFIX_OK && !fits)
        status = prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "edges: there are bins above all values of %s",
                              prefix_type_name(type));
    if (status != PREFIX_OK) {
        prefix__bins_free(&made);
        return status;
    }
    if (edge_type == type)
        last = code_of(type, prefix__sort_load(edges, count, prefix__size_of(type)));
    else
        is_last = code_at_most(type, double_at(edges, count), &last);
    finish(bins, &made, last, is_last);
    return PREFIX_OK;
}

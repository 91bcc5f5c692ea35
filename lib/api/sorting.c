/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts, in one call and with options, and how each is handed to a backend. */
#include "api/sorting.h"

#include <stdint.h>
#include <stdlib.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/check_arrays.h"
#include "api/check_settings.h"
#include "api/predicate.h"
#include "api/segmented.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/types.h"

#define VALUE_BYTES 64     /* at most, */
#define VALUE_ALIGNMENT 16 /* and what of their alignment makes a difference */

struct prefix_sorting {
    prefix_ctx *ctx; /* NULL: the calling thread's default context */
    int order, nans;
    int has_bits;                 /* they were set */
    struct prefix_heads segments; /* form 0: none */
    int counting;
    struct prefix_scan_watch watch;
    struct prefix_sort_work work; /* all but what follows from these, and what is given to a run */
};

static int check_order(prefix_ctx *ctx, int order)
{
    return order == PREFIX_ASCENDING || order == PREFIX_DESCENDING
               ? PREFIX_OK
               : prefix__fail_constant(ctx, "order", order, "order");
}

static int check_value_size(prefix_ctx *ctx, size_t size)
{
    return size > 0 && size <= VALUE_BYTES
               ? PREFIX_OK
               : prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "value size: %zu bytes are not 1 to %d", size, VALUE_BYTES);
}

static int check_places(prefix_ctx *ctx, int type)
{
    return type == PREFIX_U32 || type == PREFIX_U64
               ? PREFIX_OK
               : prefix__fail_constant(ctx, "index type", type, "type of u32 and u64");
}

struct prefix_sort_code prefix__sort_code_of(int type, int order, int nans)
{
    const uint64_t ones = UINT64_MAX >> (64 - 8 * prefix__size_of(type)), sign = ones ^ ones >> 1;
    const int descends = order == PREFIX_DESCENDING;
    if (!prefix__is_float(type))
        return (struct prefix_sort_code){.flip = (prefix__is_signed(type) ? sign : 0) ^ (descends ? ones : 0)};
    const uint64_t infinity = prefix__infinity_of(type);
    const int nans_first = nans == PREFIX_NANS_FIRST || (nans == PREFIX_NANS_GREATEST && descends);
    return (struct prefix_sort_code){
        .flip = descends ? sign : 0,
        .infinity = infinity,
        .zero = nans_first ? ones - infinity : infinity,
        .nan = nans_first ? 0 : ones,
    };
}

static size_t alignment_of(const struct prefix_sort_work *work)
{
    const uintptr_t bits = work->value_size | (uintptr_t)work->values | (uintptr_t)work->values_out | VALUE_ALIGNMENT;
    return work->values ? bits & -bits : 0;
}

/* Whether the backend sorts like that; without a name it has nothing to count. */
static int check_algorithm(prefix_ctx *ctx, const struct prefix_backend *backend, const struct prefix_sort_work *work)
{
    const char *name = prefix_algorithm_name(work->algorithm);
    const int is_named = work->algorithm != PREFIX_ALGORITHM_AUTO;
    if (is_named && !(backend->sort_algorithms & PREFIX_BACKEND_ALGORITHM(work->algorithm)))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "algorithm: %s does not sort by %s", backend->name, name);
    if (is_named && work->segments)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "algorithm: segments are not sorted by %s", name);
    if (work->watch && !(is_named && backend->flags & PREFIX_BACKEND_FLAG_COUNTS))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "counting: %s neither counts nor traces sorts by %s",
                            backend->name, name);
    return PREFIX_OK;
}

/* What was set has been checked. */
static struct prefix_sort_work describe(const prefix_ctx *ctx, prefix_sorting *sorting, const void *keys, void *out,
                                        size_t n, const struct prefix_heads *segments)
{
    struct prefix_sort_work work = sorting->work;
    work.size = sizeof work;
    work.threads = ctx->threads;
    work.stream = ctx->stream;
    work.code = prefix__sort_code_of(work.type, sorting->order, sorting->nans);
    if (!sorting->has_bits)
        work.bits = 8 * (int)prefix__size_of(work.type);
    work.keys = keys;
    work.out = out;
    work.n = n;
    work.value_alignment = alignment_of(&work);
    work.segments = segments->form ? segments : NULL;
    if (sorting->counting || sorting->watch.trace)
        work.watch = &sorting->watch;
    return work;
}

static int run(prefix_ctx *ctx, prefix_sorting *sorting, const void *keys, void *out, size_t n)
{
    struct prefix__route *route;
    struct prefix_heads segments = sorting->segments;
    struct prefix_sort_work work = describe(ctx, sorting, keys, out, n, &segments);
    sorting->watch.work = sorting->watch.span = 0;
    const struct prefix__array arrays[] = {
        {work.keys, &work.keys_memory, 0},       {work.out, &work.out_memory, 0},
        {work.values, &work.values_memory, 0},   {work.values_out, &work.values_out_memory, 0},
        {work.indices, &work.indices_memory, 0}, {segments.data, &segments.memory, 0},
    };
    int status = prefix__check_sort(ctx, &work);
    if (status != PREFIX_OK || n == 0)
        return status;
    status = prefix__find_route(ctx, n, arrays, sizeof arrays / sizeof *arrays, &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (!backend->sort)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no sorts", backend->name);
    status = check_algorithm(ctx, backend, &work);
    if (status == PREFIX_OK && work.segments)
        status = prefix__check_host_offsets(ctx, &segments, n);
    if (status != PREFIX_OK)
        return status;
    ctx->error[0] = 0;
    status = backend->sort(route->session, &work);
    return prefix__ran(ctx, backend->name, status, "sort");
}

/* In one call: the settings, and what is given to a run. */
static int sort_once(prefix_ctx *ctx, prefix_sorting *sorting, const void *keys, void *out, size_t n)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx)
        status = prefix__check_real(ctx, "type", sorting->work.type);
    if (ctx && status == PREFIX_OK)
        status = check_order(ctx, sorting->order);
    if (ctx && status == PREFIX_OK)
        status = run(ctx, sorting, keys, out, n);
    return prefix__keep_errno(saved, status);
}

int prefix_sort(prefix_ctx *ctx, int order, int type, const void *keys, void *out, size_t n)
{
    prefix_sorting sorting = {.order = order, .nans = PREFIX_NANS_LAST, .work = {.type = type}};
    return sort_once(ctx, &sorting, keys, out, n);
}

int prefix_sort_pairs(prefix_ctx *ctx, int order, int type, size_t value_size, const void *keys, const void *values,
                      void *out, void *values_out, size_t n)
{
    prefix_sorting sorting = {
        .order = order,
        .nans = PREFIX_NANS_LAST,
        .work = {.type = type, .value_size = value_size, .values = values, .values_out = values_out},
    };
    int status = check_value_size(ctx, value_size);
    if (status == PREFIX_OK && n > 0 && (!values || !values_out))
        status =
            prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL, and n is %zu", values ? "values_out" : "values", n);
    return status == PREFIX_OK ? sort_once(ctx, &sorting, keys, out, n) : status;
}

int prefix_argsort(prefix_ctx *ctx, int order, int type, int index_type, const void *keys, void *indices, size_t n)
{
    prefix_sorting sorting = {
        .order = order,
        .nans = PREFIX_NANS_LAST,
        .work = {.type = type, .index_type = index_type, .indices = indices},
    };
    int status = check_places(ctx, index_type);
    if (status == PREFIX_OK && n > 0 && !indices)
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "indices is NULL, and n is %zu", n);
    return status == PREFIX_OK ? sort_once(ctx, &sorting, keys, NULL, n) : status;
}

int prefix_sorting_create(prefix_sorting **sorting, prefix_ctx *ctx, int type)
{
    int saved = errno;
    if (!sorting)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "sorting is NULL");
    *sorting = NULL;
    const int status = prefix__check_real(ctx, "type", type);
    if (status != PREFIX_OK)
        return status;
    prefix_sorting *s = calloc(1, sizeof *s);
    if (!s)
        return prefix__keep_errno(saved, prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a sorting"));
    s->ctx = ctx;
    s->order = PREFIX_ASCENDING;
    s->nans = PREFIX_NANS_LAST;
    s->work.type = type;
    *sorting = s;
    return PREFIX_OK;
}

void prefix_sorting_destroy(prefix_sorting *sorting)
{
    prefix__free(sorting);
}

int prefix_sorting_set_order(prefix_sorting *sorting, int order)
{
    PREFIX__NEED(sorting);
    const int status = check_order(sorting->ctx, order);
    if (status == PREFIX_OK)
        sorting->order = order;
    return status;
}

int prefix_sorting_set_nans(prefix_sorting *sorting, int nans)
{
    PREFIX__NEED(sorting);
    if (nans != PREFIX_NANS_LAST && nans != PREFIX_NANS_FIRST && nans != PREFIX_NANS_GREATEST)
        return prefix__fail_constant(sorting->ctx, "nans", nans, "place of NaNs");
    sorting->nans = nans;
    return PREFIX_OK;
}

int prefix_sorting_set_bits(prefix_sorting *sorting, int first, int count)
{
    PREFIX__NEED(sorting);
    const int status = prefix__check_bit_range(sorting->ctx, "bits", sorting->work.type, first, count);
    if (status != PREFIX_OK)
        return status;
    sorting->has_bits = 1;
    sorting->work.first_bit = count ? first : 0;
    sorting->work.bits = count;
    return PREFIX_OK;
}

int prefix_sorting_set_offsets(prefix_sorting *sorting, int type, const void *offsets, size_t segments)
{
    PREFIX__NEED(sorting);
    return prefix__heads_of_offsets(sorting->ctx, &sorting->segments, type, offsets, segments);
}

int prefix_sorting_set_values(prefix_sorting *sorting, size_t size, const void *values, void *out)
{
    PREFIX__NEED(sorting);
    if (!values != !out)
        return prefix__fail(sorting->ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL alone", values ? "out" : "values");
    const int status = values ? check_value_size(sorting->ctx, size) : PREFIX_OK;
    if (status != PREFIX_OK)
        return status;
    sorting->work.value_size = values ? size : 0;
    sorting->work.values = values;
    sorting->work.values_out = out;
    return PREFIX_OK;
}

int prefix_sorting_set_indices(prefix_sorting *sorting, int type, void *indices)
{
    PREFIX__NEED(sorting);
    const int status = indices ? check_places(sorting->ctx, type) : PREFIX_OK;
    if (status != PREFIX_OK)
        return status;
    sorting->work.index_type = indices ? type : 0;
    sorting->work.indices = indices;
    return PREFIX_OK;
}

int prefix_sorting_set_algorithm(prefix_sorting *sorting, int algorithm)
{
    PREFIX__NEED(sorting);
    if (!prefix_algorithm_name(algorithm))
        return prefix__fail_constant(sorting->ctx, "algorithm", algorithm, "algorithm");
    sorting->work.algorithm = algorithm;
    return PREFIX_OK;
}

int prefix_sorting_set_tile(prefix_sorting *sorting, size_t elements)
{
    PREFIX__NEED(sorting);
    sorting->work.tile = elements;
    return PREFIX_OK;
}

int prefix_sorting_set_counting(prefix_sorting *sorting, int counting)
{
    PREFIX__NEED(sorting);
    sorting->counting = counting != 0;
    return PREFIX_OK;
}

int prefix_sorting_set_trace(prefix_sorting *sorting, prefix_trace_fn trace, void *user)
{
    PREFIX__NEED(sorting);
    sorting->watch.trace = trace;
    sorting->watch.user = user;
    return PREFIX_OK;
}

int prefix_sorting_counts(const prefix_sorting *sorting, uint64_t *work, uint64_t *span)
{
    PREFIX__NEED(sorting);
    if (work)
        *work = sorting->watch.work;
    if (span)
        *span = sorting->watch.span;
    return PREFIX_OK;
}

static int check_companions(prefix_ctx *ctx, const prefix_sorting *sorting)
{
    if (sorting->work.values && sorting->work.indices)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "indices: a sort has values or indices, not both");
    return PREFIX_OK;
}

/* The most that it is in place, to another array, and, where there are indices, without keys to write. */
static int ask_workspace(struct prefix__route *route, struct prefix_sort_work *work, size_t *bytes)
{
    void *const outs[] = {bytes, bytes + 1, NULL};
    const size_t ways = work->indices ? 3 : 2;
    int status = PREFIX_OK;
    work->keys = bytes; /* anything: nobody looks into it */
    for (size_t i = 0; i < ways && status == PREFIX_OK; i++) {
        size_t needed = 0;
        work->out = outs[i];
        status = route->entry->backend.sort_workspace(route->session, work, &needed);
        if (*bytes < needed)
            *bytes = needed;
    }
    return status;
}

static int workspace(prefix_ctx *ctx, prefix_sorting *sorting, size_t n, size_t *bytes)
{
    struct prefix__route *route;
    *bytes = 0;
    struct prefix_sort_work work = describe(ctx, sorting, NULL, NULL, n, &sorting->segments);
    int status = check_companions(ctx, sorting);
    if (status == PREFIX_OK)
        status = prefix__check_sort_size(ctx, &work);
    if (status != PREFIX_OK || n == 0 || !prefix__ctx_has_device(ctx))
        return status;
    status = prefix__ctx_route(ctx, 1, &route);
    if (status == PREFIX_OK)
        status = check_algorithm(ctx, &route->entry->backend, &work);
    return status == PREFIX_OK && route->entry->backend.sort_workspace ? ask_workspace(route, &work, bytes) : status;
}

int prefix_sorting_workspace(prefix_sorting *sorting, size_t n, size_t *bytes)
{
    PREFIX__NEED(sorting);
    int status, saved = errno;
    if (!bytes)
        return prefix__fail(sorting->ctx, PREFIX_ERROR_ARGUMENT, "bytes is NULL");
    prefix_ctx *ctx = prefix__ctx_resolve(sorting->ctx, &status);
    return prefix__keep_errno(saved, ctx ? workspace(ctx, sorting, n, bytes) : status);
}

int prefix_sorting_set_workspace(prefix_sorting *sorting, void *workspace, size_t bytes)
{
    PREFIX__NEED(sorting);
    const int status = prefix__check_workspace(sorting->ctx, workspace, bytes);
    if (status != PREFIX_OK)
        return status;
    sorting->work.workspace = workspace;
    sorting->work.workspace_bytes = bytes;
    return PREFIX_OK;
}

int prefix_sorting_run(prefix_sorting *sorting, const void *keys, void *out, size_t n)
{
    PREFIX__NEED(sorting);
    int status, saved = errno;
    prefix_ctx *ctx = prefix__ctx_resolve(sorting->ctx, &status);
    if (ctx)
        status = check_companions(ctx, sorting);
    if (ctx && status == PREFIX_OK)
        status = run(ctx, sorting, keys, out, n);
    return prefix__keep_errno(saved, status);
}

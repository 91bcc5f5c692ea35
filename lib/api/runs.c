/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of equal keys: reduced, encoded, and decoded again. The arguments, and the backend that does it. */
#include "api/runs.h"

#include <stdint.h>

#include <prefix/prefix.h>
#include <prefix/backend.h>

#include "api/check_arrays.h"
#include "api/check_operator.h"
#include "api/check_settings.h"
#include "api/plan.h"
#include "api/predicate.h"
#include "api/work.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/types.h"

static int finish(prefix_ctx *ctx, const struct prefix_backend *backend, int status, const char *what, uint64_t *count,
                  int count_memory, size_t capacity)
{
    status = prefix__ran(ctx, backend->name, status, what);
    if (status == PREFIX_OK && !prefix__is_device_kind(count_memory) && *count > capacity)
        status = prefix__fail(ctx, PREFIX_ERROR_CAPACITY, "capacity: %zu elements, and there are %llu", capacity,
                              (unsigned long long)*count);
    return status;
}

static int write_nothing(prefix_ctx *ctx, struct prefix__route *route, uint64_t *count)
{
    const uint64_t none = 0;
    return route->entry->backend.memory_copy(route->session, count, &none, sizeof none, ctx->stream);
}

int prefix__check_indices(prefix_ctx *ctx, const char *argument, int type, size_t n)
{
    const int status = prefix__check_index_type(ctx, argument, type);
    if (status != PREFIX_OK)
        return status;
    if (prefix__size_of(type) == 4 && n > (type == PREFIX_I32 ? INT32_MAX : UINT32_MAX))
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: %zu does not fit %s", argument, n, prefix_type_name(type));
    return PREFIX_OK;
}

/* scan, own: what reduces, or NULL. */
static int run(prefix_ctx *ctx, struct prefix_runs_work *work, struct prefix_scan_work *scan,
               struct prefix_operator_work *own)
{
    struct prefix__route *route;
    if (work->capacity > work->n)
        work->capacity = work->n;
    work->scan = scan;
    work->combined = own;
    int unused;
    const void *const in = own ? own->in : scan ? scan->in : NULL;
    const void *const out = own ? own->out : scan ? scan->out : NULL;
    int *const in_memory = own ? &own->in_memory : scan ? &scan->in_memory : &unused;
    int *const out_memory = own ? &own->out_memory : scan ? &scan->out_memory : &unused;
    const struct prefix__array arrays[] = {
        {work->keys.data, &work->keys.memory, 0},
        {work->unique, &work->unique_memory, 0},
        {in, in_memory, 0},
        {out, out_memory, 0},
        {work->offsets, &work->offsets_memory, 0},
        {work->lengths, &work->lengths_memory, 0},
        {work->count, &work->count_memory, 1},
    };
    int status = prefix__check_runs(ctx, work);
    if (status == PREFIX_OK)
        status = prefix__find_route(ctx, work->n, arrays, sizeof arrays / sizeof arrays[0], &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (!backend->runs)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no runs of equal keys", backend->name);
    if (own)
        status = prefix__check_operator_backend(ctx, own, backend);
    if (status != PREFIX_OK)
        return status;
    if (work->n == 0)
        return write_nothing(ctx, route, work->count);
    ctx->error[0] = 0;
    status = backend->runs(route->session, work);
    return finish(ctx, backend, status, "search for runs", work->count, work->count_memory, work->capacity);
}

static struct prefix_runs_work describe(const prefix_ctx *ctx, size_t n, size_t capacity, uint64_t *count)
{
    return (struct prefix_runs_work){.size = sizeof(struct prefix_runs_work),
                                     .threads = ctx->threads,
                                     .n = n,
                                     .index_size = 1,
                                     .capacity = capacity,
                                     .count = count,
                                     .stream = ctx->stream};
}

int prefix__reduce_runs(prefix_ctx *ctx, struct prefix_plan *plan, int key_type, const void *keys, const void *in,
                        void *unique, void *aggregates, size_t n, size_t capacity, uint64_t *count)
{
    struct prefix_runs_work work = describe(ctx, n, capacity, count);
    int status = prefix__heads_of_keys(ctx, &work.keys, keys, key_type);
    if (status == PREFIX_OK)
        status = prefix__operator_fit(ctx, plan, n);
    if (status != PREFIX_OK)
        return status;
    work.unique = unique;
    if (plan->own.size) {
        struct prefix_operator_work own = prefix__operator_describe(ctx, plan, in, aggregates, n);
        own.heads = &work.keys;
        return run(ctx, &work, NULL, &own);
    }
    struct prefix_scan_work scan = prefix__scan_describe(ctx, plan, in, aggregates, n);
    return run(ctx, &work, &scan, NULL);
}

int prefix_reduce_by_key(prefix_ctx *ctx, int op, int key_type, int type, const void *keys, const void *in,
                         void *unique, void *aggregates, size_t n, size_t capacity, uint64_t *count)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    struct prefix_plan plan = {
        .kind = PREFIX_INCLUSIVE, .op = op, .type = type, .output_type = prefix__output_type(op, type)};
    status = prefix__check_op_type(ctx, op, type);
    if (status == PREFIX_OK)
        status = prefix__reduce_runs(ctx, &plan, key_type, keys, in, unique, aggregates, n, capacity, count);
    return prefix__keep_errno(saved, status);
}

const char *prefix__bad_for_runs(const struct prefix_plan *plan)
{
    return plan->kind != PREFIX_INCLUSIVE             ? "kind: runs are reduced by inclusive plans"
           : plan->reverse                            ? "reverse: runs are reduced forward"
           : plan->layout                             ? "batch: runs are those of one row"
           : plan->has_init                           ? "init: runs are reduced without one"
           : plan->total                              ? "total: a reduction of runs writes none"
           : plan->checked                            ? "checked: reductions of runs are not"
           : plan->heads.form                         ? "segments: the keys are what gives the runs"
           : plan->output_type != plan->type && !plan->own.size ? "output type: aggregates are of the input's"
           : plan->algorithm || plan->block_algorithm ? "algorithms: reductions of runs have none"
           : plan->counting || plan->watch.trace      ? "counting: reductions of runs are neither counted nor traced"
           : plan->missing || plan->valid             ? "missing: reductions of runs skip no elements"
                                                      : NULL;
}

struct prefix_plan prefix__plan_for_runs(const struct prefix_plan *plan)
{
    return (struct prefix_plan){.kind = PREFIX_INCLUSIVE,
                                .op = plan->op,
                                .type = plan->type,
                                .output_type = plan->output_type,
                                .own = plan->own};
}

int prefix_plan_reduce_by_key(prefix_plan *plan, int key_type, const void *keys, const void *in, void *unique,
                              void *aggregates, size_t n, size_t capacity, uint64_t *count)
{
    int status, saved = errno;
    PREFIX__NEED(plan);
    prefix_ctx *ctx = prefix__ctx_resolve(plan->ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    const char *bad = prefix__bad_for_runs(plan);
    if (bad)
        return prefix__keep_errno(saved, prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s", bad));
    struct prefix_plan bare = prefix__plan_for_runs(plan);
    status = prefix__reduce_runs(ctx, &bare, key_type, keys, in, unique, aggregates, n, capacity, count);
    return prefix__keep_errno(saved, status);
}

static int encode(prefix_ctx *ctx, int type, const void *in, void *values, void *offsets, void *lengths, int index_type,
                  size_t n, size_t capacity, uint64_t *count, int nontrivial)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    struct prefix_runs_work work = describe(ctx, n, capacity, count);
    status = prefix__heads_of_keys(ctx, &work.keys, in, type);
    if (status == PREFIX_OK)
        status = prefix__check_indices(ctx, nontrivial ? "index type" : "length type", index_type, n);
    if (status == PREFIX_OK) {
        work.unique = values;
        work.offsets = offsets;
        work.lengths = lengths;
        work.index_size = prefix__size_of(index_type);
        work.nontrivial = nontrivial;
        status = run(ctx, &work, NULL, NULL);
    }
    return prefix__keep_errno(saved, status);
}

int prefix_run_length_encode(prefix_ctx *ctx, int type, int length_type, const void *in, void *values, void *lengths,
                             size_t n, size_t capacity, uint64_t *count)
{
    return encode(ctx, type, in, values, NULL, lengths, length_type, n, capacity, count, 0);
}

int prefix_nontrivial_runs(prefix_ctx *ctx, int type, int index_type, const void *in, void *offsets, void *lengths,
                           size_t n, size_t capacity, uint64_t *count)
{
    return encode(ctx, type, in, NULL, offsets, lengths, index_type, n, capacity, count, 1);
}

/* Of lengths of a signed type, the first that is negative; runs if none is. */
static size_t first_negative(const struct prefix_expand_work *work)
{
    enum { AT_ONCE = 1024 };
    const char *lengths = work->lengths;
    const size_t size = work->index_size;
    for (size_t first = 0; first < work->runs; first += AT_ONCE) {
        const size_t count = work->runs - first < AT_ONCE ? work->runs - first : AT_ONCE;
        int64_t any = 0;
        if (size == 4) {
            const int32_t *some = (const int32_t *)lengths + first;
            for (size_t i = 0; i < count; i++)
                any |= some[i];
        } else {
            const int64_t *some = (const int64_t *)lengths + first;
            for (size_t i = 0; i < count; i++)
                any |= some[i];
        }
        for (size_t i = first; any < 0; i++)
            if (size == 4 ? ((const int32_t *)lengths)[i] < 0 : ((const int64_t *)lengths)[i] < 0)
                return i;
    }
    return work->runs;
}

/* Before anything is written; those on a device are not looked at. */
static int check_lengths(prefix_ctx *ctx, const struct prefix_expand_work *work, int type)
{
    if (!prefix__is_signed(type) || prefix__is_device_kind(work->lengths_memory))
        return PREFIX_OK;
    const size_t bad = first_negative(work);
    return bad == work->runs ? PREFIX_OK
                             : prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "lengths: length %zu is negative", bad);
}

static int decode(prefix_ctx *ctx, struct prefix_expand_work *work, int length_type)
{
    struct prefix__route *route;
    const struct prefix__array arrays[] = {
        {work->values, &work->values_memory, 0},
        {work->lengths, &work->lengths_memory, 0},
        {work->out, &work->out_memory, 0},
        {work->count, &work->count_memory, 1},
    };
    int status = prefix__check_expand(ctx, work);
    if (status == PREFIX_OK)
        status = prefix__find_route(ctx, work->runs, arrays, sizeof arrays / sizeof arrays[0], &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (!backend->expand)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s does not decode runs", backend->name);
    if (work->runs == 0)
        return write_nothing(ctx, route, work->count);
    status = check_lengths(ctx, work, length_type);
    if (status != PREFIX_OK)
        return status;
    ctx->error[0] = 0;
    status = backend->expand(route->session, work);
    return finish(ctx, backend, status, "decoding of runs", work->count, work->count_memory, work->capacity);
}

int prefix_run_length_decode(prefix_ctx *ctx, int type, int length_type, const void *values, const void *lengths,
                             void *out, size_t runs, size_t capacity, uint64_t *count)
{
    int status, saved = errno;
    struct prefix_heads heads;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    status = prefix__heads_of_keys(ctx, &heads, values, type);
    if (status == PREFIX_OK)
        status = prefix__check_indices(ctx, "length type", length_type, 0);
    if (status == PREFIX_OK) {
        struct prefix_expand_work work = {
            .size = sizeof work,
            .threads = ctx->threads,
            .value_size = heads.size,
            .index_size = prefix__size_of(length_type),
            .values = values,
            .lengths = lengths,
            .runs = runs,
            .out = out,
            .capacity = capacity,
            .count = count,
            .stream = ctx->stream,
        };
        status = decode(ctx, &work, length_type);
    }
    return prefix__keep_errno(saved, status);
}

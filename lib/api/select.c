/* SPDX-License-Identifier: BSD-3-Clause */
/* Selections, partitions and unique elements in one call, and how each is handed to a backend. */
#include "api/select.h"

#include <stdint.h>

#include "api/check_arrays.h"
#include "api/check_settings.h"
#include "api/predicate.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/types.h"

/* A count in host memory shows whether there was room. */
static int check_room(prefix_ctx *ctx, const struct prefix_select_work *work, int has_output)
{
    const unsigned long long selected = *work->count, rejected = work->n - selected;
    if (has_output && selected > work->capacity)
        return prefix__fail(ctx, PREFIX_ERROR_CAPACITY, "capacity: %zu elements, and %llu are selected", work->capacity,
                            selected);
    if (work->rejects == PREFIX_REJECTS_APART && rejected > work->rejected_capacity)
        return prefix__fail(ctx, PREFIX_ERROR_CAPACITY, "rejects: room for %zu elements, and %llu are rejected",
                            work->rejected_capacity, rejected);
    return PREFIX_OK;
}

int prefix__select(prefix_ctx *ctx, struct prefix_select_work *work, int has_output)
{
    struct prefix__route *route;
    static const uint64_t none[2] = {0, 0};
    work->size = sizeof *work;
    work->threads = ctx->threads;
    work->stream = ctx->stream;
    if (work->capacity > work->n)
        work->capacity = work->n;
    if (work->rejected_capacity > work->n)
        work->rejected_capacity = work->n;
    const struct prefix__array arrays[] = {
        {work->in, &work->in_memory, 0},
        {work->capacity ? work->out : NULL, &work->out_memory, 0},
        {work->flags, &work->flags_memory, 0},
        {work->rejected_capacity ? work->rejected : NULL, &work->rejected_memory, 0},
        {work->capacity ? work->indices : NULL, &work->indices_memory, 0},
        {work->values, &work->values_memory, 0},
        {work->capacity ? work->values_out : NULL, &work->values_out_memory, 0},
        {work->count, &work->count_memory, 1},
    };
    int status = prefix__check_selection(ctx, work);
    if (status == PREFIX_OK)
        status = prefix__find_route(ctx, work->n, arrays, sizeof arrays / sizeof arrays[0], &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (work->n == 0)
        return backend->memory_copy(route->session, work->count, none, (size_t)(work->ways - 1) * sizeof *none,
                                    ctx->stream);
    if (!backend->select)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no selections", backend->name);
    ctx->error[0] = 0;
    status = backend->select(route->session, work);
    status = prefix__ran(ctx, backend->name, status, "selection");
    if (status == PREFIX_OK && !prefix__is_device_kind(work->count_memory))
        status = check_room(ctx, work, has_output);
    return status;
}

static int run(prefix_ctx *ctx, struct prefix_select_work *work, int predicate, const void *operand)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    const int given = work->type;
    work->ways = 2;
    if (work->selector == PREFIX_SELECTOR_HEADS)
        work->type = prefix__element_of_key(given);
    status = prefix__check_real(ctx, "type", work->type);
    if (status == PREFIX_OK && work->selector == PREFIX_SELECTOR_TEST)
        status = prefix__predicate(ctx, work->type, predicate, operand, &work->test);
    if (status == PREFIX_OK && work->selector == PREFIX_SELECTOR_HEADS)
        work->test = prefix__heads(given);
    if (status == PREFIX_OK)
        status = prefix__select(ctx, work, 1);
    return prefix__keep_errno(saved, status);
}

int prefix_select_flagged(prefix_ctx *ctx, int type, const void *in, const uint8_t *flags, void *out, size_t n,
                          size_t capacity, uint64_t *count)
{
    struct prefix_select_work work = {
        .selector = PREFIX_SELECTOR_BYTES,
        .type = type,
        .in = in,
        .flags = flags,
        .out = out,
        .n = n,
        .capacity = capacity,
        .count = count,
    };
    return run(ctx, &work, 0, NULL);
}

int prefix_select_if(prefix_ctx *ctx, int predicate, int type, const void *operand, const void *in, void *out, size_t n,
                     size_t capacity, uint64_t *count)
{
    struct prefix_select_work work = {
        .selector = PREFIX_SELECTOR_TEST,
        .type = type,
        .in = in,
        .out = out,
        .n = n,
        .capacity = capacity,
        .count = count,
    };
    return run(ctx, &work, predicate, operand);
}

int prefix_partition_flagged(prefix_ctx *ctx, int type, const void *in, const uint8_t *flags, void *out, size_t n,
                             uint64_t *count)
{
    struct prefix_select_work work = {
        .selector = PREFIX_SELECTOR_BYTES,
        .rejects = PREFIX_REJECTS_BEHIND,
        .type = type,
        .in = in,
        .flags = flags,
        .out = out,
        .n = n,
        .capacity = n,
        .count = count,
    };
    return run(ctx, &work, 0, NULL);
}

int prefix_partition_if(prefix_ctx *ctx, int predicate, int type, const void *operand, const void *in, void *out,
                        size_t n, uint64_t *count)
{
    struct prefix_select_work work = {
        .selector = PREFIX_SELECTOR_TEST,
        .rejects = PREFIX_REJECTS_BEHIND,
        .type = type,
        .in = in,
        .out = out,
        .n = n,
        .capacity = n,
        .count = count,
    };
    return run(ctx, &work, predicate, operand);
}

/* The elements whose masked bits are 0 are those selected. */
int prefix_split(prefix_ctx *ctx, int bit, int type, const void *in, void *out, size_t n, uint64_t *count)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    status = prefix__check_bit_range(ctx, "bit", type, bit, 1);
    if (status == PREFIX_OK) {
        struct prefix_select_work work = {
            .selector = PREFIX_SELECTOR_TEST,
            .test = {.mask = UINT64_C(1) << bit},
            .rejects = PREFIX_REJECTS_BEHIND,
            .ways = 2,
            .type = type,
            .in = in,
            .out = out,
            .n = n,
            .capacity = n,
            .count = count,
        };
        status = prefix__select(ctx, &work, 1);
    }
    return prefix__keep_errno(saved, status);
}

int prefix_unique(prefix_ctx *ctx, int type, const void *in, void *out, size_t n, size_t capacity, uint64_t *count)
{
    struct prefix_select_work work = {
        .selector = PREFIX_SELECTOR_HEADS,
        .type = type,
        .in = in,
        .out = out,
        .n = n,
        .capacity = capacity,
        .count = count,
    };
    return run(ctx, &work, 0, NULL);
}

int prefix_unique_by_key(prefix_ctx *ctx, int type, int value_type, const void *in, const void *values, void *out,
                         void *values_out, size_t n, size_t capacity, uint64_t *count)
{
    struct prefix_select_work work = {
        .selector = PREFIX_SELECTOR_HEADS,
        .type = type,
        .value_type = value_type,
        .in = in,
        .values = values,
        .out = out,
        .values_out = values_out,
        .n = n,
        .capacity = capacity,
        .count = count,
    };
    int status = prefix__check_real(ctx, "value type", value_type);
    if (status == PREFIX_OK && n > 0 && !values)
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "values is NULL, and n is %zu", n);
    if (status == PREFIX_OK && n > 0 && capacity > 0 && !out)
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "out is NULL, and capacity is %zu", capacity);
    return status == PREFIX_OK ? run(ctx, &work, 0, NULL) : status;
}

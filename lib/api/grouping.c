/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of equal keys, in one call and with options. */
#include <stdlib.h>

#include <prefix/prefix.h>

#include "api/check_settings.h"
#include "api/group.h"
#include "api/runs.h"
#include "context/ctx.h"
#include "context/status.h"

struct prefix_grouping {
    prefix_ctx *ctx;            /* NULL: the calling thread's default context */
    struct prefix__group group; /* all but what is given to a run */
};

int prefix_group_by(prefix_ctx *ctx, int op, int key_type, int type, const void *keys, const void *in, void *unique,
                    void *aggregates, size_t n, size_t capacity, uint64_t *count)
{
    int status, saved = errno;
    const struct prefix__group group = {
        .key_type = key_type,
        .keys = keys,
        .unique = unique,
        .n = n,
        .capacity = capacity,
        .count = count,
        .values = in,
        .value_type = type,
        .aggregates = {{op, aggregates}},
        .aggregate_count = 1,
    };
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx)
        status = prefix__check_aggregate(ctx, op);
    if (ctx && status == PREFIX_OK)
        status = prefix__group(ctx, &group);
    return prefix__keep_errno(saved, status);
}

int prefix_plan_group_by(prefix_plan *plan, int key_type, const void *keys, const void *in, void *unique,
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
    const struct prefix__group group = {
        .key_type = key_type,
        .keys = keys,
        .unique = unique,
        .n = n,
        .capacity = capacity,
        .count = count,
        .values = in,
        .plan = &bare,
        .aggregates = {{0, aggregates}},
        .aggregate_count = 1,
    };
    status = plan->op ? prefix__check_aggregate(ctx, plan->op) : PREFIX_OK;
    if (status == PREFIX_OK)
        status = prefix__group(ctx, &group);
    return prefix__keep_errno(saved, status);
}

int prefix_group_counts(prefix_ctx *ctx, int key_type, int count_type, const void *keys, void *unique, void *counts,
                        size_t n, size_t capacity, uint64_t *count)
{
    int status, saved = errno;
    const struct prefix__group group = {
        .key_type = key_type,
        .keys = keys,
        .unique = unique,
        .n = n,
        .capacity = capacity,
        .count = count,
        .count_type = count_type,
        .counts = counts,
    };
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx)
        status = prefix__group(ctx, &group);
    return prefix__keep_errno(saved, status);
}

int prefix_grouping_create(prefix_grouping **grouping, prefix_ctx *ctx, int key_type)
{
    int saved = errno;
    if (!grouping)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "grouping is NULL");
    *grouping = NULL;
    const int status = prefix__check_real(ctx, "key type", key_type);
    if (status != PREFIX_OK)
        return status;
    prefix_grouping *g = calloc(1, sizeof *g);
    if (!g)
        return prefix__keep_errno(saved, prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a grouping"));
    g->ctx = ctx;
    g->group.key_type = key_type;
    *grouping = g;
    return PREFIX_OK;
}

void prefix_grouping_destroy(prefix_grouping *grouping)
{
    prefix__free(grouping);
}

int prefix_grouping_set_counts(prefix_grouping *grouping, int type, void *counts)
{
    PREFIX__NEED(grouping);
    const int status = counts ? prefix__check_index_type(grouping->ctx, "type", type) : PREFIX_OK;
    if (status != PREFIX_OK)
        return status;
    grouping->group.count_type = counts ? type : 0;
    grouping->group.counts = counts;
    return PREFIX_OK;
}

int prefix_grouping_set_places(prefix_grouping *grouping, int type, void *places)
{
    PREFIX__NEED(grouping);
    if (places && type != PREFIX_U32 && type != PREFIX_U64)
        return prefix__fail_constant(grouping->ctx, "type", type, "type of u32 and u64");
    grouping->group.place_type = places ? type : 0;
    grouping->group.places = places;
    return PREFIX_OK;
}

int prefix_grouping_set_values(prefix_grouping *grouping, int type, const void *values)
{
    PREFIX__NEED(grouping);
    const int status = values ? prefix__check_type(grouping->ctx, "type", type) : PREFIX_OK;
    if (status != PREFIX_OK)
        return status;
    grouping->group.value_type = values ? type : 0;
    grouping->group.values = values;
    return PREFIX_OK;
}

int prefix_grouping_set_aggregates(prefix_grouping *grouping, int op, void *aggregates)
{
    PREFIX__NEED(grouping);
    struct prefix__group *g = &grouping->group;
    const int status = prefix__check_aggregate(grouping->ctx, op);
    size_t at = 0;
    if (status != PREFIX_OK)
        return status;
    while (at < g->aggregate_count && g->aggregates[at].what != op)
        at++;
    if (!aggregates && at < g->aggregate_count)
        g->aggregates[at] = g->aggregates[--g->aggregate_count];
    if (!aggregates)
        return PREFIX_OK;
    g->aggregate_count += at == g->aggregate_count;
    g->aggregates[at] = (struct prefix__aggregate){op, aggregates};
    return PREFIX_OK;
}

int prefix_grouping_run(prefix_grouping *grouping, const void *keys, void *unique, size_t n, size_t capacity,
                        uint64_t *count)
{
    PREFIX__NEED(grouping);
    int status, saved = errno;
    prefix_ctx *ctx = prefix__ctx_resolve(grouping->ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    struct prefix__group group = grouping->group;
    group.keys = keys;
    group.unique = unique;
    group.n = n;
    group.capacity = capacity;
    group.count = count;
    if (group.aggregate_count > 0 && !group.values)
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "values: there are none to aggregate");
    else
        status = prefix__group(ctx, &group);
    return prefix__keep_errno(saved, status);
}

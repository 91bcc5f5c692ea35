/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of keys in any order: a sort, and the runs of what is sorted. */
#include "api/group.h"

#include "api/check_arrays.h"
#include "api/check_settings.h"
#include "api/predicate.h"
#include "api/runs.h"
#include "context/route.h"
#include "context/scratch.h"
#include "context/status.h"
#include "shared/types.h"

/* Bytes of an element, and its alignment. */
struct layout {
    size_t size, alignment;
};

static struct layout layout_of(int type)
{
    return (struct layout){prefix__size_of(type), prefix__alignment_of(type)};
}

static struct layout values_of(const struct prefix__group *g)
{
    if (g->plan && g->plan->own.size)
        return (struct layout){g->plan->own.in_size, g->plan->own.in_alignment};
    return layout_of(g->plan ? g->plan->type : g->value_type);
}

static struct layout output_of(const struct prefix__group *g, int what)
{
    if (what == PREFIX_MEAN)
        return layout_of(PREFIX_F64);
    if (g->plan && g->plan->own.size)
        return (struct layout){g->plan->own.out_size, g->plan->own.out_alignment};
    return values_of(g);
}

int prefix__check_aggregate(prefix_ctx *ctx, int what)
{
    if (what == PREFIX_MEAN || what == PREFIX_FIRST || (prefix__is_op(what) && !prefix__is_arg(what)))
        return PREFIX_OK;
    if (prefix__is_op(what))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "op: the elements of a group have no places of their own");
    return prefix__fail_constant(ctx, "op", what, "aggregate");
}

static int check_types(prefix_ctx *ctx, const struct prefix__group *g)
{
    int status = prefix__check_real(ctx, "key type", g->key_type);
    if (status == PREFIX_OK && g->counts)
        status = prefix__check_indices(ctx, "count type", g->count_type, g->n);
    if (status == PREFIX_OK && g->places)
        status = prefix__check_indices(ctx, "place type", g->place_type, g->n);
    for (size_t i = 0; i < g->aggregate_count && status == PREFIX_OK; i++) {
        const int what = g->aggregates[i].what;
        if (what == PREFIX_MEAN || what == PREFIX_FIRST)
            status = prefix__check_real(ctx, "type", g->value_type);
        else if (what)
            status = prefix__check_op_type(ctx, what, g->value_type);
    }
    return status;
}

static struct prefix__checked array_of(const char *name, const void *data, struct layout layout, size_t n, int written,
                                       int twin)
{
    /* In units of the alignment, because complex numbers have less of it than bytes. */
    return (struct prefix__checked){name, data, layout.alignment, layout.size / layout.alignment * n, 1, written, twin};
}

static int check_arrays(prefix_ctx *ctx, const struct prefix__group *g)
{
    enum { KEYS, VALUES, COUNT, OTHERS };
    struct prefix__checked arrays[OTHERS + 3 + PREFIX__AGGREGATES_MAX];
    const struct layout key = layout_of(g->key_type), index = layout_of(PREFIX_U64);
    const size_t n = g->n, room = g->capacity < n ? g->capacity : n;
    int status = prefix__check_result(ctx, "count", g->count, PREFIX_U64), used = OTHERS;
    if (status == PREFIX_OK && n > PTRDIFF_MAX / PREFIX__ELEMENT_MAX)
        status = prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements exceed the address space", n);
    arrays[KEYS] = array_of("keys", g->keys, key, n, 0, -1);
    arrays[COUNT] = array_of("count", g->count, index, 1, 1, -1);
    arrays[VALUES] = array_of("values", NULL, index, 0, 0, -1);
    if (g->aggregate_count > 0)
        arrays[VALUES] = array_of("values", g->values, values_of(g), n, 0, -1);
    if (g->unique)
        arrays[used++] = array_of("unique", g->unique, key, room, 1, KEYS);
    if (g->counts)
        arrays[used++] = array_of("counts", g->counts, layout_of(g->count_type), room, 1, -1);
    if (g->places)
        arrays[used++] = array_of("places", g->places, layout_of(g->place_type), room, 1, -1);
    for (size_t i = 0; i < g->aggregate_count; i++) {
        const struct layout out = output_of(g, g->aggregates[i].what);
        arrays[used++] =
            array_of("aggregates", g->aggregates[i].out, out, room, 1, out.size == values_of(g).size ? VALUES : -1);
    }
    return status == PREFIX_OK && n > 0 ? prefix__check_all(ctx, arrays, used) : status;
}

/* Where all lie that is read or written; the kinds are of no more use, because each step finds them itself. */
static int find_route(prefix_ctx *ctx, const struct prefix__group *g, struct prefix__route **route)
{
    struct prefix__array arrays[6 + PREFIX__AGGREGATES_MAX] = {{.memory = g->keys},   {.memory = g->unique},
                                                               {.memory = g->values}, {.memory = g->counts},
                                                               {.memory = g->places}, {.memory = g->count}};
    int kinds[sizeof arrays / sizeof *arrays];
    size_t used = 6;
    arrays[5].is_single = 1;
    for (size_t i = 0; i < g->aggregate_count; i++)
        arrays[used++].memory = g->aggregates[i].out;
    for (size_t i = 0; i < used; i++)
        arrays[i].kind = &kinds[i];
    return prefix__find_route(ctx, g->n, arrays, used, route);
}

/* With their values, with their places in the input, or alone. */
static int sort(prefix_ctx *ctx, const struct prefix__group *g, const void *values, int place_type, void *keys,
                void *others)
{
    prefix_sorting *sorting;
    int status = prefix_sorting_create(&sorting, ctx, g->key_type);
    if (status != PREFIX_OK)
        return status;
    if (values)
        status = prefix_sorting_set_values(sorting, values_of(g).size, values, others);
    else if (place_type)
        status = prefix_sorting_set_indices(sorting, place_type, others);
    if (status == PREFIX_OK)
        status = prefix_sorting_run(sorting, g->keys, keys, g->n);
    prefix_sorting_destroy(sorting);
    return status;
}

/* Each NaN equals each NaN, as in the sort. */
static int run_type(const struct prefix__group *g)
{
    return prefix__is_float(g->key_type) ? g->key_type - PREFIX_F16 + PREFIX_KEY_F16 : g->key_type;
}

/* The first of the values of each group. */
static int firsts(prefix_ctx *ctx, const struct prefix__group *g, int type, const void *keys, const void *values,
                  void *out)
{
    prefix_selection *selection;
    int status = prefix_selection_create(&selection, ctx, run_type(g));
    if (status != PREFIX_OK)
        return status;
    status = prefix_selection_set_unique(selection);
    if (status == PREFIX_OK)
        status = prefix_selection_set_values(selection, type, values, out);
    if (status == PREFIX_OK)
        status = prefix_selection_run(selection, keys, NULL, g->n, g->capacity, g->count);
    prefix_selection_destroy(selection);
    return status;
}

static int aggregate(prefix_ctx *ctx, const struct prefix__group *g, const struct prefix__aggregate *a,
                     const void *keys, const void *values)
{
    struct prefix_plan made = {.kind = PREFIX_INCLUSIVE};
    if (a->what == PREFIX_FIRST)
        return firsts(ctx, g, g->value_type, keys, values, a->out);
    if (a->what == PREFIX_MEAN) {
        made.own = prefix__built_in_mean(g->value_type);
    } else {
        made.op = a->what;
        made.type = made.output_type = g->value_type;
    }
    return prefix__reduce_runs(ctx, a->what ? &made : g->plan, run_type(g), keys, values, NULL, a->out, g->n,
                               g->capacity, g->count);
}

/* Too many groups do not keep the first ones from being written. */
static int is_done(int status)
{
    return status == PREFIX_OK || status == PREFIX_ERROR_CAPACITY;
}

/* Nothing of the caller's is written before all of it that may lie in the same place is read. */
static int run(prefix_ctx *ctx, const struct prefix__group *g, void *keys, void *others)
{
    int status = sort(ctx, g, g->aggregate_count > 0 ? g->values : NULL, g->place_type, keys, others);
    for (size_t i = 0; i < g->aggregate_count && is_done(status); i++)
        status = aggregate(ctx, g, &g->aggregates[i], keys, others);
    if (g->places && g->aggregate_count > 0 && is_done(status))
        status = sort(ctx, g, NULL, g->place_type, keys, others);
    if (g->places && is_done(status))
        status = firsts(ctx, g, g->place_type, keys, others, g->places);
    if (!is_done(status))
        return status;
    return prefix_run_length_encode(ctx, run_type(g), g->counts ? g->count_type : PREFIX_U64, keys, g->unique,
                                    g->counts, g->n, g->capacity, g->count);
}

int prefix__group(prefix_ctx *ctx, const struct prefix__group *g)
{
    struct prefix__route *route;
    void *scratch = NULL;
    int status = check_types(ctx, g);
    if (status == PREFIX_OK)
        status = check_arrays(ctx, g);
    if (status == PREFIX_OK && g->n == 0)
        return prefix_run_length_encode(ctx, run_type(g), PREFIX_U64, NULL, NULL, NULL, 0, 0, g->count);
    if (status == PREFIX_OK)
        status = find_route(ctx, g, &route);
    if (status != PREFIX_OK)
        return status;
    const size_t places = g->places ? sizeof(uint64_t) : 0, values = g->aggregate_count ? values_of(g).size : 0;
    const size_t other = values > places ? values : places;
    const size_t first = prefix__scratch_part(g->n, prefix__size_of(g->key_type));
    const size_t second = other ? prefix__scratch_part(g->n, other) : 0;
    if (first > SIZE_MAX - second)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements exceed the address space", g->n);
    status = prefix__scratch(ctx, route, first + second, &scratch);
    return status == PREFIX_OK ? run(ctx, g, scratch, (char *)scratch + first) : status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "oom_scene.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../support/support.h"

enum { ITEMS = 1 << 16, VALUE = 24 };

PREFIX_COMBINE(add, uint32_t, earlier + later)
static prefix_operator *adder;
static int32_t *in, *out, *want, *kept;
static char *values; /* of pairs that are sorted */
static int in_team;

void scene_open(void)
{
    in = must_alloc(ITEMS * sizeof *in);
    out = must_alloc(ITEMS * sizeof *out);
    want = must_alloc(ITEMS * sizeof *want);
    kept = must_alloc(ITEMS * sizeof *kept);
    values = must_alloc(ITEMS * VALUE);
    for (int32_t i = 0, sum = 0; i < ITEMS; i++) {
        in[i] = i % 7;
        want[i] = sum += in[i];
    }
    must(NULL, prefix_operator_create(&adder, sizeof(uint32_t), sizeof(uint32_t)));
    must(NULL, prefix_operator_set_host(adder, add));
}

void scene_close(void)
{
    prefix_operator_destroy(adder);
    free(in);
    free(out);
    free(want);
    free(kept);
    free(values);
}

void scene_spoil(void)
{
    memset(out, 0xff, ITEMS * sizeof *out);
}

int scene_is_right(void)
{
    return memcmp(out, want, ITEMS * sizeof *out) == 0;
}

int scene_is_in_team(void)
{
    return in_team;
}

int scene_is_untouched(void)
{
    for (size_t i = 0; i < ITEMS; i++)
        if (out[i] != -1)
            return scene_is_right();
    return 1;
}

/* By an algorithm that needs scratch memory of its own, where there is one. */
static int scan_by(prefix_plan *plan_, int algorithm)
{
    int status = prefix_plan_set_algorithm(plan_, algorithm);
    if (status == PREFIX_OK)
        status = prefix_plan_run(plan_, in, out, ITEMS);
    return status == PREFIX_ERROR_UNSUPPORTED ? PREFIX_OK : status;
}

static int combine_in(prefix_ctx *ctx)
{
    prefix_plan *plan_ = NULL;
    int status = prefix_plan_create_operator(&plan_, ctx, adder);
    if (status == PREFIX_OK)
        status = prefix_plan_run(plan_, in, out, ITEMS);
    prefix_plan_destroy(plan_);
    return status;
}

/* A sort writes nothing if it fails. */
static int failed_sort(int status, const void *output, size_t bytes)
{
    const unsigned char *first = output;
    return first[0] == 0xff && memcmp(first, first + 1, bytes - 1) == 0 ? status : PREFIX_ERROR_INTERNAL;
}

/* Of keys, of pairs in place whose values need more room than all other calls, of places, of segments, and by name. */
static int sort_in(prefix_ctx *ctx)
{
    static const uint32_t offsets[] = {7, 7, 40000, ITEMS};
    const size_t bytes = ITEMS * sizeof *kept;
    prefix_sorting *sorting = NULL;
    memset(kept, 0xff, bytes);
    int status = prefix_sort(ctx, PREFIX_DESCENDING, PREFIX_I32, in, kept, ITEMS);
    if (status != PREFIX_OK)
        return failed_sort(status, kept, bytes);
    memset(kept, 0xff, bytes);
    memset(values, 0xff, VALUE * ITEMS);
    status = prefix_sort_pairs(ctx, PREFIX_DESCENDING, PREFIX_I32, VALUE, in, values, kept, values, ITEMS);
    if (status != PREFIX_OK)
        return failed_sort(status, kept, bytes);
    memset(kept, 0xff, bytes);
    status = prefix_argsort(ctx, PREFIX_DESCENDING, PREFIX_I32, PREFIX_U32, in, kept, ITEMS);
    if (status != PREFIX_OK)
        return failed_sort(status, kept, bytes);
    memset(kept, 0xff, bytes);
    status = prefix_sorting_create(&sorting, ctx, PREFIX_I32);
    if (status == PREFIX_OK)
        status = prefix_sorting_set_offsets(sorting, PREFIX_U32, offsets, sizeof offsets / sizeof *offsets - 1);
    if (status == PREFIX_OK)
        status = prefix_sorting_run(sorting, in, kept, ITEMS);
    if (status == PREFIX_OK)
        memset(kept, 0xff, bytes);
    if (status == PREFIX_OK)
        status = prefix_sorting_set_offsets(sorting, PREFIX_U32, NULL, 0);
    if (status == PREFIX_OK)
        status = prefix_sorting_set_algorithm(sorting, PREFIX_ALGORITHM_SPLIT_MERGE);
    if (status == PREFIX_OK)
        status = prefix_sorting_run(sorting, in, kept, ITEMS);
    prefix_sorting_destroy(sorting);
    return status == PREFIX_OK ? status : failed_sort(status, kept, bytes);
}

static int recur_in(prefix_ctx *ctx)
{
    const size_t shape[2] = {ITEMS / 4, 4};
    const float half = 0.5F;
    prefix_recurrence_plan *recurrence = NULL;
    int status = prefix_recurrence_create(&recurrence, ctx, PREFIX_F32);
    if (status == PREFIX_OK)
        status = prefix_recurrence_set_constant(recurrence, &half);
    if (status == PREFIX_OK)
        status = prefix_recurrence_run(recurrence, NULL, in, kept, ITEMS);
    if (status == PREFIX_OK)
        status = prefix_recurrence_set_array(recurrence, 2, shape, 0, NULL, NULL, NULL);
    if (status == PREFIX_OK)
        status = prefix_recurrence_run(recurrence, NULL, in, kept, shape[0]);
    prefix_recurrence_destroy(recurrence);
    return status;
}

static int filter_in(prefix_ctx *ctx)
{
    const double b = 1, a[2] = {1, -0.5};
    prefix_filter *filter = NULL;
    int status = prefix_filter_create(&filter, ctx, PREFIX_F32, &b, 1, a, 2);
    if (status == PREFIX_OK)
        status = prefix_filter_run(filter, in, kept, ITEMS);
    prefix_filter_destroy(filter);
    return status;
}

/* Parts that meet within a tile, and an array in pieces, by the context and another one. */
static int team_in(prefix_ctx *ctx)
{
    enum { FIRST = 30000 };
    static const size_t sizes[] = {FIRST, ITEMS - FIRST};
    prefix_ctx *contexts[2] = {ctx, NULL};
    prefix_team *team = NULL;
    prefix_plan *plan_ = NULL;
    in_team = 1;
    int status = prefix_ctx_create(&contexts[1], "serial");
    if (status == PREFIX_OK)
        status = prefix_team_create(&team, contexts, 2);
    if (status == PREFIX_OK && prefix_team_set_exact(team, 1) == PREFIX_OK)
        status = prefix_team_scan(team, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, (const void *[]){in, in + FIRST},
                                  (void *[]){kept, kept + FIRST}, sizes);
    if (status == PREFIX_OK)
        status = prefix_plan_create(&plan_, ctx, PREFIX_SUM, PREFIX_F32);
    if (status == PREFIX_OK)
        status = prefix_team_array_run(team, plan_, in, kept, ITEMS);
    prefix_plan_destroy(plan_);
    prefix_team_destroy(team);
    prefix_ctx_destroy(contexts[1]);
    in_team = status != PREFIX_OK;
    return status;
}

/* What is not tried on cuda. */
static int others_in(prefix_ctx *ctx)
{
    prefix_selection *selection = NULL;
    uint64_t count, counts[3];
    int status = prefix_select_if(ctx, PREFIX_EQUAL, PREFIX_I32, &in[5], in, kept, ITEMS, ITEMS, &count);
    if (status == PREFIX_OK)
        status = prefix_partition_if(ctx, PREFIX_LESS, PREFIX_I32, &in[5], kept, kept, ITEMS, &count);
    if (status == PREFIX_OK)
        status = prefix_split(ctx, 0, PREFIX_I32, in, kept, ITEMS, &count);
    if (status == PREFIX_OK)
        status = prefix_selection_create(&selection, ctx, PREFIX_I32);
    if (status == PREFIX_OK && prefix_selection_set_unique(selection) == PREFIX_OK)
        status = prefix_selection_run(selection, in, kept, ITEMS, ITEMS, &count);
    prefix_selection_destroy(selection);
    if (status == PREFIX_OK)
        status = prefix_group_counts(ctx, PREFIX_I32, PREFIX_U32, in, kept, NULL, ITEMS, ITEMS, &count);
    if (status == PREFIX_OK)
        status = prefix_histogram(ctx, PREFIX_I32, in, counts, ITEMS, 3, 0, 100);
    if (status == PREFIX_OK)
        status = prefix_window(ctx, PREFIX_SUM, PREFIX_I32, in, kept, ITEMS, ITEMS, 0);
    if (status == PREFIX_OK)
        status = prefix_difference(ctx, PREFIX_I32, in, kept, ITEMS);
    if (status == PREFIX_OK)
        status = recur_in(ctx);
    if (status == PREFIX_OK)
        status = filter_in(ctx);
    if (status == PREFIX_OK)
        status = sort_in(ctx);
    if (status == PREFIX_OK && ctx) /* no default context is in a team */
        status = team_in(ctx);
    return status == PREFIX_OK ? combine_in(ctx) : status;
}

int scene_play(prefix_ctx *ctx)
{
    prefix_plan *plan_ = NULL;
    int64_t total = 0;
    int status = prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, in, out, ITEMS);
    if (status == PREFIX_OK)
        status = prefix_plan_create(&plan_, ctx, PREFIX_SUM, PREFIX_I32);
    if (status == PREFIX_OK)
        status = prefix_plan_set_total(plan_, PREFIX_I32, &total);
    if (status == PREFIX_OK)
        status = prefix_plan_run(plan_, in, out, ITEMS);
    if (status == PREFIX_OK)
        status = scan_by(plan_, PREFIX_ALGORITHM_HILLIS_STEELE);
    if (status == PREFIX_OK)
        status = scan_by(plan_, PREFIX_ALGORITHM_CHAINED_SCAN);
    if (status == PREFIX_OK)
        status = prefix_reduce(ctx, PREFIX_SUM, PREFIX_I32, in, &total, ITEMS);
    if (status == PREFIX_OK && strcmp(prefix_ctx_backend(ctx), "cuda") != 0)
        status = others_in(ctx);
    prefix_plan_destroy(plan_);
    return status;
}

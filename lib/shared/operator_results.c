/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/operator_results.h"

#include <string.h>

#include "shared/heads.h"
#include "shared/operator_stages.h"

static const char *neutral(const struct prefix_operator_work *work)
{
    return work->first ? work->first : work->identity;
}

/* Results moved up by one; a segment's first is what stands before it. */
static void store_exclusive(const struct prefix_operator_work *work, const void *before,
                            const struct prefix__operator_tile *tile)
{
    const size_t at = tile->at, count = tile->count;
    prefix__operator_store_at(work, at, 1, before ? before : neutral(work));
    if (count > 1)
        prefix__operator_store_at(work, at + 1, count - 1, tile->elements);
    for (size_t i = tile->first; i < count; i = prefix__operator_next_head(tile, i + 1, count))
        prefix__operator_store_at(work, at + i, 1, neutral(work));
}

/* Offset k ends segment k - 1 of the array, or, reversed, begins segment k, whose last result stands there. */
static void store_totals(const struct prefix_operator_work *work, const void *before,
                         struct prefix__operator_tile *tile)
{
    const struct prefix_heads *heads = work->heads;
    const size_t at = tile->at, end = at + tile->count, reverse = (size_t)work->reverse, size = work->element;
    const size_t from = reverse ? work->n - end : at > 0 ? at + 1 : 0;
    const size_t to = reverse ? (at > 0 ? work->n - at : work->n + 1) : end + 1;
    size_t k = prefix__offset_from(heads, from);
    int entered = 0;
    for (; k <= heads->segments; k++) {
        const size_t offset = prefix__index_at(heads->data, heads->size, k);
        const char *total = neutral(work);
        if (offset >= to)
            break;
        if (k == (reverse ? heads->segments : 0))
            continue;
        if (offset != prefix__index_at(heads->data, heads->size, reverse ? k + 1 : k - 1)) {
            if (!entered)
                prefix__operator_enter(work, before, tile);
            entered = 1;
            total = tile->elements + ((reverse ? work->n - offset : offset) - 1 - at) * size;
        }
        prefix__operator_store_one(work, total, (char *)work->total + (k - 1 + reverse) * work->out_size,
                                   offset - (offset > 0 && !reverse));
    }
}

static int store_aside(const struct prefix_operator_work *work, const void *before, struct prefix__operator_tile *tile)
{
    const ptrdiff_t step = (work->batch ? work->batch->out_step : 1) * (ptrdiff_t)work->out_size;
    return work->tiles->store(work->tiles->state, before, tile->columns, tile->elements,
                              (char *)work->out + (ptrdiff_t)tile->at * step, step);
}

void prefix__operator_store(const struct prefix_operator_work *work, const void *before,
                            struct prefix__operator_tile *tile)
{
    if (!work->out) {
        if (work->heads)
            store_totals(work, before, tile);
        return;
    }
    if (tile->is_aside && store_aside(work, before, tile))
        return;
    prefix__operator_enter(work, before, tile);
    if (work->kind == PREFIX_EXCLUSIVE)
        store_exclusive(work, before, tile);
    else
        prefix__operator_store_at(work, tile->at, tile->count, tile->elements);
}

/* What the k-th run comes to, whose last element stands at a place, if there is room. */
static void store_aggregate(const struct prefix_runs_work *runs, size_t k, const void *element, size_t place)
{
    const struct prefix_operator_work *work = runs->combined;
    if (k < runs->capacity)
        prefix__operator_store_one(work, element, (char *)work->out + k * work->out_size, place);
}

/* The k-th key is that of the element at a place; in place they may be the same. */
static void store_key(const struct prefix_runs_work *runs, size_t k, size_t place)
{
    const size_t size = runs->keys.size;
    if (runs->unique && k < runs->capacity)
        memmove((char *)runs->unique + k * size, (const char *)runs->keys.data + place * size, size);
}

void prefix__operator_store_runs(const struct prefix_runs_work *runs, const void *before, size_t closed,
                                 struct prefix__operator_tile *tile)
{
    const struct prefix_operator_work *work = runs->combined;
    const size_t size = work->element, first = tile->first;
    if (before && first > 0 && first < tile->count)
        prefix__operator_combine(work, before, 0, tile->elements + (first - 1) * size, 0, 1);
    for (size_t i = first; i < tile->count; i = prefix__operator_next_head(tile, i + 1, tile->count)) {
        const size_t place = tile->at + i;
        if (place > 0)
            store_aggregate(runs, closed++, i > 0 ? tile->elements + (i - 1) * size : before, place - 1);
        store_key(runs, closed, place);
    }
}

size_t prefix__operator_count_runs(const struct prefix__operator_tile *tile)
{
    size_t count = 0;
    if (tile->first == tile->count)
        return 0;
    for (size_t i = 0; i < (tile->count + 63) / 64; i++)
        count += (size_t)__builtin_popcountll(tile->heads[i]);
    return count - (tile->at == 0);
}

void prefix__operator_end_runs(const struct prefix_runs_work *runs, const struct prefix__operator_state *state)
{
    store_aggregate(runs, state->closed, state->carry, runs->n - 1);
    *runs->count = state->closed + 1;
}

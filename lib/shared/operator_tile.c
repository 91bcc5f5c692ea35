/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/operator_tile.h"

#include <string.h>

#include "shared/heads.h"
#include "shared/operator_stages.h"

#define ROWS (PREFIX__BLOCKS_BYTES / PREFIX__ROW_BYTES) /* that are scanned together */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t prefix__operator_tile_length(size_t element)
{
    return PREFIX__TILE_ROWS * prefix__operator_row(element);
}

void prefix__operator_begin(const struct prefix_operator_work *work, struct prefix__operator_state *state)
{
    state->closed = 0;
    if (work->report)
        *work->report = UINT64_MAX;
    if (work->first)
        memcpy(state->carry, work->first, work->element);
}

size_t prefix__operator_next_head(const struct prefix__operator_tile *tile, size_t from, size_t to)
{
    if (tile->first >= to || from >= to)
        return to;
    size_t i = from / 64;
    uint64_t word = tile->heads[i] >> from % 64 << from % 64;
    while (!word && (i + 1) * 64 < to)
        word = tile->heads[++i];
    return word ? least(to, i * 64 + (size_t)__builtin_ctzll(word)) : to;
}

static void find_heads(const struct prefix_operator_work *work, struct prefix__operator_tile *tile)
{
    tile->first = tile->count;
    if (!work->heads)
        return;
    prefix__heads_by(prefix__heads_of_array, NULL, work->heads, work->n, work->reverse, tile->at, tile->count,
                     tile->heads);
    tile->first = 0;
    tile->first = prefix__operator_next_head(tile, 0, tile->count);
}

/* The elements from one on, before the first of them that begins a segment, are combined with the one before it. */
static void extend(const struct prefix_operator_work *work, struct prefix__operator_tile *tile, size_t from, size_t to)
{
    const size_t size = work->element, stop = prefix__operator_next_head(tile, from, to);
    char *const later = tile->elements + from * size;
    if (stop > from)
        prefix__operator_combine(work, later - size, 0, later, size, stop - from);
}

/*
 * Sklansky's network from distance d on, up to a length, in each so many elements: the last of the left half of a block
 * of 2 d goes before all of the right half.
 */
static void scan(const struct prefix_operator_work *work, struct prefix__operator_tile *tile, size_t from, size_t to,
                 size_t d, size_t length)
{
    for (; d < length; d *= 2)
        for (size_t i = from + d; i < to; i += 2 * d)
            extend(work, tile, i, least(i + d, to));
}

/* The end of the blocks from an element on in which no segment begins but with their first element. */
static size_t plain_end(const struct prefix__operator_tile *tile, size_t block, size_t from, size_t to)
{
    for (size_t end; from < to; from = end) {
        end = least(from + block, to);
        if (prefix__operator_next_head(tile, from + 1, end) < end)
            break;
    }
    return from;
}

static void scan_blocks(const struct prefix_operator_work *work, struct prefix__operator_tile *tile, size_t from,
                        size_t to)
{
    const size_t block = prefix__operator_block(work->element);
    for (size_t end; from < to; from = end) {
        end = plain_end(tile, block, from, to);
        if (end > from) {
            prefix__operator_scan_blocks(work, tile->elements + from * work->element, end - from, tile->columns);
        } else {
            end = least(from + block, to);
            scan(work, tile, from, end, 1, block);
        }
    }
}

static int take_aside(const struct prefix_operator_work *work, struct prefix__operator_tile *tile)
{
    const ptrdiff_t step = (work->batch ? work->batch->in_step : 1) * (ptrdiff_t)work->in_size;
    return work->tiles->scan(work->tiles->state, (const char *)work->in + (ptrdiff_t)tile->at * step, step,
                             tile->columns, tile->elements + (tile->count - 1) * work->element);
}

void prefix__operator_scan_tile(const struct prefix_operator_work *work, size_t at, struct prefix__operator_tile *tile)
{
    const size_t row = prefix__operator_row(work->element);
    tile->at = at;
    tile->count = least(PREFIX__TILE_ROWS * row, work->n - at);
    tile->first = tile->count;
    tile->is_aside = work->tiles && tile->count == PREFIX__TILE_ROWS * row && take_aside(work, tile);
    if (tile->is_aside)
        return;
    prefix__operator_load(work, at, tile->count, tile->elements);
    find_heads(work, tile);
    for (size_t from = 0, to; from < tile->count; from = to) {
        to = least(from + ROWS * row, tile->count);
        scan_blocks(work, tile, from, to);
        scan(work, tile, from, to, prefix__operator_block(work->element), row);
        for (size_t i = from > 0 ? from : row; i < to; i += row)
            extend(work, tile, i, least(i + row, to));
    }
}

const void *prefix__operator_pass(const struct prefix_operator_work *work, const struct prefix__operator_tile *tile,
                                  char *carry, void *before)
{
    const size_t size = work->element;
    const char *const last = tile->elements + (tile->count - 1) * size;
    const int has_before = tile->at > 0 || work->first;
    if (has_before)
        memcpy(before, carry, size);
    const void *const earlier = tile->first < tile->count ? work->first : has_before ? before : NULL;
    if (earlier)
        work->combine(work->state, earlier, 0, last, 0, carry, 0, 1);
    else
        memcpy(carry, last, size);
    return has_before ? before : NULL;
}

void prefix__operator_enter(const struct prefix_operator_work *work, const void *before,
                            struct prefix__operator_tile *tile)
{
    const size_t size = work->element, first = tile->first;
    if (before && first > 0)
        prefix__operator_combine(work, before, 0, tile->elements, size, first);
    if (work->first && first < tile->count)
        prefix__operator_combine(work, work->first, 0, tile->elements + first * size, size, tile->count - first);
}

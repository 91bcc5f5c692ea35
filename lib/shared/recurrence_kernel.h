/* SPDX-License-Identifier: BSD-3-Clause */
/* The loops of recurrence_tile.h, for the type of columns.h. */
#include "shared/columns.h"
#include "shared/recurrence_lanes.h"

#ifndef PREFIX_LIB_SHARED_RECURRENCE_KERNEL_H
#define PREFIX_LIB_SHARED_RECURRENCE_KERNEL_H

#define RECURRENCE_LOOPS(type)                                                                                         \
    {                                                                                                                  \
        .begin = begin_tile_##type, .scan = scan_tile_##type, .store = store_tile_##type, .strip = scan_strip_##type   \
    }

#endif

/* Whether all are: products of a row are then from 2^-480 on. */
static int NAMED(is_plain)(const ELEMENT *factors, size_t n)
{
    BITS unlike = 0;
    for (size_t i = 0; i < n; i++) {
        BITS bits;
        memcpy(&bits, factors + i, sizeof bits);
        unlike |= bits ^ PLAIN;
    }
    return (unlike & PLAIN_MASK) == 0;
}

/* The network of a group of rows. Of a constant, where there are no factors, its products are in a_columns already. */
KERNEL void NAMED(scan_group)(const ELEMENT *factors, const ELEMENT *in, double constant, double *a_columns,
                              double *b_columns, int plain)
{
    struct halves halves = {{{0}}, {{0}}};
    for (size_t block = 0; block < ROW / ROWS; block++) {
        double *const a_to = a_columns + block * ROWS * ROWS, *const b_to = b_columns + block * ROWS * ROWS;
        lanes a[ROWS], b[ROWS];
        NAMED(load_columns)(in + block * ROWS, ROW, b);
        if (factors)
            NAMED(load_columns)(factors + block * ROWS, ROW, a);
        scan_block(block, factors ? NULL : a_columns, constant, a, b, &halves, plain);
        UNROLL for (size_t i = 0; i < ROWS; i++)
        {
            if (factors)
                store_lanes(a_to + i * ROWS, a[i]);
            store_lanes(b_to + i * ROWS, b[i]);
        }
    }
}

KERNEL void NAMED(store_group)(const struct prefix__recurrence_tile *tile, size_t group, int has_factors,
                               const double *y, ELEMENT *rows, int plain)
{
    const struct before before = before_rows(tile, group);
    const lanes y_lanes = (y ? *y : 0) - (lanes){0};
    const double *const a = tile->a + (has_factors ? group * GROUP : 0), *const b = tile->b + group * GROUP;
    for (size_t block = 0; block < GROUP; block += ROWS * ROWS) {
        lanes a_block[ROWS], results[ROWS];
        UNROLL for (size_t i = 0; i < ROWS; i++)
        {
            a_block[i] = load_lanes(a + block + i * ROWS);
            results[i] = load_lanes(b + block + i * ROWS);
        }
        finish_block(&before, a_block, results, group == 0, y ? &y_lanes : NULL, plain);
        NAMED(store_columns)(results, rows + block / ROWS, ROW);
    }
}

/* along: elements from one of the array to its next. */
static ELEMENT *NAMED(element_at)(const struct prefix_operator_work *work, const void *array, ptrdiff_t along,
                                  size_t at)
{
    return (ELEMENT *)array + (ptrdiff_t)(work->reverse ? work->n - 1 - at : at) * along;
}

/* The rows of count elements from a place of the recurrence on, aside if they do not stand as they are needed. */
static const ELEMENT *NAMED(rows)(const struct prefix_operator_work *work, const void *array, ptrdiff_t along,
                                  size_t at, size_t count, ELEMENT *aside)
{
    const ELEMENT *const from = NAMED(element_at)(work, array, along, at);
    const ptrdiff_t step = work->reverse ? -along : along;
    if (count == GROUP && step == 1)
        return from;
    for (size_t i = 0; i < GROUP; i++) /* what is missing shows nowhere */
        aside[i] = i < count ? from[(ptrdiff_t)i * step] : 1;
    return aside;
}

/* A constant's products, which are those of each row. */
static void NAMED(begin_tile)(const struct prefix_operator_work *work, struct prefix__recurrence_tile *tile)
{
    const double factor = *(const double *)work->state;
    const ELEMENT element = (ELEMENT)factor;
    struct prefix__step steps[ROW];
    tile->plain = NAMED(is_plain)(&element, 1) ? UINT64_MAX : 0;
    for (size_t i = 0; i < ROW; i++)
        steps[i] = prefix__step_of(factor, 0);
    for (size_t d = 1; d < ROW; d *= 2)
        for (size_t i = 0; i < ROW; i++)
            if (i & d)
                steps[i] = prefix__follow(steps[(i | (d - 1)) - d], steps[i]);
    for (size_t i = 0; i < GROUP; i++)
        tile->a[i] = steps[i / ROWS].a;
}

/* The step that is element i of a row of the tile. */
KERNEL struct prefix__step NAMED(step_at)(const struct prefix_operator_work *work,
                                          const struct prefix__recurrence_tile *tile, size_t row, size_t i)
{
    const size_t place = i * ROWS + row % ROWS, at = row / ROWS * GROUP + place;
    const struct prefix__step step = {tile->a[work->second ? at : place], tile->b[at]};
    const struct prefix__step before = {tile->row_a[row], tile->row_b[row]};
    return row > 0 ? prefix__follow(before, step) : step;
}

static void NAMED(scan_tile)(const struct prefix_operator_work *work, size_t at, struct prefix__recurrence_tile *tile)
{
    ELEMENT a_aside[GROUP], b_aside[GROUP];
    struct prefix__step before = {1, 0};
    const ptrdiff_t along = work->batch ? work->batch->in_step : 1;
    const ptrdiff_t second_along = work->batch ? work->batch->second_step : 1;
    const double constant = work->second ? 0 : *(const double *)work->state;
    size_t row = 0;
    tile->at = at;
    tile->count = work->n - at < PREFIX__RECURRENCE_TILE ? work->n - at : PREFIX__RECURRENCE_TILE;
    for (size_t from = 0; from < tile->count; from += GROUP) {
        const size_t group = from / GROUP, count = tile->count - from < GROUP ? tile->count - from : GROUP;
        const ELEMENT *const b = NAMED(rows)(work, work->in, along, at + from, count, b_aside);
        const ELEMENT *const a =
            work->second ? NAMED(rows)(work, work->second, second_along, at + from, count, a_aside) : NULL;
        double *const a_columns = tile->a + (a ? from : 0);
        const int plain = a ? NAMED(is_plain)(a, GROUP) : tile->plain != 0;
        if (a)
            tile->plain = (tile->plain & ~(UINT64_C(1) << group)) | (uint64_t)plain << group;
        if (!plain)
            NAMED(scan_group)(a, b, constant, a_columns, tile->b + from, 0);
        else if (a)
            NAMED(scan_group)(a, b, 0, a_columns, tile->b + from, 1);
        else
            NAMED(scan_group)(NULL, b, constant, a_columns, tile->b + from, 1);
        for (; row * ROW < from + count; row++) {
            const size_t last = from + count - row * ROW;
            tile->row_a[row] = before.a;
            tile->row_b[row] = before.b;
            before = NAMED(step_at)(work, tile, row, (last < ROW ? last : ROW) - 1);
        }
    }
    tile->total = before;
}

static void NAMED(store_tile)(const struct prefix_operator_work *work, const double *before,
                              struct prefix__recurrence_tile *tile, const struct prefix__recurrence_flow *flow)
{
    ELEMENT aside[GROUP];
    const ptrdiff_t along = work->batch ? work->batch->out_step : 1, step = work->reverse ? -along : along;
    for (size_t from = 0; from < tile->count; from += GROUP) {
        const size_t group = from / GROUP, count = tile->count - from < GROUP ? tile->count - from : GROUP;
        ELEMENT *const to = NAMED(element_at)(work, work->out, along, tile->at + from);
        const int is_whole = count == GROUP && step == 1;
        ELEMENT *const rows = is_whole && !flow->copy ? to : aside;
        prefetch(flow, from * sizeof *to, GROUP * sizeof *to);
        if (tile->plain >> group & 1 && (!before || are_plain_y(before, 0, tile->row_a + group * ROWS)))
            NAMED(store_group)(tile, group, work->second != NULL, before, rows, 1);
        else
            NAMED(store_group)(tile, group, work->second != NULL, before, rows, 0);
        if (is_whole && flow->copy)
            flow->copy(aside, to, sizeof aside);
        for (size_t i = 0; i < count && !is_whole; i++)
            to[(ptrdiff_t)i * step] = aside[i];
    }
}

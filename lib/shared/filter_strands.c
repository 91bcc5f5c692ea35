/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/filter_strands.h"

#include <string.h>

#include "shared/types.h"

#define BLOCK PREFIX_FILTER_BLOCK

static size_t divided(size_t n, size_t parts)
{
    return (n - 1) / parts + 1;
}

struct prefix__filter prefix__filter_of(const struct prefix_filter_work *work, const struct prefix__filter_loops *loops)
{
    struct prefix__filter f = {.work = work, .loops = loops, .blocks = 1};
    if (work->block_map && work->n >= PREFIX_FILTER_LONG)
        f.blocks = divided(work->n, BLOCK);
    f.packs = f.blocks > 1 ? work->rows * divided(f.blocks, loops->strands) : divided(work->rows, loops->strands);
    return f;
}

size_t prefix__filter_bytes(const struct prefix__filter *f)
{
    return f->work->rows * f->blocks * f->work->order * sizeof *f->states;
}

/* From a place of a row on. */
static struct prefix__filter_strands strands_at(const struct prefix__filter *f, size_t row, size_t place)
{
    const struct prefix_filter_work *work = f->work;
    const size_t size = prefix__size_of(work->type), at = work->reverse ? work->n - 1 - place : place;
    return (struct prefix__filter_strands){
        .in = (const char *)work->in + (row * work->in_step + at) * size,
        .out = (char *)work->out + (row * work->out_step + at) * size,
        .direction = work->reverse ? -1 : 1,
        .states = f->states + (row * f->blocks + place / BLOCK) * work->order,
    };
}

static void filter(const struct prefix__filter *f, const struct prefix__filter_strands *strands)
{
    if (strands->count > 0)
        (f->work->type == PREFIX_F32 ? f->loops->f32 : f->loops->f64)(f->work, strands);
}

static void store_last(const struct prefix__filter *f, size_t row, size_t rows, const double *states)
{
    const size_t order = f->work->order;
    if (f->work->last && order > 0)
        memcpy(f->work->last + row * order, states, rows * order * sizeof *states);
}

/* The blocks of a pack; the last of a row, which may be shorter, by itself. */
static void filter_blocks(const struct prefix__filter *f, size_t pack, int is_end)
{
    const size_t packs = divided(f->blocks, f->loops->strands), row = pack / packs;
    const size_t block = pack % packs * f->loops->strands, left = f->blocks - block;
    const int has_last = left <= f->loops->strands;
    struct prefix__filter_strands strands = strands_at(f, row, block * BLOCK);
    strands.in_stride = strands.out_stride = BLOCK * strands.direction;
    strands.count = has_last ? left - 1 : f->loops->strands;
    strands.steps = BLOCK;
    if (is_end) {
        strands.out = NULL;
        memset(strands.states, 0, strands.count * f->work->order * sizeof *strands.states);
    }
    filter(f, &strands);
    if (is_end || !has_last)
        return;
    strands = strands_at(f, row, (f->blocks - 1) * BLOCK);
    strands.count = 1;
    strands.steps = f->work->n - (f->blocks - 1) * BLOCK;
    filter(f, &strands);
    store_last(f, row, 1, strands.states);
}

void prefix__filter_ends(void *filter, size_t first, size_t last)
{
    const struct prefix__filter *const f = filter;
    for (size_t pack = first; pack < last; pack++)
        filter_blocks(f, pack, 1);
}

void prefix__filter_advance(const struct prefix_filter_work *work, const double *map, const double *v, double *z)
{
    double next[PREFIX_FILTER_ORDER];
    const size_t order = work->order;
    for (size_t i = 0; i < order; i++) {
        double sum = map[i * order] * z[0];
        for (size_t k = 1; k < order; k++)
            sum += map[i * order + k] * z[k];
        next[i] = !v ? sum : work->feedback ? sum + v[i] : v[i];
    }
    memcpy(z, next, order * sizeof *z);
}

/* Puts the states before the blocks of a row in the place of those behind them. */
static void chain_row(const struct prefix__filter *f, size_t row)
{
    const struct prefix_filter_work *work = f->work;
    const size_t order = work->order;
    double *const states = f->states + row * f->blocks * order;
    double before[PREFIX_FILTER_ORDER] = {0}, v[PREFIX_FILTER_ORDER];
    if (work->first)
        memcpy(before, work->first + row * order, order * sizeof *before);
    for (size_t from = 0; from < f->blocks; from += PREFIX_FILTER_GROUP) {
        const size_t to = f->blocks - from < PREFIX_FILTER_GROUP ? f->blocks : from + PREFIX_FILTER_GROUP;
        double alone[PREFIX_FILTER_ORDER] = {0}, z[PREFIX_FILTER_ORDER];
        memcpy(z, before, sizeof z);
        for (size_t k = from; k < to; k++) {
            double *const state = states + k * order;
            memcpy(v, state, order * sizeof *v);
            memcpy(state, z, order * sizeof *z);
            if (k + 1 == f->blocks)
                return;
            prefix__filter_advance(work, work->block_map, v, z);
            prefix__filter_advance(work, work->block_map, v, alone);
        }
        prefix__filter_advance(work, work->group_map, alone, before);
    }
}

void prefix__filter_chain(void *filter, size_t first, size_t last)
{
    const struct prefix__filter *const f = filter;
    const size_t order = f->work->order;
    for (size_t row = first; row < last && order > 0; row++)
        if (f->blocks > 1)
            chain_row(f, row);
        else if (f->work->first)
            memcpy(f->states + row * order, f->work->first + row * order, order * sizeof *f->states);
        else
            memset(f->states + row * order, 0, order * sizeof *f->states);
}

static void filter_rows(const struct prefix__filter *f, size_t pack)
{
    const struct prefix_filter_work *work = f->work;
    const size_t row = pack * f->loops->strands, left = work->rows - row;
    struct prefix__filter_strands strands = strands_at(f, row, 0);
    strands.in_stride = (ptrdiff_t)work->in_step;
    strands.out_stride = (ptrdiff_t)work->out_step;
    strands.count = left < f->loops->strands ? left : f->loops->strands;
    strands.steps = work->n;
    filter(f, &strands);
    store_last(f, row, strands.count, strands.states);
}

void prefix__filter_results(void *filter, size_t first, size_t last)
{
    const struct prefix__filter *const f = filter;
    for (size_t pack = first; pack < last; pack++)
        if (f->blocks > 1)
            filter_blocks(f, pack, 0);
        else
            filter_rows(f, pack);
}

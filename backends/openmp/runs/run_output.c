/* SPDX-License-Identifier: BSD-3-Clause */
/* A packed tile of runs, written where what stands before it says. */
#include "runs/run_types.h"
#include "tile/chunks.h"
#include "tile/flush.h"

/* The carry before a part of a tile in whose parts before that no run begins. */
static uint64_t carry_at(const struct prefix__openmp_runs *r, const struct prefix__openmp_runs_tile *tile, size_t part,
                         uint64_t carry)
{
    for (size_t i = 0; r->work->scan && i < part; i++)
        carry = r->p.core.combine(carry, tile->aggregates[i]);
    return carry;
}

/* The k-th element of an output and those after it, as far as there is room. */
static void write_elements(const struct prefix__openmp_runs *r, void *to, size_t k, const char *from, size_t size,
                           size_t count, struct prefix__openmp_input *next)
{
    if (to)
        prefix__openmp_flush(r->p.isa, r->streams, from, to, size, k, count, r->work->capacity, next);
}

/* What runs that are closed have in a slot: their reductions, lengths and offsets. */
static void write_closed(const struct prefix__openmp_runs *r, size_t k, char *slot, size_t count,
                         struct prefix__openmp_input *next)
{
    const struct prefix_runs_work *work = r->work;
    char *const values = slot + r->values;
    if (work->scan && r->p.narrow)
        r->p.narrow(values, values, count);
    if (work->scan)
        write_elements(r, r->p.out, k, values, r->p.out_size, count, next);
    write_elements(r, work->lengths, k, slot + r->lengths, work->index_size, count, next);
    write_elements(r, work->offsets, k, slot + r->offsets, work->index_size, count, next);
}

/* The run that was open before, now that its end and its reduction are known, as the first of a slot. */
static void close_open(const struct prefix__openmp_runs *r, char *slot, const struct prefix__openmp_place *open,
                       size_t end, uint64_t value)
{
    const struct prefix_runs_work *work = r->work;
    if (work->scan)
        store_carry(&r->p, slot + r->values, value);
    if (work->lengths)
        prefix__openmp_store_index(slot + r->lengths, work->index_size, 0, end - open->begin);
    if (work->offsets)
        prefix__openmp_store_index(slot + r->offsets, work->index_size, 0, open->begin);
}

static struct prefix__openmp_input input_of(const struct prefix__openmp_runs *r, size_t k)
{
    const struct prefix_heads *keys = &r->work->keys;
    struct prefix__openmp_input input = {0};
    if (k >= r->tiles || !r->streams)
        return input;
    const size_t length = least(r->tile, r->work->n - k * r->tile);
    input.from[0] = (const char *)keys->data + k * r->tile * keys->size;
    input.lines[0] = length * keys->size / LINE_BYTES;
    if (r->work->scan) {
        input.from[1] = r->p.in + k * r->tile * r->p.in_size;
        input.lines[1] = length * r->p.in_size / LINE_BYTES;
    }
    return input;
}

void prefix__openmp_write_runs(const struct prefix__openmp_runs *r, size_t k, char *slot,
                               const struct prefix__openmp_runs_tile *tile, const struct prefix__openmp_place *before,
                               size_t next)
{
    const struct prefix__openmp_input input = input_of(r, next);
    struct prefix__openmp_input left = input;
    if (tile->first_counts) {
        uint64_t value = carry_at(r, tile, (tile->first - k * r->tile) / r->part, before->carry);
        if (r->work->scan && tile->first % r->part)
            value = r->p.core.combine(value, tile->local);
        close_open(r, slot, before, tile->first, value);
    }
    write_elements(r, r->work->unique, before->closed + (k > 0), slot, r->work->keys.size, tile->begun, &left);
    write_closed(r, before->closed, slot, tile->closed, &left);
    prefix__openmp_prefetch_begin(&input, &left);
}

void prefix__openmp_runs_pass(const struct prefix__openmp_runs *r, size_t k,
                              const struct prefix__openmp_runs_tile *tile, struct prefix__openmp_place *place)
{
    const size_t length = least(r->tile, r->work->n - k * r->tile);
    place->closed += tile->closed;
    if (tile->last != PREFIX__OPENMP_NOWHERE) {
        place->begin = tile->last;
        place->carry = tile->carry;
    } else {
        place->carry = carry_at(r, tile, (length + r->part - 1) / r->part, place->carry);
    }
}

void prefix__openmp_runs_end(const struct prefix__openmp_runs *r, struct prefix__openmp_place *place)
{
    struct prefix__openmp_runs last = *r; /* with a slot for a single run */
    struct prefix__openmp_input none = {0};
    _Alignas(uint64_t) char slot[4 * sizeof(uint64_t)];
    if (r->work->nontrivial && r->work->n - place->begin < 2)
        return;
    last.values = 0;
    last.lengths = 2 * sizeof(uint64_t);
    last.offsets = 3 * sizeof(uint64_t);
    close_open(&last, slot, place, r->work->n, place->carry);
    write_closed(&last, place->closed, slot, 1, &none);
    place->closed++;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A packed tile of runs, put to its places, which what stands before it tells. */
#include "runs/run_output.h"
#include "runs/run_tile.h"
#include "tile/chunks.h"
#include "tile/flush.h"

/* The carry before a part of a tile whose parts before it begin no run. */
static uint64_t carry_at(const struct prefix__openmp_runs *r, const struct prefix__openmp_runs_tile *tile, size_t part,
                         uint64_t carry)
{
    for (size_t i = 0; r->work->scan && i < part; i++)
        carry = r->p.core.combine(carry, tile->aggregates[i]);
    return carry;
}

/* Elements to the k-th place of an output and those behind it, as far as there is room. */
static void put_elements(const struct prefix__openmp_runs *r, void *to, size_t k, const char *from, size_t size,
                         size_t count, struct prefix__openmp_prefetched *next)
{
    const size_t room = r->work->capacity > k ? r->work->capacity - k : 0;
    if (to)
        prefix__openmp_flush(r->p.isa, r->streams, from, (char *)to + k * size, least(count, room) * size, next);
}

static void put_values(const struct prefix__openmp_runs *r, size_t k, char *values, size_t count,
                       struct prefix__openmp_prefetched *next)
{
    if (r->p.unmap)
        r->p.unmap(values, values, count);
    put_elements(r, r->p.out, k, values, r->p.out_size, count, next);
}

/* What elements come to each by itself. */
static void put_own(const struct prefix__openmp_runs *r, size_t k, const char *from, size_t count,
                    struct prefix__openmp_prefetched *next)
{
    _Alignas(LINE_BYTES) char own[PUT_CHUNK];
    const size_t size = r->p.out_size;
    if (!r->p.core.single) {
        put_elements(r, r->p.out, k, from, size, count, next);
        return;
    }
    for (size_t i = 0, some; i < count; i += some) {
        some = least((PUT_CHUNK - (uintptr_t)(r->p.out + (k + i) * size) % LINE_BYTES) / size, count - i);
        r->p.core.single(from + i * size, own, some);
        put_elements(r, r->p.out, k + i, own, size, some, next);
    }
}

/* Of a tile in which each element is a run all but the first that is closed comes from the input, or has one length. */
static void put_singles(const struct prefix__openmp_runs *r, char *slot, const struct prefix__openmp_runs_tile *tile,
                        const struct prefix__openmp_place *before, struct prefix__openmp_prefetched *next)
{
    const struct prefix_runs_work *work = r->work;
    const size_t first = tile->first, own = (size_t)tile->first_counts, size = work->index_size;
    put_elements(r, work->unique, before->closed + own, (const char *)work->keys.data + first * work->keys.size,
                 work->keys.size, tile->begun, next);
    if (work->scan) {
        put_values(r, before->closed, slot + r->values, own, next);
        put_own(r, before->closed + own, r->p.in + first * r->p.in_size, tile->closed - own, next);
    }
    put_elements(r, work->lengths, before->closed, slot + r->lengths, size, own, next);
    for (size_t i = own, some; i < tile->closed; i += some) {
        some = least(PREFIX__OPENMP_ONES, tile->closed - i);
        put_elements(r, work->lengths, before->closed + i, slot + r->lengths + size, size, some, next);
    }
}

/* A tile's input. */
static struct prefix__openmp_prefetched input_of(const struct prefix__openmp_runs *r, size_t k)
{
    const struct prefix_heads *keys = &r->work->keys;
    struct prefix__openmp_prefetched prefetched = {0};
    if (k >= r->tiles || !r->streams)
        return prefetched;
    const size_t length = least(r->tile, r->work->n - k * r->tile);
    prefetched.from[0] = (const char *)keys->data + k * r->tile * keys->size;
    prefetched.lines[0] = length * keys->size / LINE_BYTES;
    if (r->work->scan) {
        prefetched.from[1] = r->p.in + k * r->tile * r->p.in_size;
        prefetched.lines[1] = length * r->p.in_size / LINE_BYTES;
    }
    return prefetched;
}

void prefix__openmp_write_runs(const struct prefix__openmp_runs *r, size_t k, char *slot,
                             const struct prefix__openmp_runs_tile *tile, const struct prefix__openmp_place *before,
                             size_t next)
{
    const struct prefix__openmp_prefetched input = input_of(r, next);
    struct prefix__openmp_prefetched prefetched = input;
    const struct prefix_runs_work *work = r->work;
    const size_t first = tile->first, index_size = work->index_size;
    if (tile->first_counts) { /* it was open before the tile */
        if (work->scan) {
            uint64_t value = carry_at(r, tile, (first - k * r->tile) / r->part, before->carry);
            if (first % r->part)
                value = r->p.core.combine(value, tile->local);
            store_carry(&r->p, slot + r->values, value);
        }
        if (work->lengths)
            prefix__openmp_store_index(slot + r->lengths, index_size, 0, first - before->begin);
        if (work->offsets)
            prefix__openmp_store_index(slot + r->offsets, index_size, 0, before->begin);
    }
    if (tile->is_singles) {
        put_singles(r, slot, tile, before, &prefetched);
    } else {
        put_elements(r, work->unique, before->closed + (k > 0), slot, work->keys.size, tile->begun, &prefetched);
        if (work->scan)
            put_values(r, before->closed, slot + r->values, tile->closed, &prefetched);
        put_elements(r, work->lengths, before->closed, slot + r->lengths, index_size, tile->closed, &prefetched);
        put_elements(r, work->offsets, before->closed, slot + r->offsets, index_size, tile->closed, &prefetched);
    }
    prefix__openmp_prefetch_begin(&input, &prefetched);
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
    const struct prefix_runs_work *work = r->work;
    struct prefix__openmp_prefetched none = {0};
    char value[2 * sizeof(uint64_t)], length[sizeof(uint64_t)], offset[sizeof(uint64_t)];
    if (work->nontrivial && work->n - place->begin < 2)
        return;
    if (work->scan) {
        store_carry(&r->p, value, place->carry);
        put_values(r, place->closed, value, 1, &none);
    }
    prefix__openmp_store_index(length, work->index_size, 0, work->n - place->begin);
    prefix__openmp_store_index(offset, work->index_size, 0, place->begin);
    put_elements(r, work->lengths, place->closed, length, work->index_size, 1, &none);
    put_elements(r, work->offsets, place->closed, offset, work->index_size, 1, &none);
    place->closed++;
}

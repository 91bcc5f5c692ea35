/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Parts with the bits of one call, wherever they are cut: what lies in whole tiles of the canonical order is reduced,
 * and scanned, where it is, and the tiles that several parts share are put together on the host. What tiles come to is
 * combined one by one.
 */
#include <stdlib.h>
#include <string.h>

#include "context/status.h"
#include "team/fold.h"
#include "team/job.h"
#include "team/part.h"
#include "team/tiles.h"

/* Elements of a part in a shared tile, in the order of the scan. */
struct edge {
    size_t part, first, count, shared;
    size_t at; /* in the tile */
};

/* What is combined in its turn: what a part has by itself, or a tile that several share. */
struct unit {
    int is_shared;
    size_t index;        /* of the part, or of the shared tile */
    size_t first, count; /* elements, in the order of the scan */
    int have;            /* whether anything stands before it, and what */
    _Alignas(16) unsigned char carry[PREFIX__ELEMENT_MAX];
    unsigned char *totals; /* of its tiles, on the host */
    void *on_device;       /* the same where the part's context is, or NULL */
};

struct exact {
    const struct prefix__team_job *job;
    struct prefix__tiling tiling;
    struct edge edges[2 * PREFIX__PARTS_MAX];
    struct unit units[2 * PREFIX__PARTS_MAX];
    size_t edge_count, unit_count, shared_count;
    char *in, *out; /* of shared tiles, one after the other */
    struct prefix__fold fold;
};

static void add_edge(struct exact *e, size_t part, size_t first, size_t count, size_t at)
{
    e->edges[e->edge_count++] = (struct edge){part, first, count, e->shared_count - 1, at};
    e->units[e->unit_count - 1].count += count;
}

static void add_unit(struct exact *e, int is_shared, size_t index, size_t first, size_t count)
{
    e->units[e->unit_count++] = (struct unit){.is_shared = is_shared, .index = index, .first = first, .count = count};
}

/* Cuts the parts, in the order of the scan. */
static void cut(struct exact *e)
{
    const struct prefix__team_job *job = e->job;
    const size_t tile = e->tiling.tile;
    size_t begun = 0, left = 0; /* elements of the shared tile that have been seen; those in later parts */
    for (size_t i = 0; i < job->team->count; i++)
        left += job->n[i];
    for (size_t k = 0; k < job->team->count; k++) {
        const size_t part = prefix__part_at(job, k), n = job->n[part];
        size_t lead = 0;
        left -= n;
        if (begun > 0) {
            lead = tile - begun < n ? tile - begun : n;
            if (lead > 0)
                add_edge(e, part, 0, lead, begun);
            begun = (begun + lead) % tile;
        }
        const size_t tail = tile && left > 0 ? (n - lead) % tile : 0, own = n - lead - tail;
        if (own > 0)
            add_unit(e, 0, part, lead, own);
        if (tail > 0) {
            add_unit(e, 1, e->shared_count++, 0, 0);
            add_edge(e, part, lead + own, tail, 0);
            begun = tail;
        }
    }
}

/* Where a stretch of n elements, of which count from first on in the order of the scan, begins in memory. */
static size_t place(const struct exact *e, size_t n, size_t first, size_t count)
{
    return e->job->plan->reverse ? n - first - count : first;
}

static size_t shared_length(const struct exact *e, size_t shared)
{
    for (size_t i = 0; i < e->unit_count; i++)
        if (e->units[i].is_shared && e->units[i].index == shared)
            return e->units[i].count;
    return 0;
}

/* Copies between parts and shared tiles: inputs, or results back. */
static int copy_edges(struct exact *e, int back)
{
    const size_t size = back ? e->tiling.out_size : e->tiling.in_size;
    for (size_t i = 0; i < e->edge_count; i++) {
        const struct edge *edge = &e->edges[i];
        const size_t length = shared_length(e, edge->shared), bytes = edge->count * size;
        char *tile = (back ? e->out : e->in) + edge->shared * e->tiling.tile * size +
                     place(e, length, edge->at, edge->count) * size;
        const size_t at = place(e, e->job->n[edge->part], edge->first, edge->count) * size;
        prefix_ctx *ctx = e->job->team->members[edge->part].ctx;
        int status = back ? prefix_memory_copy(ctx, (char *)e->job->out[edge->part] + at, tile, bytes)
                          : prefix_memory_copy(ctx, tile, (const char *)e->job->in[edge->part] + at, bytes);
        if (status != PREFIX_OK)
            return prefix__part_failed(e->job->team, edge->part, status);
    }
    return PREFIX_OK;
}

/* Any element may stand there. */
static void *allocate_aligned(size_t bytes)
{
    return aligned_alloc(PREFIX__TILE_ALIGNMENT,
                         (bytes + PREFIX__TILE_ALIGNMENT - 1) / PREFIX__TILE_ALIGNMENT * PREFIX__TILE_ALIGNMENT);
}

static int allocate(struct exact *e, size_t reduced)
{
    const size_t tile = e->tiling.tile * e->shared_count;
    int good = 1;
    if (e->shared_count > 0) {
        e->in = allocate_aligned(tile * e->tiling.in_size);
        e->out = allocate_aligned(tile * e->tiling.out_size);
        good = e->in && e->out;
    }
    for (size_t i = 0; i < reduced && good; i++) {
        const size_t bytes = prefix__tile_count(&e->tiling, e->units[i].count) * e->tiling.total;
        e->units[i].totals = allocate_aligned(bytes);
        good = e->units[i].totals != NULL;
    }
    return good ? PREFIX_OK : prefix__fail(NULL, PREFIX_ERROR_NOMEM, "no memory for what tiles come to");
}

static void release(struct exact *e)
{
    for (size_t i = 0; i < e->unit_count; i++) {
        free(e->units[i].totals);
        if (e->units[i].on_device)
            (void)prefix_memory_free(e->job->team->members[e->units[i].index].ctx, e->units[i].on_device);
    }
    free(e->in);
    free(e->out);
}

/* The context of a unit is that of its part; shared tiles are combined where totals are. */
static struct prefix_plan plan_of(const struct exact *e, const struct unit *unit)
{
    struct prefix_plan plan = prefix__part_plan(e->job->team, e->job->plan, unit->is_shared ? 0 : unit->index);
    if (unit->is_shared)
        plan.ctx = e->fold.plan.ctx;
    return plan;
}

static int failed(const struct exact *e, const struct unit *unit, int status)
{
    if (status == PREFIX_OK || !unit->is_shared)
        return status == PREFIX_OK ? status : prefix__part_failed(e->job->team, unit->index, status);
    return prefix__fail(NULL, status, "combining parts: %s", e->fold.plan.ctx->error);
}

static const void *input_of(const struct exact *e, const struct unit *unit)
{
    const size_t size = e->tiling.in_size;
    if (unit->is_shared)
        return e->in + unit->index * e->tiling.tile * size;
    return (const char *)e->job->in[unit->index] + place(e, e->job->n[unit->index], unit->first, unit->count) * size;
}

static int is_queued(const struct exact *e, const struct unit *unit)
{
    return !unit->is_shared && prefix__has_turn(e->job, unit->index, 1);
}

static int reduce_unit(struct exact *e, struct unit *unit)
{
    const struct prefix_plan plan = plan_of(e, unit);
    void *totals = unit->totals;
    int status = PREFIX_OK;
    if (is_queued(e, unit)) {
        const size_t bytes = prefix__tile_count(&e->tiling, unit->count) * e->tiling.total;
        status = prefix_memory_alloc(plan.ctx, PREFIX_MEMORY_DEVICE, &unit->on_device, bytes);
        totals = unit->on_device;
    }
    if (status == PREFIX_OK)
        status = prefix__tiles_reduce(&e->tiling, &plan, input_of(e, unit), unit->count, totals);
    return failed(e, unit, status);
}

/* Devices begin before the host does. */
static int reduce_units(struct exact *e, size_t reduced)
{
    int status = PREFIX_OK;
    for (int queued = 1; queued >= 0; queued--)
        for (size_t i = 0; i < reduced && status == PREFIX_OK; i++)
            if (is_queued(e, &e->units[i]) == queued)
                status = reduce_unit(e, &e->units[i]);
    for (size_t i = 0; i < reduced && status == PREFIX_OK; i++) {
        struct unit *unit = &e->units[i];
        if (unit->on_device)
            status = failed(e, unit,
                            prefix_memory_copy(e->job->team->members[unit->index].ctx, unit->totals, unit->on_device,
                                               prefix__tile_count(&e->tiling, unit->count) * e->tiling.total));
    }
    return status;
}

static int fold_units(struct exact *e, size_t reduced)
{
    int status = PREFIX_OK;
    for (size_t i = 0; i < e->unit_count && status == PREFIX_OK; i++) {
        struct unit *unit = &e->units[i];
        unit->have = e->fold.have;
        memcpy(unit->carry, e->fold.value, sizeof unit->carry);
        if (i < reduced)
            status = prefix__fold_all(&e->fold, unit->totals, prefix__tile_count(&e->tiling, unit->count));
    }
    return status;
}

static int scan_unit(const struct exact *e, const struct unit *unit)
{
    struct prefix_plan plan = plan_of(e, unit);
    struct prefix__fold before = e->fold;
    before.have = unit->have;
    memcpy(before.value, unit->carry, sizeof before.value);
    const size_t size = e->tiling.out_size;
    void *out = unit->is_shared ? e->out + unit->index * e->tiling.tile * size
                                : (char *)e->job->out[unit->index] +
                                      place(e, e->job->n[unit->index], unit->first, unit->count) * size;
    return failed(e, unit, prefix__part_run(&plan, &before, input_of(e, unit), out, unit->count));
}

/* Shared tiles, whose copies to devices would wait for scans, and then devices before the host. */
static int scan_units(struct exact *e)
{
    int status = PREFIX_OK;
    for (size_t i = 0; i < e->unit_count && status == PREFIX_OK; i++)
        if (e->units[i].is_shared)
            status = scan_unit(e, &e->units[i]);
    if (status == PREFIX_OK)
        status = copy_edges(e, 1);
    for (int queued = 1; queued >= 0; queued--)
        for (size_t i = 0; i < e->unit_count && status == PREFIX_OK; i++)
            if (!e->units[i].is_shared && is_queued(e, &e->units[i]) == queued)
                status = scan_unit(e, &e->units[i]);
    return status;
}

static int run(struct exact *e)
{
    const struct prefix_plan *plan = e->job->plan;
    int status = prefix__tiling_of(plan, &e->tiling);
    if (status == PREFIX_OK && plan->own.size && !plan->own.host)
        status = prefix__fail(NULL, PREFIX_ERROR_UNSUPPORTED, "exact: the operator has no function for the host");
    if (status != PREFIX_OK)
        return status;
    cut(e);
    const size_t reduced = plan->total || e->unit_count == 0 ? e->unit_count : e->unit_count - 1;
    status = prefix__fold_begin(&e->fold, e->job->team, plan);
    if (status == PREFIX_OK)
        status = allocate(e, reduced);
    if (status == PREFIX_OK)
        status = copy_edges(e, 0);
    if (status == PREFIX_OK)
        status = reduce_units(e, reduced);
    if (status == PREFIX_OK)
        status = fold_units(e, reduced);
    if (status == PREFIX_OK && e->job->out)
        status = scan_units(e);
    return status == PREFIX_OK && plan->total ? prefix__write_total(e->job->team, plan, &e->fold) : status;
}

int prefix__run_exact(const struct prefix__team_job *job)
{
    struct exact *e = calloc(1, sizeof *e); /* too long for small stacks */
    if (!e)
        return prefix__fail(NULL, PREFIX_ERROR_NOMEM, "no memory for where parts are cut");
    e->job = job;
    int status = run(e);
    release(e);
    free(e);
    return status;
}

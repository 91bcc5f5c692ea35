/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys: resolved, and what their tiles come to. What is written goes to places at or before those that
 * have been read: one thread can do it in place, and does.
 */
#include "runs/runs.h"
#include "scan/scan.h"
#include "threads/tuning.h"
#include "tile/chunks.h"

/* Of a tile of keys, where there is no scan that has tiles. */
#define SINGLE_BYTES ((size_t)32 << 10)
#define TEAM_BYTES ((size_t)128 << 10)

/* Whether what a tile closes first counts. */
static int closes_open(const struct prefix__openmp_run_plan *r, const struct prefix__openmp_run_tile *tile,
                       const struct prefix__openmp_run_state *before)
{
    return tile->closed > 0 && tile->first - before->begin >= r->shortest;
}

/* The carry before the first head of a tile, or after a tile that has none. */
static uint64_t carry_on(const struct prefix__openmp_run_plan *r, const struct prefix__openmp_run_tile *tile,
                         uint64_t carry)
{
    for (size_t i = 0; i < tile->parts; i++)
        carry = r->p.kernel.combine(carry, tile->aggregates[i]);
    return carry;
}

static void combine(const void *plan, size_t k, uint64_t note, const void *aggregate, void *prefix)
{
    const struct prefix__openmp_run_plan *r = plan;
    const struct prefix__openmp_run_tile *tile = aggregate;
    struct prefix__openmp_run_state *state = prefix;
    (void)k;
    (void)note;
    if (tile->closed > 0) {
        state->closed += tile->closed - !closes_open(r, tile, state);
        state->begin = tile->last;
        state->carry = tile->carry;
    } else {
        state->carry = carry_on(r, tile, state->carry);
    }
}

/* The run that is open before the tile gets its place in the slot now that its beginning and its carry are known. */
static void write_tile(const void *plan, size_t k, char *slot, uint64_t note, const void *aggregate, const void *before,
                       size_t next)
{
    const struct prefix__openmp_run_plan *r = plan;
    const struct prefix__openmp_run_tile *tile = aggregate;
    const struct prefix__openmp_run_state *open = before;
    const size_t skipped = tile->closed > 0 && !closes_open(r, tile, open), size = r->work->index_size;
    const struct prefix__openmp_packed_group groups[] = {
        [PREFIX__OPENMP_RUN_KEYS] = {.count = tile->heads, .place = open->closed + (k > 0)},
        [PREFIX__OPENMP_RUN_CLOSED] = {.first = skipped, .count = tile->closed - skipped, .place = open->closed}};
    char *const values = prefix__openmp_packed(slot, r->values);
    (void)note;
    if (tile->closed > skipped) {
        if (values)
            store_carry(&r->p, values, carry_on(r, tile, open->carry));
        prefix__openmp_store_index(prefix__openmp_packed(slot, r->lengths), size, 0, tile->first - open->begin);
        prefix__openmp_store_index(prefix__openmp_packed(slot, r->offsets), size, 0, open->begin);
    }
    if (values && r->p.narrow)
        r->p.narrow(values, values, tile->closed);
    prefix__openmp_write_slot(&r->c, k, slot, groups, next);
}

static const struct prefix__openmp_output *add(struct prefix__openmp_run_plan *r, int group, void *to, size_t size,
                                               size_t width)
{
    struct prefix__openmp_output *o = NULL;
    if (to) {
        o = prefix__openmp_add_output(&r->c, group, NULL, to, size, r->work->capacity);
        o->width = width;
    }
    return o;
}

void prefix__openmp_resolve_runs(struct prefix__openmp_run_plan *r, struct prefix_session *session,
                                 const struct prefix_runs_work *work)
{
    const size_t key = work->keys.size, index = work->index_size;
    const int in_place = work->unique == work->keys.data || (work->scan && work->scan->out == work->scan->in);
    *r = (struct prefix__openmp_run_plan){
        .c = {.isa = session->isa,
              .n = work->n,
              .bytes = work->n * key,
              .in = {work->keys.data},
              .in_size = {key},
              .threads = work->threads,
              .team_tile = TEAM_BYTES / key,
              .single_tile = SINGLE_BYTES / key,
              .pack = prefix__openmp_pack_runs,
              .combine = combine,
              .write = write_tile,
              .start = &r->start,
              .aggregate_bytes = sizeof(struct prefix__openmp_run_tile),
              .prefix_bytes = sizeof r->start,
              .patience = prefix__openmp_tuning.patience_of_runs},
        .work = work,
        .p = {.isa = session->isa, .n = work->n},
        .shortest = work->nontrivial ? 2 : 1,
    };
    if (work->scan) {
        r->p = r->plain = *prefix__openmp_pipeline_for(session, work->scan);
        r->p.uncut = r->p.wraps;
        r->c.team_tile = PREFIX__OPENMP_RUN_PARTS * r->p.tile;
        r->c.single_tile = r->p.tile;
        r->c.in[1] = r->p.in;
        r->c.in_size[1] = r->p.in_size;
        r->c.bytes += work->n * r->p.in_size;
        r->start.carry = r->p.carry;
    }
    r->p.heads = &work->keys;
    r->c.past_cache = !in_place && r->c.bytes > session->cache_bytes;
    if (in_place)
        r->c.team_tile = 0;
    r->keys = add(r, PREFIX__OPENMP_RUN_KEYS, work->unique, key, key);
    r->values = add(r, PREFIX__OPENMP_RUN_CLOSED, r->p.out, r->p.out_size, r->p.kernel.written);
    r->lengths = add(r, PREFIX__OPENMP_RUN_CLOSED, work->lengths, index, index);
    r->offsets = add(r, PREFIX__OPENMP_RUN_CLOSED, work->offsets, index, index);
}

int prefix__openmp_find_runs(struct prefix_session *session, const struct prefix_runs_work *work)
{
    struct prefix__openmp_run_plan r;
    struct prefix__openmp_run_state end;
    if (work->combined)
        return prefix__openmp_operator_runs(session, work);
    prefix__openmp_resolve_runs(&r, session, work);
    const int status = prefix__openmp_compact(session, &r.c, &end);
    if (status == PREFIX_OK)
        *work->count = end.closed;
    return status;
}

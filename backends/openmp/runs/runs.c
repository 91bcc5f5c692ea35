/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys: resolved, and done on one thread or by a team. What is written goes to places at or before those
 * that have been read: one thread can do it in place, and does.
 */
#include "runs/runs.h"
#include "runs/run_types.h"
#include "threads/team.h"

#define TILE_BYTES 32768u /* of keys, where there is no scan that has tiles */

/* One thread, tile by tile. */
static struct prefix__openmp_place find_alone(const struct prefix__openmp_runs *r, char *slot)
{
    struct prefix__openmp_place place = {.carry = r->p.carry};
    for (size_t k = 0; k < r->tiles; k++) {
        struct prefix__openmp_runs_tile tile;
        prefix__openmp_runs_pack(r, k, slot, &tile);
        prefix__openmp_write_runs(r, k, slot, &tile, &place, k + 1);
        prefix__openmp_runs_pass(r, k, &tile, &place);
    }
    return place;
}

/* All but its tiles; returns the bytes that are read. */
static size_t resolve(struct prefix__openmp_runs *r, struct prefix_session *session)
{
    const struct prefix_runs_work *work = r->work;
    size_t bytes = work->n * work->keys.size;
    if (work->scan) {
        r->p = *prefix__openmp_pipeline_for(session, work->scan);
        r->plain = r->p;
        r->p.uncut = r->p.wraps;
        r->part = r->p.tile;
        bytes += work->n * r->p.in_size;
    } else {
        r->p.isa = session->isa;
        r->p.n = work->n;
        r->part = TILE_BYTES / work->keys.size;
    }
    r->p.heads = &work->keys;
    return bytes;
}

int prefix__openmp_runs(struct prefix_session *session, const struct prefix_runs_work *work)
{
    struct prefix__openmp_runs r = {.work = work};
    struct prefix__openmp_place place;
    const int in_place = work->unique == work->keys.data || (work->scan && work->scan->out == work->scan->in);
    const size_t bytes = resolve(&r, session);
    int threads = 1;
    r.streams = !in_place && bytes > session->cache_bytes;
    if (!in_place && prefix__openmp_is_for_team(bytes)) {
        prefix__openmp_runs_cut(&r, PREFIX__OPENMP_RUNS_PARTS);
        threads = prefix__openmp_team_size(work->threads, r.tiles / 2);
    }
    if (threads <= 1)
        prefix__openmp_runs_cut(&r, 1);
    const int status =
        prefix__openmp_reserve(session, threads > 1 ? prefix__openmp_runs_chain_bytes(&r, threads) : r.slot_bytes);
    if (status != PREFIX_OK)
        return status;
    if (threads > 1) {
        place = prefix__openmp_runs_chain(&r, session->scratch, threads, prefix__openmp_wakes(session, bytes, threads));
        prefix__openmp_work_ended(session);
    } else {
        place = find_alone(&r, session->scratch);
    }
    prefix__openmp_runs_end(&r, &place);
    *work->count = place.closed;
    return PREFIX_OK;
}

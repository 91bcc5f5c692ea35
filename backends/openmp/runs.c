/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys: resolved, and done on one thread or by a team. What is written goes to places at or
 * before those that have been read: one thread can do it in place, and does.
 */
#include "runs.h"
#include "tile.h"

#define TILE_BYTES 32768u /* of keys, where there is no scan that has tiles */
#define PARTS 4           /* canonical tiles of a team's tile */
/*
 * The same of Intel's processors, where a slot is no larger than this, threads are few and have so many tiles: they
 * read faster where less often something else comes. Two Xeon cores, 2^26 by i32 keys of one run and in runs of 7, ms:
 * i32 17.3 and 22.4, so 16.2 and 21.3; f32 18.2 and 23.7, so 17.3 and 22.9. A slot of u8 is more than half a
 * second-level cache then, and runs of 1 go from 22.6 to 28.2; of 16 threads, of which one is late more often, 2^24 i32
 * take a fifth longer.
 */
#define PARTS_INTEL PREFIX__OPENMP_RUNS_PARTS
#define SLOT_BYTES ((size_t)640 << 10)
#define FEW_THREADS 4
#define MANY 8

static void cut_for_team(struct prefix__openmp_runs *r)
{
    if (prefix__openmp_is_intel) {
        prefix__openmp_runs_cut(r, PARTS_INTEL);
        const int threads = prefix__openmp_team_size(r->work->threads, r->tiles / MANY + 1);
        if (r->slot_bytes <= SLOT_BYTES && threads <= FEW_THREADS && (size_t)threads <= r->tiles / MANY)
            return;
    }
    prefix__openmp_runs_cut(r, PARTS);
}

int prefix__openmp_runs(struct prefix_session *session, const struct prefix_runs_work *work)
{
    struct prefix__openmp_runs r = {.work = work};
    struct prefix__openmp_place place = {0};
    const int in_place = work->unique == work->keys.data || (work->scan && work->scan->out == work->scan->in);
    size_t bytes = work->n * work->keys.size;
    int threads = 1;
    if (work->scan) {
        r.p = *prefix__openmp_pipeline_for(session, work->scan);
        r.plain = r.p;
        r.p.uncut = r.p.wraps;
        r.part = r.p.tile;
        bytes += work->n * r.p.in_size;
    } else {
        r.p.isa = session->isa;
        r.p.n = work->n;
        r.part = TILE_BYTES / work->keys.size;
    }
    r.p.heads = &work->keys;
    place.carry = r.p.carry;
    if (!in_place && prefix__openmp_is_for_team(bytes)) {
        cut_for_team(&r);
        threads = prefix__openmp_team_size(work->threads, r.tiles / 2);
    }
    if (threads <= 1)
        prefix__openmp_runs_cut(&r, 1);
    r.streams = !in_place && bytes > session->cache_bytes;
    r.as_it_is = r.streams && !work->nontrivial && (!work->scan || (r.p.uncut && !r.p.unmap && !r.p.widen));
    const int status =
        prefix__openmp_reserve(session, threads > 1 ? prefix__openmp_runs_chain_bytes(&r, threads) : r.slot_bytes);
    if (status != PREFIX_OK)
        return status;
    if (threads > 1) {
        place = prefix__openmp_runs_chain(&r, session->scratch, threads, prefix__openmp_wakes(session, bytes, threads));
        prefix__openmp_work_ended(session);
    }
    for (size_t k = 0; threads <= 1 && k < r.tiles; k++) {
        struct prefix__openmp_runs_tile tile;
        prefix__openmp_runs_pack(&r, k, session->scratch, &tile);
        prefix__openmp_runs_put(&r, k, session->scratch, &tile, &place, k + 1);
        prefix__openmp_runs_pass(&r, k, &tile, &place);
    }
    prefix__openmp_runs_end(&r, &place);
    *work->count = place.closed;
    return PREFIX_OK;
}

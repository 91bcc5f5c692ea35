/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys: resolved, and done on one thread or by a team. What is written goes to places at or
 * before those that have been read: one thread can do it in place, and does.
 */
#include "runs/runs.h"
#include "runs/run_chain.h"
#include "runs/run_output.h"
#include "runs/run_tile.h"
#include "shared/types.h"
#include "tile/chunks.h"
#include "tile/segment_starts.h"
#include "threads/team.h"

#define TILE_BYTES 32768u /* of keys, where there is no scan that has tiles */
#define PARTS 4           /* canonical tiles of a team's tile */
/*
 * The most of Intel's processors, which read faster where less often something else comes, where threads are few and
 * have many tiles. Two Xeon cores, 2^26 by i32 keys of one run and of random lengths, ms, 4, 8 and 16 parts: i32 17.3,
 * 16.2, 15.7 and -, 18.1, 17.7; i64 -, 27.2, 25.4 and -, 28.1, 27.3; another one, 2^24 from memory, 16 and 32:
 * i32 4.00, 4.07 and 4.49, 4.40; i64 6.53, 6.24 and 6.95, 6.73. But what is packed must be left in a second-level
 * cache: i32 in runs of 1 take 37 and 40 ms by 8 and 16 parts. Of 16 threads, of which one is late more often, 2^24 i32
 * take a fifth longer by 8.
 */
#define SLOT_BYTES ((size_t)3 << 20) /* of memory, of which what is packed is touched */
#define PACKED_BYTES ((size_t)640 << 10)
#define FEW_THREADS 4
#define MANY 8
#define SAMPLES 16 /* words of elements that are asked how many runs there are */

/* How many of the elements of some words begin runs. */
static size_t sample_heads(const struct prefix__openmp_runs *r)
{
    const size_t words = r->work->n / 64;
    size_t count = 0, cursor = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        uint64_t word;
        prefix__openmp_find_heads(&r->p, words / SAMPLES * i * 64, 64, &word, &cursor, 0);
        count += (size_t)__builtin_popcountll(word);
    }
    return count;
}

/* Whether threads are few and have many tiles of so many parts; if so, they are and do by fewer parts, too. */
static int fits_few(struct prefix__openmp_runs *r, size_t parts)
{
    prefix__openmp_runs_cut(r, parts);
    const int threads = prefix__openmp_team_size(r->work->threads, r->tiles / MANY + 1);
    return r->slot_bytes <= SLOT_BYTES && threads <= FEW_THREADS && (size_t)threads <= r->tiles / MANY;
}

static void cut_for_team(struct prefix__openmp_runs *r)
{
    size_t parts = prefix__openmp_is_intel ? PREFIX__OPENMP_RUNS_PARTS : PARTS;
    while (parts > PARTS && !fits_few(r, parts))
        parts /= 2;
    const size_t heads = parts > PARTS ? sample_heads(r) : 0;
    while (parts > PARTS && r->slot_bytes / (SAMPLES * 64) * heads > PACKED_BYTES) {
        parts /= 2;
        prefix__openmp_runs_cut(r, parts);
    }
    prefix__openmp_runs_cut(r, parts);
}

/* Whether what one element comes to has its bits, or what the core makes of them. */
static int knows_own(const struct prefix__openmp_pipeline *p, int op)
{
    if (p->ordered)
        return p->core.single && p->in_size == p->core.size && !p->widen && !p->unmap;
    return !p->widen && !prefix__is_logical(op);
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
    r.takes_singles = r.streams && !work->nontrivial && (!work->scan || knows_own(&r.p, work->scan->op));
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
        prefix__openmp_write_runs(&r, k, session->scratch, &tile, &place, k + 1);
        prefix__openmp_runs_pass(&r, k, &tile, &place);
    }
    prefix__openmp_runs_end(&r, &place);
    *work->count = place.closed;
    return PREFIX_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A scan by an operator of the caller's own. Threads take tiles in order, scan each by itself, and hand the carry on
 * from tile to tile: one combination of those that a tile takes.
 */
#include "scan/scan.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "shared/operator_results.h"
#include "shared/operator_stages.h"
#include "shared/recurrence_tile.h"
#include "threads/pool.h"
#include "threads/team.h"
#include "threads/tuning.h"
#include "threads/wait.h"

#define PATIENCE 50 /* us, after which a thread that waits lets others run */
#define SLOW 4      /* times as long as a scan of the library's own takes a byte, at least */

struct chain {
    const struct prefix_operator_work *work;
    const struct prefix_runs_work *runs; /* or NULL */
    void (*scan_tiles)(void *chain);
    const struct prefix__recurrence_loops *loops; /* of scan_recurrence(), and what writes past the caches, or NULL */
    prefix__recurrence_copy_fn *copy;
    size_t length, tiles, tile_bytes; /* elements of a tile */
    void *memory;                     /* of each thread a tile */
    atomic_size_t thread;
    _Alignas(LINE_BYTES) atomic_size_t next;  /* tile to be taken */
    _Alignas(LINE_BYTES) atomic_size_t ready; /* the tile whose owner has the state */
    struct prefix__operator_state state;
};

static void await(struct chain *chain, size_t tile)
{
    struct prefix__openmp_wait wait = {0};
    while (atomic_load_explicit(&chain->ready, memory_order_acquire) != tile)
        if (prefix__openmp_waited(&wait, PATIENCE))
            sched_yield();
}

static void *own_tile(struct chain *chain)
{
    return (char *)chain->memory +
           chain->tile_bytes * atomic_fetch_add_explicit(&chain->thread, 1, memory_order_relaxed);
}

static size_t take_tile(struct chain *chain)
{
    return atomic_fetch_add_explicit(&chain->next, 1, memory_order_relaxed);
}

static void scan_tiles(void *user)
{
    struct chain *chain = user;
    const struct prefix_operator_work *work = chain->work;
    struct prefix__operator_tile *const tile = own_tile(chain);
    _Alignas(16) char own[PREFIX__ELEMENT_MAX];
    for (size_t k; (k = take_tile(chain)) < chain->tiles;) {
        prefix__operator_scan_tile(work, k * chain->length, tile);
        const size_t runs = prefix__operator_count_runs(tile);
        await(chain, k);
        const size_t closed = chain->state.closed;
        const void *before = prefix__operator_pass(work, tile, chain->state.carry, own);
        chain->state.closed += runs;
        atomic_store_explicit(&chain->ready, k + 1, memory_order_release);
        if (chain->runs)
            prefix__operator_store_runs(chain->runs, before, closed, tile);
        else
            prefix__operator_store(work, before, tile);
    }
}

/* A tile that comes next is prefetched. */
static struct prefix__recurrence_flow flow_to(const struct chain *chain, size_t next)
{
    const struct prefix_operator_work *work = chain->work;
    struct prefix__recurrence_flow flow = {.copy = chain->copy};
    if (next >= chain->tiles - 1 || !prefix__recurrence_is_dense(work))
        return flow;
    const size_t at = next * chain->length, place = work->reverse ? work->n - at - chain->length : at;

    flow.bytes = chain->length * work->in_size;
    flow.next[0] = (const char *)work->in + place * work->in_size;
    flow.next[1] = work->second ? (const char *)work->second + place * work->in_size : NULL;
    return flow;
}

/* Of a recurrence the state is the y before the tile, in a step. */
static void scan_recurrence(void *user)
{
    struct chain *chain = user;
    const struct prefix_operator_work *work = chain->work;
    struct prefix__recurrence_tile *const tile = own_tile(chain);
    struct prefix__recurrence_flow flow;
    struct prefix__step y;
    if (!work->second)
        chain->loops->begin(work, tile);
    for (size_t k = take_tile(chain), next; k < chain->tiles; k = next) {
        const int has_before = k > 0 || work->first;
        chain->loops->scan(work, k * chain->length, tile);
        await(chain, k);
        memcpy(&y, chain->state.carry, sizeof y);
        const double before = y.b;
        prefix__recurrence_pass(tile, has_before, &y.b);
        memcpy(chain->state.carry, &y, sizeof y);
        atomic_store_explicit(&chain->ready, k + 1, memory_order_release);
        next = take_tile(chain);
        flow = flow_to(chain, next);
        chain->loops->store(work, has_before ? &before : NULL, tile, &flow);
    }
}

const struct prefix__recurrence_loops *prefix__openmp_recurrence_loops(const struct prefix_session *session, int type)
{
    const struct prefix__openmp_recurrences *const recurrences = session->isa->recurrences;
    return type == PREFIX_F32 ? &recurrences->f32 : type == PREFIX_F64 ? &recurrences->f64 : NULL;
}

prefix__recurrence_copy_fn *prefix__openmp_past_caches(const struct prefix_session *session,
                                                       const struct prefix_operator_work *work, size_t rows)
{
    const int is_large = rows * work->n * work->out_size > session->cache_bytes;
    return is_large && work->out != work->in && work->out != work->second ? session->isa->convert->stream : NULL;
}

size_t prefix__openmp_operator_bytes(const struct prefix_operator_work *work)
{
    return (prefix__has_recurrence_loops(work->recurrence_type) ? 1 : SLOW) * work->n * work->element;
}

static int run_chain(struct prefix_session *session, struct chain *chain, size_t bytes, int most)
{
    const struct prefix_operator_work *work = chain->work;
    chain->length = prefix__operator_tile_length(work->element);
    chain->loops = prefix__openmp_recurrence_loops(session, work->recurrence_type);
    chain->scan_tiles = chain->loops ? scan_recurrence : scan_tiles;
    chain->tile_bytes = chain->loops ? sizeof(struct prefix__recurrence_tile) : sizeof(struct prefix__operator_tile);
    chain->copy = prefix__openmp_past_caches(session, work, 1);
    chain->tiles = (work->n - 1) / chain->length + 1;
    const int threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(most, chain->tiles) : 1;
    const int status = prefix__openmp_reserve(session, prefix__tiles_bytes((size_t)threads, chain->tile_bytes));
    if (status != PREFIX_OK)
        return status;
    chain->memory = prefix__tiles_in(session->scratch);
    prefix__operator_begin(work, &chain->state);
    prefix__openmp_pool_run(chain->scan_tiles, chain, threads,
                            threads > 1 && prefix__openmp_wakes(session, bytes, threads));
    if (threads > 1)
        prefix__openmp_work_ended(session);
    return PREFIX_OK;
}

int prefix__openmp_operator_scan(struct prefix_session *session, const struct prefix_operator_work *given)
{
    const struct prefix_operator_work work = prefix__operator_resolve(given);
    struct chain chain = {.work = &work};
    const int status = run_chain(session, &chain, prefix__openmp_operator_bytes(&work), work.threads);
    if (status == PREFIX_OK && work.total && !work.heads)
        prefix__operator_store_total(&work, chain.state.carry);
    return status;
}

/* Keys in place are overwritten where another thread may still compare: then one thread does it. */
int prefix__openmp_operator_runs(struct prefix_session *session, const struct prefix_runs_work *given)
{
    const struct prefix_operator_work work = prefix__operator_resolve(given->combined);
    struct prefix_runs_work runs = *given;
    struct chain chain = {.work = &work, .runs = &runs};
    const int most = runs.unique == runs.keys.data ? 1 : runs.threads;
    runs.combined = &work;
    const int status =
        run_chain(session, &chain, prefix__openmp_operator_bytes(&work) + SLOW * work.n * runs.keys.size, most);
    if (status == PREFIX_OK)
        prefix__operator_end_runs(&runs, &chain.state);
    return status;
}

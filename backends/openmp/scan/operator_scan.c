/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A scan by an operator of the caller's own. Threads take tiles in order, scan each by itself, and hand the carry on
 * from tile to tile: one combination of those that a tile takes.
 */
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "scan/scan.h"
#include "shared/operator_tile.h"
#include "shared/order.h"
#include "threads/pool.h"
#include "threads/team.h"
#include "threads/tuning.h"
#include "threads/wait.h"

#define PATIENCE 50 /* us, after which a thread that waits lets others run */

struct chain {
    const struct prefix_operator_work *work;
    size_t length, tiles; /* elements of a tile */
    char *memory;         /* of a tile for each thread */
    atomic_size_t thread;
    _Alignas(LINE_BYTES) atomic_size_t next;  /* tile to be taken */
    _Alignas(LINE_BYTES) atomic_size_t ready; /* the tile whose owner has the carry */
    _Alignas(16) char carry[PREFIX__ELEMENT_MAX];
};

static void await(struct chain *chain, size_t tile)
{
    struct prefix__openmp_wait wait = {0};
    while (atomic_load_explicit(&chain->ready, memory_order_acquire) != tile)
        if (prefix__openmp_waited(&wait, PATIENCE))
            sched_yield();
}

/* Takes the carry and hands on what stands before the next tile. Returns what stands before this one, or NULL. */
static const void *pass_carry(struct chain *chain, size_t tile, const char *last, char *before)
{
    const struct prefix_operator_work *work = chain->work;
    const size_t size = work->element;
    await(chain, tile);
    const int has_before = tile > 0 || work->first;
    if (has_before) {
        memcpy(before, chain->carry, size);
        work->combine(work->state, before, 0, last, 0, chain->carry, 0, 1);
    } else {
        memcpy(chain->carry, last, size);
    }
    atomic_store_explicit(&chain->ready, tile + 1, memory_order_release);
    return has_before ? before : NULL;
}

static void scan_tiles(void *user)
{
    struct chain *chain = user;
    const struct prefix_operator_work *work = chain->work;
    char *const tile =
        chain->memory + PREFIX__TILE_BYTES * atomic_fetch_add_explicit(&chain->thread, 1, memory_order_relaxed);
    _Alignas(16) char own[PREFIX__ELEMENT_MAX];
    for (size_t k; (k = atomic_fetch_add_explicit(&chain->next, 1, memory_order_relaxed)) < chain->tiles;) {
        const size_t at = k * chain->length, count = work->n - at < chain->length ? work->n - at : chain->length;
        prefix__operator_scan_tile(work, at, count, tile);
        const void *before = pass_carry(chain, k, tile + (count - 1) * work->element, own);
        if (!work->out)
            continue;
        if (before)
            prefix__operator_enter(work, before, tile, count);
        prefix__operator_store(work, at, count, before, tile);
    }
}

int prefix__openmp_operator_scan(struct prefix_session *session, const struct prefix_operator_work *work)
{
    struct chain chain = {.work = work, .length = prefix__operator_tile(work->element)};
    const size_t bytes = work->n * work->element;
    chain.tiles = (work->n - 1) / chain.length + 1;
    const int threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(work->threads, chain.tiles) : 1;
    const int status = prefix__openmp_reserve(session, (size_t)threads * PREFIX__TILE_BYTES);
    if (status != PREFIX_OK)
        return status;
    chain.memory = session->scratch;
    if (work->first)
        memcpy(chain.carry, work->first, work->element);
    prefix__openmp_pool_run(scan_tiles, &chain, threads, threads > 1 && prefix__openmp_wakes(session, bytes, threads));
    if (threads > 1)
        prefix__openmp_work_ended(session);
    if (work->total)
        memcpy(work->total, chain.carry, work->element);
    return PREFIX_OK;
}

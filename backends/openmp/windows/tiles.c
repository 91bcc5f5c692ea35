/* SPDX-License-Identifier: BSD-3-Clause */
#include "windows/tiles.h"

#include <stdatomic.h>

#include "threads/pool.h"
#include "threads/shares.h"
#include "threads/team.h"
#include "threads/tuning.h"

struct job {
    const struct prefix__openmp_tiles *tiles;
    size_t count;
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_size_t members; /* that came */
};

static void work_shares(void *user)
{
    struct job *job = user;
    const struct prefix__openmp_tiles *tiles = job->tiles;
    const size_t own = atomic_fetch_add_explicit(&job->members, 1, memory_order_relaxed);
    size_t first, count;
    while ((count = prefix__openmp_take_share(&job->ticket, job->count, tiles->threads, job->count, &first)) > 0)
        tiles->part(tiles->user, tiles->memory + own * tiles->bytes, first, first + count);
}

void prefix__openmp_tiles_team(struct prefix__openmp_tiles *tiles, const struct prefix_session *session, int asked,
                               size_t count, size_t bytes)
{
    tiles->threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(asked, count) : 1;
    tiles->wakes = tiles->threads > 1 && prefix__openmp_wakes(session, bytes, tiles->threads);
}

void prefix__openmp_tiles_do(const struct prefix__openmp_tiles *tiles, size_t count)
{
    struct job job = {.tiles = tiles, .count = count};
    prefix__openmp_pool_run(work_shares, &job, tiles->threads, tiles->wakes);
}

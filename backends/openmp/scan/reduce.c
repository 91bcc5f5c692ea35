/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One reduction: the aggregates of canonical tiles, folded left to right into what stands before them,
 * which gives the bits of a scan's last element. Nobody waits for a tile: a team leaves its aggregates
 * in memory, a word for 32 KiB that are read, and the caller folds them at last.
 */
#include <stdatomic.h>

#include "scan/reduce.h"
#include "threads/pool.h"
#include "threads/shares.h"
#include "threads/team.h"
#include "tile/tile.h"

#define LINE_BYTES 64
#define GROUP 16 /* canonical tiles that one thread alone folds at once */
#define MOST 128 /* that one of a team takes at once */

struct job {
    const struct prefix__openmp_pipeline *p;
    uint64_t *aggregates; /* of canonical tiles */
    size_t tiles;
    int threads;
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

static size_t length_of(const struct prefix__openmp_pipeline *p, size_t first, size_t most)
{
    return p->n - first < most ? p->n - first : most;
}

static void work(void *user)
{
    struct job *job = user;
    const size_t tile = job->p->tile;
    size_t k, tiles;
    while ((tiles = prefix__openmp_take_share(&job->ticket, job->tiles, job->threads, MOST, &k)) > 0)
        prefix__openmp_reduce(job->p, k * tile, length_of(job->p, k * tile, tiles * tile), job->aggregates + k);
}

static uint64_t fold(const struct prefix__openmp_pipeline *p, uint64_t carry, const uint64_t *aggregates, size_t tiles)
{
    for (size_t i = 0; i < tiles; i++)
        carry = p->core.combine(carry, aggregates[i]);
    return carry;
}

static uint64_t reduce_alone(const struct prefix__openmp_pipeline *p)
{
    uint64_t aggregates[GROUP], carry = p->carry;
    for (size_t first = 0; first < p->n; first += GROUP * p->tile) {
        size_t length = length_of(p, first, GROUP * p->tile);
        prefix__openmp_reduce(p, first, length, aggregates);
        carry = fold(p, carry, aggregates, (length - 1) / p->tile + 1);
    }
    return carry;
}

int prefix__openmp_reduction(struct prefix_session *session, const struct prefix_scan_work *todo)
{
    const struct prefix__openmp_pipeline *p = prefix__openmp_pipeline_for(session, todo);
    const size_t tiles = (p->n - 1) / p->tile + 1, bytes = p->n * p->in_size;
    int threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(todo->threads, tiles / 2) : 1;
    uint64_t carry;
    if (threads == 1) {
        carry = reduce_alone(p);
    } else {
        int status = prefix__openmp_reserve(session, tiles * sizeof(uint64_t));
        if (status != PREFIX_OK)
            return status;
        struct job job = {.p = p, .aggregates = session->scratch, .tiles = tiles, .threads = threads};
        prefix__openmp_pool_run(work, &job, threads, prefix__openmp_wakes(session, bytes, threads));
        prefix__openmp_work_ended(session);
        carry = fold(p, p->carry, job.aggregates, tiles);
    }
    prefix__openmp_total(todo, p, carry);
    return PREFIX_OK;
}

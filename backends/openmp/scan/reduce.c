/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One reduction: the aggregates of canonical tiles, folded left to right into what stands before them, which gives the
 * bits of a scan's last element. Nobody waits for a tile: a team leaves aggregates in memory, the caller folds them.
 */
#include "scan/scan.h"

#include <stdatomic.h>

#include "threads/pool.h"
#include "threads/shares.h"
#include "threads/team.h"
#include "threads/tuning.h"
#include "tile/tile.h"

#define MOST 128 /* canonical tiles that one of a team takes at once */

struct job {
    const struct prefix__openmp_pipeline *p;
    uint64_t *aggregates; /* of canonical tiles */
    size_t tiles;
    int threads;
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

static void work(void *user)
{
    struct job *job = user;
    const struct prefix__openmp_pipeline *p = job->p;
    size_t k, tiles;
    while ((tiles = prefix__openmp_take_share(&job->ticket, job->tiles, job->threads, MOST, &k)) > 0) {
        const size_t first = k * p->tile, end = k + tiles < job->tiles ? first + tiles * p->tile : p->n;
        prefix__openmp_reduce(p, first, end - first, job->aggregates + k);
    }
}

int prefix__openmp_reduction(struct prefix_session *session, const struct prefix_scan_work *todo)
{
    const struct prefix__openmp_pipeline *p = prefix__openmp_pipeline_for(session, todo);
    const size_t tiles = (p->n - 1) / p->tile + 1, bytes = p->n * p->in_size;
    int threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(todo->threads, tiles / 2) : 1;
    uint64_t carry = p->carry, aggregate;
    if (threads == 1) {
        for (size_t at = 0; at < p->n; at += p->tile) {
            prefix__openmp_reduce(p, at, p->n - at < p->tile ? p->n - at : p->tile, &aggregate);
            carry = p->kernel.combine(carry, aggregate);
        }
    } else {
        int status = prefix__openmp_reserve(session, tiles * sizeof(uint64_t));
        if (status != PREFIX_OK)
            return status;
        struct job job = {.p = p, .aggregates = session->scratch, .tiles = tiles, .threads = threads};
        prefix__openmp_pool_run(work, &job, threads, prefix__openmp_wakes(session, bytes, threads));
        prefix__openmp_work_ended(session);
        carry = prefix__openmp_fold(p, carry, job.aggregates, tiles);
    }
    prefix__openmp_total(todo, p, carry, todo->total);
    return PREFIX_OK;
}

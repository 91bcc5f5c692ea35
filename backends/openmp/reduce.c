/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One reduction: the aggregates of canonical tiles, folded left to right into what stands before them,
 * which gives the bits of a scan's last element. Nobody waits for a tile: a team leaves its aggregates
 * in memory, a word for 32 KiB that are read, and the caller folds them at last.
 */
#include <stdatomic.h>

#include "pool.h"
#include "session.h"

#define LINE_BYTES 64
#define GROUP 16 /* canonical tiles that a thread draws at once, at most */

struct job {
    const struct prefix__openmp_pipeline *p;
    uint64_t *aggregates; /* of canonical tiles */
    size_t group;         /* elements that are drawn at once */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

static size_t length_of(const struct prefix__openmp_pipeline *p, size_t first, size_t most)
{
    return p->n - first < most ? p->n - first : most;
}

static void work(void *user)
{
    struct job *job = user;
    const size_t groups = (job->p->n - 1) / job->group + 1;
    size_t k;
    while ((k = atomic_fetch_add_explicit(&job->ticket, 1, memory_order_relaxed)) < groups) {
        size_t first = k * job->group;
        prefix__openmp_reduce(job->p, first, length_of(job->p, first, job->group),
                              job->aggregates + first / job->p->tile);
    }
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
        size_t group = tiles / (4 * (size_t)threads);
        int status = prefix__openmp_reserve(session, tiles * sizeof(uint64_t));
        if (status != PREFIX_OK)
            return status;
        struct job job = {.p = p, .aggregates = session->scratch};
        job.group = (group < 1 ? 1 : group > GROUP ? GROUP : group) * p->tile;
        prefix__openmp_pool_run(work, &job, threads, prefix__openmp_wakes(session, bytes, threads));
        prefix__openmp_work_ended(session);
        carry = fold(p, p->carry, job.aggregates, tiles);
    }
    prefix__openmp_total(todo, p, carry);
    return PREFIX_OK;
}

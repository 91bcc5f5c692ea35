/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads that share a range, piece by piece. */
#include "catalogue/crew.h"

#include <stdatomic.h>

#include "threads/pool.h"

#define PIECES 4 /* of a round for each thread */

struct job {
    void (*part)(void *user, size_t first, size_t last);
    void *user;
    size_t n, piece;
    _Alignas(64) atomic_size_t ticket;
};

static void work_at(void *user)
{
    struct job *job = user;
    for (;;) {
        const size_t first = job->piece * atomic_fetch_add_explicit(&job->ticket, 1, memory_order_relaxed);
        if (first >= job->n)
            return;
        job->part(job->user, first, prefix__least(first + job->piece, job->n));
    }
}

static void each(const struct prefix__crew *as_crew, size_t n, void (*part)(void *user, size_t first, size_t last),
                 void *user)
{
    const struct prefix__openmp_crew *crew = (const struct prefix__openmp_crew *)as_crew;
    const size_t pieces = PIECES * (size_t)crew->threads;
    struct job job = {.part = part, .user = user, .n = n};
    job.piece = ((n + pieces - 1) / pieces + crew->grain - 1) / crew->grain * crew->grain;
    if (crew->threads == 1 || job.piece >= n)
        part(user, 0, n);
    else
        prefix__openmp_pool_run(work_at, &job, crew->threads, 1);
}

struct prefix__openmp_crew prefix__openmp_crew_of(int threads, size_t grain)
{
    return (struct prefix__openmp_crew){{each}, threads, grain};
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* How many threads a scan gets: by OpenMP's rules, though the threads are those of pool.c. */
#include "threads/team.h"

#include <omp.h>
#include <stdatomic.h>

#include "threads/pool.h"
#include "threads/tuning.h"

#define PIECES 4 /* for each thread, so that a late one leaves its work to others */

int prefix__openmp_team_max(void)
{
    const int threads = omp_get_max_threads(), limit = omp_get_thread_limit();
    if (omp_get_active_level() >= omp_get_max_active_levels())
        return 1;
    return threads < limit ? threads : limit;
}

int prefix__openmp_team_size(int asked, size_t parts)
{
    int threads = prefix__openmp_team_max();
    if (asked > 0 && threads > 1) { /* goes beyond OpenMP's default, not its limit */
        const int limit = omp_get_thread_limit();
        threads = asked < limit ? asked : limit;
    }
    return (size_t)threads < parts ? threads : parts > 1 ? (int)parts : 1;
}

struct pieces {
    void (*part)(void *user, size_t first, size_t last);
    void *user;
    size_t n, piece;
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

static void work(void *user)
{
    struct pieces *p = user;
    size_t first;
    while ((first = p->piece * atomic_fetch_add_explicit(&p->ticket, 1, memory_order_relaxed)) < p->n)
        p->part(p->user, first, p->n - first < p->piece ? p->n : first + p->piece);
}

void prefix__openmp_each(size_t n, size_t grain, int threads, int wake_them,
                         void (*part)(void *user, size_t first, size_t last), void *user)
{
    struct pieces p = {.part = part, .user = user, .n = n};
    const size_t pieces = PIECES * (size_t)threads;
    p.piece = ((n + pieces - 1) / pieces + grain - 1) / grain * grain;
    prefix__openmp_pool_run(work, &p, p.piece < n ? threads : 1, wake_them);
}

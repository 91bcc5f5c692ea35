/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How many threads a scan gets. A process that was forked gets one for ever: the OpenMP runtime's
 * threads are gone in it, and libgomp would wait for them.
 */
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>

#include "internal.h"

static atomic_int forked;

static void after_fork(void)
{
    atomic_store_explicit(&forked, 1, memory_order_relaxed);
}

int prefix__openmp_team_init(void)
{
    return pthread_atfork(NULL, NULL, after_fork) == 0 ? PREFIX_OK : PREFIX_ERROR_NOMEM;
}

int prefix__openmp_team_max(void)
{
    if (atomic_load_explicit(&forked, memory_order_relaxed) || omp_get_active_level() >= omp_get_max_active_levels())
        return 1;
    int limit = omp_get_thread_limit(), threads = omp_get_max_threads();
    return threads < limit ? threads : limit;
}

int prefix__openmp_team_size(int limit, size_t parts)
{
    int most = prefix__openmp_team_max();
    int threads = most;
    if (limit > 0 && most > 1) { /* a number that was asked for goes beyond OpenMP's default, not its limit */
        threads = limit;
        if (threads > omp_get_thread_limit())
            threads = omp_get_thread_limit();
    }
    return (size_t)threads < parts ? threads : (int)parts;
}

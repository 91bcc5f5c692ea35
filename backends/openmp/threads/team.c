/* SPDX-License-Identifier: BSD-3-Clause */
/* How many threads a scan gets: by OpenMP's rules, though the threads are those of pool.c. */
#include <omp.h>

#include "threads/team.h"

int prefix__openmp_team_processors(void)
{
    return omp_get_num_procs();
}

int prefix__openmp_team_max(void)
{
    if (omp_get_active_level() >= omp_get_max_active_levels())
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
    return (size_t)threads < parts ? threads : parts > 1 ? (int)parts : 1;
}

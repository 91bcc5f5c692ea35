/* SPDX-License-Identifier: BSD-3-Clause */
/* How many threads a scan gets: by OpenMP's rules, though the threads are those of pool.c. */
#include <omp.h>

#include "threads/team.h"

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

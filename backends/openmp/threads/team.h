/* SPDX-License-Identifier: BSD-3-Clause */
/* How many threads work gets, and how they share it. */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_TEAM_H
#define PREFIX_BACKENDS_OPENMP_THREADS_TEAM_H

#include <stddef.h>

/* Threads, 1 at least, for work that may use as many as asked for (0: as OpenMP says) and has parts to give. */
int prefix__openmp_team_size(int asked, size_t parts);
int prefix__openmp_team_max(void);
/* Runs part() on pieces of 0 to n, which are multiples of grain but the last; each time on the same ones. */
void prefix__openmp_each(size_t n, size_t grain, int threads, int wake_them,
                         void (*part)(void *user, size_t first, size_t last), void *user);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* How many threads work gets. */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_TEAM_H
#define PREFIX_BACKENDS_OPENMP_THREADS_TEAM_H

#include <stddef.h>

/* Threads, 1 at least, for work that may use at most limit (0: no limit but OpenMP's) and has parts to give. */
int prefix__openmp_team_size(int limit, size_t parts);
int prefix__openmp_team_max(void);
int prefix__openmp_team_processors(void);

#endif

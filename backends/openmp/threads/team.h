/* SPDX-License-Identifier: BSD-3-Clause */
/* How many threads work gets. */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_TEAM_H
#define PREFIX_BACKENDS_OPENMP_THREADS_TEAM_H

#include <stddef.h>

/* Threads, 1 at least, for work that may use as many as asked for (0: as OpenMP says) and has parts to give. */
int prefix__openmp_team_size(int asked, size_t parts);
int prefix__openmp_team_max(void);

#endif

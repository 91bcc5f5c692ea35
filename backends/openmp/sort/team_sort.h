/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of this folder call of each other. Scratch memory is aligned for any type. */
#ifndef PREFIX_BACKENDS_OPENMP_SORT_TEAM_SORT_H
#define PREFIX_BACKENDS_OPENMP_SORT_TEAM_SORT_H

#include <prefix/backend.h>

/* So many neighbours from the first on, sorted by all threads together. */
size_t prefix__openmp_team_sort_scratch(const struct prefix_sort_work *work, size_t n, int threads);
void prefix__openmp_team_sort(const struct prefix_session *session, const struct prefix_sort_work *work, size_t first,
                              size_t n, int threads, int wake_them, void *scratch);

/* Segments, shared by the threads; long ones are sorted by all of them. */
int prefix__openmp_sort_segments(struct prefix_session *session, const struct prefix_sort_work *work, int threads,
                                 int wake_them);

#endif

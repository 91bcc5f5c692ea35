/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_RUNS_RUNS_H
#define PREFIX_BACKENDS_OPENMP_RUNS_RUNS_H

#include "session/session.h"

/* Runs found, and written out. */
int prefix__openmp_find_runs(struct prefix_session *session, const struct prefix_runs_work *work);
int prefix__openmp_expand_runs(struct prefix_session *session, const struct prefix_expand_work *work);

#endif

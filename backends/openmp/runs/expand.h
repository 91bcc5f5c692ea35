/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_RUNS_EXPAND_H
#define PREFIX_BACKENDS_OPENMP_RUNS_EXPAND_H

#include "session/session.h"

int prefix__openmp_expand(struct prefix_session *session, const struct prefix_expand_work *work);

#endif

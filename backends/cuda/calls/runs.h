/* SPDX-License-Identifier: BSD-3-Clause */
/* The runs of arrays that may lie on the host. */
#ifndef PREFIX_CUDA_CALLS_RUNS_H
#define PREFIX_CUDA_CALLS_RUNS_H

#include "base/session.h"

int prefix__cuda_runs(struct prefix_session *session, const struct prefix_runs_work *work);

#endif

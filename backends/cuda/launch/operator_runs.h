/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_LAUNCH_OPERATOR_RUNS_H
#define PREFIX_CUDA_LAUNCH_OPERATOR_RUNS_H

#include "base/session.h"

/* counts: on the device, where the number of runs goes. */
int prefix__cuda_operator_reduce_runs(struct prefix_session *session, const struct prefix_runs_work *work,
                                      uint64_t *counts);

#endif

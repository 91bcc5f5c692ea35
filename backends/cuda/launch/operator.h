/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions by operators of the caller's own, of arrays on the device. */
#ifndef PREFIX_CUDA_LAUNCH_OPERATOR_H
#define PREFIX_CUDA_LAUNCH_OPERATOR_H

#include "base/session.h"

int prefix__cuda_operator_on_device(struct prefix_session *session, const struct prefix_operator_work *work);
/* Compiles, or loads, what the work needs, whatever its length. */
int prefix__cuda_operator_make_ready(struct prefix_session *session, const struct prefix_operator_work *work);
/* Of each run of equal keys; counts: on the device, where their number goes. */
int prefix__cuda_operator_reduce_runs(struct prefix_session *session, const struct prefix_runs_work *work,
                                      uint64_t *counts);

#endif

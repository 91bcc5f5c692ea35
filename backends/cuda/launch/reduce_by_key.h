/* SPDX-License-Identifier: BSD-3-Clause */
/* Reduction by key. */
#ifndef PREFIX_CUDA_LAUNCH_REDUCE_BY_KEY_H
#define PREFIX_CUDA_LAUNCH_REDUCE_BY_KEY_H

#include "base/session.h"

int prefix__cuda_runs_reduce(struct prefix_session *session, const struct prefix_runs_work *work, uint64_t *counts);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The runs of an array that kernels can reach: what they are, or what their elements come to. */
#ifndef PREFIX_CUDA_LAUNCH_RUNS_H
#define PREFIX_CUDA_LAUNCH_RUNS_H

#include "base/session.h"

int prefix__cuda_runs_on_device(struct prefix_session *session, const struct prefix_runs_work *work);

#endif

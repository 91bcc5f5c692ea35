/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of keys of any size, or nontrivial runs alone, in several passes. */
#ifndef PREFIX_CUDA_LAUNCH_RUNS_BY_BITS_H
#define PREFIX_CUDA_LAUNCH_RUNS_BY_BITS_H

#include "base/session.h"

int prefix__cuda_runs_by_bits(struct prefix_session *session, const struct prefix_runs_work *work, uint64_t *counts);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_RUNS_RUN_CHAIN_H
#define PREFIX_BACKENDS_OPENMP_RUNS_RUN_CHAIN_H

#include "runs/run_types.h"

/* One pass by a team; what is known after the last tile. */
size_t prefix__openmp_runs_chain_bytes(const struct prefix__openmp_runs *r, int threads);
struct prefix__openmp_place prefix__openmp_runs_chain(const struct prefix__openmp_runs *r, void *memory, int threads,
                                                      int wake_them);

#endif

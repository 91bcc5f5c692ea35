/* SPDX-License-Identifier: BSD-3-Clause */
/* One pass over all tiles of a scan by a team of threads. */
#ifndef PREFIX_BACKENDS_OPENMP_CHAIN_CHAIN_H
#define PREFIX_BACKENDS_OPENMP_CHAIN_CHAIN_H

#include "tile/pipeline.h"

/* Canonical tiles of a physical one that suit such a scan. */
size_t prefix__openmp_chain_group(const struct prefix__openmp_pipeline *p, int threads);
size_t prefix__openmp_chain_bytes(const struct prefix__openmp_pipeline *p, size_t group, int threads);
uint64_t prefix__openmp_chain_run(const struct prefix__openmp_pipeline *p, void *memory, size_t group, int threads,
                                  int wake_them);

#endif

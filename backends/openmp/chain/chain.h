/* SPDX-License-Identifier: BSD-3-Clause */
/* All tiles of a scan by a team of threads: the memory that it takes, and the carry after the last element. */
#ifndef PREFIX_BACKENDS_OPENMP_CHAIN_CHAIN_H
#define PREFIX_BACKENDS_OPENMP_CHAIN_CHAIN_H

#include "tile/pipeline.h"

/* In one pass, by physical tiles; canonical ones of a physical one that suit such a scan. */
size_t prefix__openmp_chain_group(const struct prefix__openmp_pipeline *p, int threads);
uint64_t prefix__openmp_chain_run(const struct prefix__openmp_pipeline *p, void *memory, size_t group, int threads,
                                  int wake_them);
/* The same by canonical tiles, each of which waits for the one before it: for comparison. */
uint64_t prefix__openmp_chained_scan(const struct prefix__openmp_pipeline *p, void *memory, int threads);

/* In two passes: what the caches hold is read twice, but nobody waits for a tile. */
uint64_t prefix__openmp_reduce_then_scan(const struct prefix__openmp_pipeline *p, void *memory, int threads,
                                         int wake_them);

/* Memory for any of these; by canonical tiles in groups of 1. */
size_t prefix__openmp_chain_bytes(const struct prefix__openmp_pipeline *p, size_t group, int threads);

#endif

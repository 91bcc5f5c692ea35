/* SPDX-License-Identifier: BSD-3-Clause */
/* A scan in one share for each thread: what the caches hold is read twice, but with next to no waiting. */
#ifndef PREFIX_BACKENDS_OPENMP_CHAIN_REDUCE_THEN_SCAN_H
#define PREFIX_BACKENDS_OPENMP_CHAIN_REDUCE_THEN_SCAN_H

#include "tile/pipeline.h"

size_t prefix__openmp_reduce_then_scan_bytes(const struct prefix__openmp_pipeline *p, int threads);
/* Returns the carry after the last element. */
uint64_t prefix__openmp_reduce_then_scan(const struct prefix__openmp_pipeline *p, void *memory, int threads,
                                         int wake_them);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The algorithms by name, on the threads of the pool: for comparison. The default is chain.c. */
#ifndef PREFIX_BACKENDS_OPENMP_CATALOGUE_CREW_H
#define PREFIX_BACKENDS_OPENMP_CATALOGUE_CREW_H

#include "catalogue/network.h"
#include "tile/tile.h"

/* Threads that share a range, by pieces of at least grain. */
struct prefix__openmp_crew {
    struct prefix__crew crew;
    int threads;
    size_t grain;
};

/* Calls part for pieces that cover 0 to n, and returns when all are done. */
void prefix__openmp_each(const struct prefix__openmp_crew *crew, size_t n,
                         void (*part)(void *user, size_t first, size_t last), void *user);

/*
 * Tiled scans: one file each. memory is for tiles canonical tiles, as prefix__openmp_chained_bytes() says;
 * the carry after the last one is returned.
 */
typedef uint64_t prefix__openmp_tiled_fn(const struct prefix__openmp_pipeline *p, const struct prefix_scan_work *work,
                                         const struct prefix__openmp_crew *crew, void *memory);
prefix__openmp_tiled_fn prefix__openmp_scan_then_propagate, prefix__openmp_chained_scan;
size_t prefix__openmp_chained_bytes(size_t tiles);

#endif

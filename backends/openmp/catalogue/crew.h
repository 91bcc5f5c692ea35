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
struct prefix__openmp_crew prefix__openmp_crew_of(int threads, size_t grain);

/* Returns the carry after the last tile. memory: a word for each. */
uint64_t prefix__openmp_scan_then_propagate(const struct prefix__openmp_pipeline *p,
                                            const struct prefix_scan_work *work, const struct prefix__crew *crew,
                                            uint64_t *memory);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_RUNS_RUN_TILE_H
#define PREFIX_BACKENDS_OPENMP_RUNS_RUN_TILE_H

#include "runs/run_types.h"

/* An index of so many bytes as the k-th of an array. */
static inline void prefix__openmp_store_index(char *to, size_t size, size_t k, uint64_t value)
{
    if (size == 4)
        ((uint32_t *)to)[k] = (uint32_t)value;
    else
        ((uint64_t *)to)[k] = value;
}

/* Makes tiles of so many canonical ones. */
void prefix__openmp_runs_cut(struct prefix__openmp_runs *r, size_t parts);
void prefix__openmp_runs_pack(const struct prefix__openmp_runs *r, size_t k, char *slot,
                              struct prefix__openmp_runs_tile *tile);

#endif

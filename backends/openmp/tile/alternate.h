/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_TILE_ALTERNATE_H
#define PREFIX_BACKENDS_OPENMP_TILE_ALTERNATE_H

#include "tile/pipeline.h"

/*
 * Moves a state on by elements from the beginning of a row on, while none begins a segment and there
 * are enough of them. Returns how many they are.
 */
int prefix__openmp_takes_turns(const struct prefix__openmp_pipeline *p);
size_t prefix__openmp_reduce_turns(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                   struct prefix__openmp_state *state);

#endif

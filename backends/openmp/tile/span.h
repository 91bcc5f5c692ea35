/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_TILE_SPAN_H
#define PREFIX_BACKENDS_OPENMP_TILE_SPAN_H

#include "tile/pipeline.h"

/* What elements of a canonical tile, which ends at a position, come to from one on up to another. */
uint64_t prefix__openmp_reduce_span(const struct prefix__openmp_pipeline *p, size_t tile, size_t end, size_t from,
                                    size_t to);

/*
 * The totals, as the kernel writes elements, of segments of offsets, at most so many from the first on,
 * that end in a canonical tile, but at its end. Moves the carry on; returns how many they are.
 */
size_t prefix__openmp_reduce_spans(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t first,
                                   size_t most, uint64_t *carry, char *totals);

#endif

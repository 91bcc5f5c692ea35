/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTS_BY_TREES_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTS_BY_TREES_H

#include "tile/pipeline.h"

/*
 * What reduce_few() gives, by nodes, where a pipeline has them, of any number of segments, whose first is the
 * position of the tile in the offsets' terms. A vector more may be written than it says. What was given to be written
 * aside is, in part; lines of what comes next, before stop, have been prefetched.
 */
int prefix__openmp_has_nodes(const struct prefix__openmp_pipeline *p);
size_t prefix__openmp_reduce_by_nodes(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t stop,
                                      const struct prefix__openmp_segments *segments, uint64_t *carry, char *totals,
                                      struct prefix__openmp_aside *aside);

#endif

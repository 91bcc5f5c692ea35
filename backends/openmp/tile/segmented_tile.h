/* SPDX-License-Identifier: BSD-3-Clause */
/* Canonical tiles in which segments begin. */
#ifndef PREFIX_BACKENDS_OPENMP_TILE_SEGMENTED_TILE_H
#define PREFIX_BACKENDS_OPENMP_TILE_SEGMENTED_TILE_H

#include "tile/segment_starts.h"
#include "tile/tile.h"

/*
 * As tile.h has them, of a pipeline with heads. A reduction gives the aggregates of canonical tiles
 * from the last on in which a segment begins, of that one what stands after its last beginning, and returns its
 * number, counted from 1; 0: no segment begins, and all are there. Of what is scanned so many elements are unread yet,
 * whole tiles; in the others, which have been reduced, no segment begins.
 */
size_t prefix__openmp_reduce_segments(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                      uint64_t *aggregates);
uint64_t prefix__openmp_scan_segments(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                      uint64_t carry, size_t unread, const struct prefix__openmp_ahead *ahead);

/*
 * Scans a canonical tile for somebody who takes its inclusive results, of kernel.written bytes each, a piece
 * at a time: before has the one before the piece and then those of the piece, of which those that stand before a
 * segment that begins, and the last, are right. Of offsets it may be NULL where none begins. What stands before end is
 * read next. Returns the carry after it.
 */
typedef void prefix__openmp_take_fn(void *user, size_t at, size_t count, const uint64_t *heads, const char *before);
uint64_t prefix__openmp_scan_for(const struct prefix__openmp_pipeline *p, size_t first, size_t count, size_t end,
                                 struct prefix__openmp_heads *heads, uint64_t carry, prefix__openmp_take_fn *take,
                                 void *user);

#endif

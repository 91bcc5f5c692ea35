/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans of segments that may go on from rank to rank. */
#ifndef PREFIX_MPI_SEGMENTS_H
#define PREFIX_MPI_SEGMENTS_H

#include "fold.h"
#include "heads.h"

/* Of a part of n elements in the order of the scan: how many come before the first that begins a segment behind the
 * part's first one, or n; and how many come before the segment that may go on in the next part, 0 if it is the same. */
struct prefix__mpi_span {
    size_t n, lead, tail;
};
struct prefix__mpi_span prefix__mpi_span_of(const prefix_mpi_plan *plan, const struct prefix__mpi_heads *heads,
                                            size_t n);

/* What is wrong with the arrays of a part, which are used in pieces. */
int prefix__mpi_check_segments(const prefix_mpi_plan *plan, int reduces, const void *in, const void *out, size_t n);
/* From the ends of all parts, in the channel: which of the totals, that are of the last segment of each part, is the
 * first of those that stand before the part in its segment; that of the part itself if there is none. */
int prefix__mpi_segment_start(const prefix_mpi_plan *plan, const struct prefix__mpi_channel *channel,
                              const struct prefix__mpi_totals *totals, size_t *start);
/* Scans the part: what goes on from an earlier one behind the carry, and the other segments by themselves. */
int prefix__mpi_scan_segments(prefix_mpi_plan *plan, const struct prefix__mpi_span *span, const void *in, void *out,
                              const struct prefix__mpi_carry *carry, int goes_on);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Totals of the short segments of offsets, out of tables of neighbouring elements or of permuted ones. */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTED_WINDOWS_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTED_WINDOWS_H

#include "segments/output.h"

int prefix__openmp_has_windows(const struct prefix__openmp_pipeline *p);
/*
 * Whether the next segments are so short that windows are worth it, but do not have one element each, which are scanned
 * faster.
 */
int prefix__openmp_are_short(const struct prefix__openmp_pipeline *p, const struct totals *totals);
/*
 * Of those that end in canonical tiles before an end, as long as they are short, the first tile's at least. Returns up
 * to where nothing is left to do: the beginning of a tile or a row, or the end; and has the carry behind that.
 */
size_t prefix__openmp_reduce_by_windows(const struct prefix__openmp_pipeline *p, size_t tile, size_t end,
                                        uint64_t *carry, struct totals *totals);

#endif

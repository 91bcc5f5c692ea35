/* SPDX-License-Identifier: BSD-3-Clause */
/* Totals of the short segments of offsets, out of tables of neighbouring elements or of permuted ones. */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTED_WINDOWS_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTED_WINDOWS_H

#include "segmented_totals.h"

int prefix__openmp_has_windows(const struct prefix__openmp_pipeline *p);
/*
 * Of those that end in a canonical tile, but at its end, up to one that is not short. Returns of how many elements of
 * the tile nothing is left to do, and has the carry behind them.
 */
size_t prefix__openmp_reduce_by_windows(const struct prefix__openmp_pipeline *p, size_t tile, size_t length,
                                        uint64_t *carry, struct totals *totals);

#endif

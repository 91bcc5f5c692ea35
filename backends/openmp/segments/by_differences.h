/* SPDX-License-Identifier: BSD-3-Clause */
/* Totals of the segments of sums that wrap around. */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTED_DIFFERENCES_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTED_DIFFERENCES_H

#include "segments/output.h"

int prefix__openmp_has_differences(const struct prefix__openmp_pipeline *p);
/* Whether the sums of columns can be had, too: quicker where segments are longer than a line. */
int prefix__openmp_has_columns(const struct prefix__openmp_pipeline *p);
/*
 * Those that end at elements from the first on, as long as each is one element: returns how many, and has the carry
 * behind them.
 */
size_t prefix__openmp_copy_totals(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t *carry,
                                  struct totals *totals);
/* Of those that end in a canonical tile, but at its end. Returns the carry behind it. */
uint64_t prefix__openmp_reduce_by_differences(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                              int columns, uint64_t carry, struct totals *totals);

#endif

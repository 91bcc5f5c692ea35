/* SPDX-License-Identifier: BSD-3-Clause */
/* Histograms on the CPU: a stretch of elements, counted into a table. */
#ifndef PREFIX_LIB_SHARED_BINS_H
#define PREFIX_LIB_SHARED_BINS_H

#include <prefix/backend.h>

/* Elements from first to last, added to counts, of which there is one for each bin; and their numbers, if wanted. */
void prefix__bins_count(const struct prefix_histogram_work *work, size_t first, size_t last, uint64_t *counts);
/* The sum of so many tables, each of all bins, to the work's counts: those of bins first to last. */
void prefix__bins_store(const struct prefix_histogram_work *work, size_t first, size_t last, const uint64_t *tables,
                        size_t count);

#endif

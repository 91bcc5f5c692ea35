/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SCAN_SCAN_H
#define PREFIX_BACKENDS_OPENMP_SCAN_SCAN_H

#include "session/session.h"
#include "shared/recurrence_tile.h"

/* One reduction (reduce.c), those by an operator of the caller's own (operator_scan.c), and one by another. */
int prefix__openmp_reduction(struct prefix_session *session, const struct prefix_scan_work *work);
int prefix__openmp_operator_scan(struct prefix_session *session, const struct prefix_operator_work *work);
/* What such a scan costs, as bytes of a scan of the library's own do. */
size_t prefix__openmp_operator_bytes(const struct prefix_operator_work *work);
/* How tiles of a recurrence_type are scanned; NULL: as those of any operator. */
const struct prefix__recurrence_loops *prefix__openmp_recurrence_loops(const struct prefix_session *session, int type);
/* What copies past the caches, where so many rows are worth it; else NULL. */
prefix__recurrence_copy_fn *prefix__openmp_past_caches(const struct prefix_session *session,
                                                       const struct prefix_operator_work *work, size_t rows);
int prefix__openmp_operator_runs(struct prefix_session *session, const struct prefix_runs_work *runs);
/* The same, and scans of segments, of what is not missing (missing.c). */
int prefix__openmp_valid_scan(struct prefix_session *session, const struct prefix_scan_work *work);
int prefix__openmp_valid_reduction(struct prefix_session *session, const struct prefix_scan_work *work);
int prefix__openmp_valid_segmented(struct prefix_session *session, const struct prefix_segmented_work *work);
int prefix__openmp_scan(struct prefix_session *session, const struct prefix_scan_work *work);

/* Filters (filter.c). */
int prefix__openmp_filter(struct prefix_session *session, const struct prefix_filter_work *work);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Short rows that lie behind each other: one array, in which the scan begins anew every so many elements. */
#ifndef PREFIX_BACKENDS_OPENMP_BATCH_SHORT_ROWS_H
#define PREFIX_BACKENDS_OPENMP_BATCH_SHORT_ROWS_H

#include "session/session.h"

/* The pipeline of all rows as one array; or NULL: they are other rows, or their kernel has none. */
const struct prefix__openmp_pipeline *prefix__openmp_short_rows(struct prefix_session *session,
                                                                const struct prefix_scan_work *work);
/* How many parts the rows have, and from one on scans some, as the scan meets them, and writes their totals. */
size_t prefix__openmp_short_row_parts(const struct prefix_scan_work *work, const struct prefix__openmp_pipeline *p);
void prefix__openmp_scan_short_rows(const struct prefix_scan_work *work, const struct prefix__openmp_pipeline *p,
                                    size_t first, size_t count);

#endif

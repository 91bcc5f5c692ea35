/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTS_SEGMENTED_SCAN_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTS_SEGMENTED_SCAN_H

#include "session/session.h"

/* Scans and, without an output, reductions of segments. */
int prefix__openmp_segmented(struct prefix_session *session, const struct prefix_segmented_work *work);
/* Reductions of the segments of offsets of at least one element. */
int prefix__openmp_reduce_offsets(struct prefix_session *session, const struct prefix_segmented_work *work);

#endif

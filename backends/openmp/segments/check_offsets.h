/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTS_CHECK_OFFSETS_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTS_CHECK_OFFSETS_H

#include "session/session.h"

/* PREFIX_ERROR_ARGUMENT where the segments are of offsets that decrease or exceed n. Reads them once, by a team. */
int prefix__openmp_check_offsets(struct prefix_session *session, const struct prefix_segmented_work *work);

#endif

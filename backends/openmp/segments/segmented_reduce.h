/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTS_SEGMENTED_REDUCE_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTS_SEGMENTED_REDUCE_H

#include "session/session.h"

int prefix__openmp_reduce_offsets(struct prefix_session *session, const struct prefix_segmented_work *work);

#endif

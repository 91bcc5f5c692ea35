/* SPDX-License-Identifier: BSD-3-Clause */
/* A scan of segments, or the reduction of each, of arrays that may lie on the host. */
#ifndef PREFIX_CUDA_CALLS_SEGMENTED_H
#define PREFIX_CUDA_CALLS_SEGMENTED_H

#include "base/session.h"

int prefix__cuda_segmented(struct prefix_session *session, const struct prefix_segmented_work *work);

#endif

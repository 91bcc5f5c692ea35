/* SPDX-License-Identifier: BSD-3-Clause */
/* A scan of segments, or the reduction of each, of arrays that kernels can reach. */
#ifndef PREFIX_CUDA_LAUNCH_SEGMENTED_H
#define PREFIX_CUDA_LAUNCH_SEGMENTED_H

#include "base/session.h"

int prefix__cuda_segmented_on_device(struct prefix_session *session, const struct prefix_segmented_work *work);

#endif

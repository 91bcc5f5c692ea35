/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_LAUNCH_FILTER_H
#define PREFIX_CUDA_LAUNCH_FILTER_H

#include "base/session.h"

/* A filter of arrays that kernels can reach. */
int prefix__cuda_filter_on_device(struct prefix_session *session, const struct prefix_filter_work *work);

#endif

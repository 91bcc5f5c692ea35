/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_LAUNCH_HISTOGRAM_H
#define PREFIX_CUDA_LAUNCH_HISTOGRAM_H

#include "base/session.h"

/* in, counts and numbers are on the device. */
int prefix__cuda_histogram_on_device(struct prefix_session *session, const struct prefix_histogram_work *work);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_CALLS_HISTOGRAM_H
#define PREFIX_CUDA_CALLS_HISTOGRAM_H

#include "base/session.h"

int prefix__cuda_histogram(struct prefix_session *session, const struct prefix_histogram_work *work);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_CALLS_FILTER_H
#define PREFIX_CUDA_CALLS_FILTER_H

#include "base/session.h"

int prefix__cuda_filter(struct prefix_session *session, const struct prefix_filter_work *work);

#endif

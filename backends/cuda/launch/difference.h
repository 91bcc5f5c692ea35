/* SPDX-License-Identifier: BSD-3-Clause */
/* Differences of neighbours, in arrays that kernels can reach. */
#ifndef PREFIX_CUDA_LAUNCH_DIFFERENCE_H
#define PREFIX_CUDA_LAUNCH_DIFFERENCE_H

#include "base/session.h"

int prefix__cuda_difference_on_device(struct prefix_session *session, const struct prefix_difference_work *work);

#endif

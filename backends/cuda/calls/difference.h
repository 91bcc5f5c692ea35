/* SPDX-License-Identifier: BSD-3-Clause */
/* Differences of neighbours, of arrays that may lie on the host. */
#ifndef PREFIX_CUDA_CALLS_DIFFERENCE_H
#define PREFIX_CUDA_CALLS_DIFFERENCE_H

#include "base/session.h"

int prefix__cuda_difference(struct prefix_session *session, const struct prefix_difference_work *work);

#endif

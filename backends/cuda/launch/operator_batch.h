/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions of a batch by operators of the caller's own, of arrays on the device. */
#ifndef PREFIX_CUDA_LAUNCH_OPERATOR_BATCH_H
#define PREFIX_CUDA_LAUNCH_OPERATOR_BATCH_H

#include "base/session.h"

int prefix__cuda_operator_batch_on_device(struct prefix_session *session, const struct prefix_operator_work *work);

#endif

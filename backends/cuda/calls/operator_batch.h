/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_CALLS_OPERATOR_BATCH_H
#define PREFIX_CUDA_CALLS_OPERATOR_BATCH_H

#include "base/session.h"

/* Scans or reductions of the rows of a batch by an operator of the caller's own; the work has been resolved. */
int prefix__cuda_operator_batch(struct prefix_session *session, const struct prefix_operator_work *work);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Recurrences of real numbers over device memory. */
#ifndef PREFIX_CUDA_LAUNCH_RECURRENCE_H
#define PREFIX_CUDA_LAUNCH_RECURRENCE_H

#include "base/session.h"

/* Of a work with recurrence_type: of one row, or of a batch with strides of any kind. */
int prefix__cuda_recurrence_on_device(struct prefix_session *session, const struct prefix_operator_work *work);

#endif

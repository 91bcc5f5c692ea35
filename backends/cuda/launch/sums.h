/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers that one kernel of a call has left, summed up for the next. */
#ifndef PREFIX_CUDA_LAUNCH_SUMS_H
#define PREFIX_CUDA_LAUNCH_SUMS_H

#include "base/session.h"

/* Numbers on the device become their inclusive sums, modulo 2^64. */
int prefix__cuda_sum_up(struct prefix_session *session, uint64_t *numbers, size_t n, void *stream);

#endif

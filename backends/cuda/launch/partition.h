/* SPDX-License-Identifier: BSD-3-Clause */
/* A partition in two ways of a large array. */
#ifndef PREFIX_CUDA_LAUNCH_PARTITION_H
#define PREFIX_CUDA_LAUNCH_PARTITION_H

#include "base/session.h"
#include "plan/select_kernels.h"

int prefix__cuda_partition_large(struct prefix_session *session, const struct prefix__cuda_select *params,
                                 void *stream);

#endif

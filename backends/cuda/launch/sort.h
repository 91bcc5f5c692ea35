/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts of arrays that kernels can reach. */
#ifndef PREFIX_CUDA_LAUNCH_SORT_H
#define PREFIX_CUDA_LAUNCH_SORT_H

#include "base/session.h"

/* Of a workspace; out may be NULL, and no array is looked into. */
int prefix__cuda_sort_bytes(struct prefix_session *session, const struct prefix_sort_work *work, size_t *bytes);
/* In the work's workspace, if it has one. */
int prefix__cuda_sort_on_device(struct prefix_session *session, const struct prefix_sort_work *work);

#endif

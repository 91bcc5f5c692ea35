/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts, of arrays that may lie on the host. */
#ifndef PREFIX_CUDA_CALLS_SORT_H
#define PREFIX_CUDA_CALLS_SORT_H

#include "base/session.h"

int prefix__cuda_sort_workspace(struct prefix_session *session, const struct prefix_sort_work *work, size_t *bytes);
int prefix__cuda_sort(struct prefix_session *session, const struct prefix_sort_work *work);

#endif

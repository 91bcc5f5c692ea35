/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions. */
#ifndef PREFIX_CUDA_CALLS_SCAN_H
#define PREFIX_CUDA_CALLS_SCAN_H

#include "base/session.h"

int prefix__cuda_scan_workspace(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes);
int prefix__cuda_scan(struct prefix_session *session, const struct prefix_scan_work *work);
int prefix__cuda_reduce(struct prefix_session *session, const struct prefix_scan_work *work);

#endif

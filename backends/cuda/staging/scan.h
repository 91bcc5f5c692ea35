/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans or reductions of arrays of which one or both lie on the host, piece by piece. */
#ifndef PREFIX_CUDA_STAGING_SCAN_H
#define PREFIX_CUDA_STAGING_SCAN_H

#include "base/session.h"
#include "plan/scan_kernels.h"

int prefix__cuda_scan_staged(struct prefix_session *session, const struct prefix_scan_work *work,
                             const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params);

#endif

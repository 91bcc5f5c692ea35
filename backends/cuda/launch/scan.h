/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan or reduction of arrays that kernels can reach. */
#ifndef PREFIX_CUDA_LAUNCH_SCAN_H
#define PREFIX_CUDA_LAUNCH_SCAN_H

#include "base/session.h"
#include "plan/scan_kernels.h"

int prefix__cuda_workspace_bytes(struct prefix_session *session, const struct prefix_scan_work *work,
                                 const struct prefix__cuda_kernel *kernel, int which, uint64_t n, size_t *bytes);
int prefix__cuda_launch(struct prefix_session *session, const struct prefix_scan_work *work,
                        const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *asked);

/* The same for a call that has no plan, and so no workspace. */
int prefix__cuda_launch_for_call(struct prefix_session *session, const struct prefix_scan_work *work,
                                 const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *asked);

#endif

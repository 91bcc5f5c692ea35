/* SPDX-License-Identifier: BSD-3-Clause */
/* The scans or reductions of a batch that skip missing elements, of arrays that kernels can reach. */
#ifndef PREFIX_CUDA_LAUNCH_MISSING_BATCH_H
#define PREFIX_CUDA_LAUNCH_MISSING_BATCH_H

#include "base/session.h"

int prefix__cuda_missing_batch_on_device(struct prefix_session *session, const struct prefix_scan_work *work);

#endif

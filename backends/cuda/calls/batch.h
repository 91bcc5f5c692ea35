/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_CALLS_BATCH_H
#define PREFIX_CUDA_CALLS_BATCH_H

#include <prefix/backend.h>

int prefix__cuda_batch(struct prefix_session *session, const struct prefix_scan_work *work);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The persistent kernel of scan/ring_scan.cuh, and its stages. */
#ifndef PREFIX_CUDA_LAUNCH_RING_H
#define PREFIX_CUDA_LAUNCH_RING_H

#include "base/session.h"
#include "plan/scan_kernels.h"

/* Elements of the accumulator as they are; besides, in arrays that begin, or in reverse end, with whole packets. */
int prefix__cuda_own(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params);
int prefix__cuda_plain(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params);
/* Sets params->ring_stages, to 0 unless the persistent kernel is to be used. */
int prefix__cuda_ring(struct prefix_session *session, const struct prefix__cuda_kernel *kernel,
                      struct prefix__cuda_scan *params);
/* Words of the workspace that it needs; 0 when it is not for so few elements. */
uint64_t prefix__cuda_ring_words(const struct prefix__cuda_kernel *kernel, uint64_t n);

#endif

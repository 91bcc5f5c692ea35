/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks of one cluster, and launches that begin before the kernel before has ended. */
#ifndef PREFIX_CUDA_LAUNCH_CLUSTER_H
#define PREFIX_CUDA_LAUNCH_CLUSTER_H

#include "base/session.h"
#include "plan/scan_kernels.h"

/*
 * The most blocks that a cluster of a kernel (which: prefix__cuda_scan.kernel) can have; 1 where there are no
 * clusters, nor dependent launches.
 */
int prefix__cuda_cluster(struct prefix_session *session, const struct prefix__cuda_kernel *kernel, int which,
                         unsigned int *blocks);

#endif

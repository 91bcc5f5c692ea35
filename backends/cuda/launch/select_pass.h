/* SPDX-License-Identifier: BSD-3-Clause */
/* One pass of a selection: the kernel, the grid and the workspace that its size asks for. */
#ifndef PREFIX_CUDA_LAUNCH_SELECT_PASS_H
#define PREFIX_CUDA_LAUNCH_SELECT_PASS_H

#include "base/session.h"
#include "plan/select_kernels.h"

int prefix__cuda_select_launch(struct prefix_session *session, const struct prefix__cuda_select *asked, void *stream);
/* Whether a partition in two ways is one launch, too, with again, and not better for the kernels of large arrays; */
int prefix__cuda_select_partitions(const struct prefix__cuda_select *params);
/* and whether it is one for partition.h. */
int prefix__cuda_partition_is_large(const struct prefix__cuda_select *params);
/* What is left of n elements of size bytes, from an array of its own to behind *count elements, on the device. */
int prefix__cuda_select_behind(struct prefix_session *session, const void *from, void *to, const uint64_t *count,
                               size_t n, size_t size, void *stream);

#endif

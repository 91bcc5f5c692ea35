/* SPDX-License-Identifier: BSD-3-Clause */
/* The host side of selections. */
#ifndef PREFIX_CUDA_SELECT_H
#define PREFIX_CUDA_SELECT_H

#include "select_params.h"
#include "session.h"

/* select.c: the kernel's parameters, all but the total; */
void prefix__cuda_select_lower(const struct prefix_select_work *work, struct prefix__cuda_select *params);
/* a selection of arrays that kernels can reach; its count may be anywhere. */
int prefix__cuda_select_on_device(struct prefix_session *session, const struct prefix_select_work *work);

/* select_stage.c: one of arrays some of which have to be copied. */
int prefix__cuda_select_is_staged(const struct prefix_select_work *work);
int prefix__cuda_select_staged(struct prefix_session *session, const struct prefix_select_work *work);

/* select_launch.c: one pass, with the kernel, the grid and the workspace that the size asks for. */
int prefix__cuda_select_launch(struct prefix_session *session, const struct prefix__cuda_select *asked, void *stream);
/* Whether a partition in two ways is one launch, too, with again, and not better for the kernels of large arrays. */
int prefix__cuda_select_partitions(const struct prefix__cuda_select *params);
/* partition.c: a partition in two ways of a large array, */
int prefix__cuda_partition_large(struct prefix_session *session, const struct prefix__cuda_select *params,
                                 void *stream);
/* and select_launch.c: whether it is one. */
int prefix__cuda_partition_is_large(const struct prefix__cuda_select *params);
/* What is left of n elements of size bytes, from an array of their own to behind so many as *count says, on the device.
 */
int prefix__cuda_select_behind(struct prefix_session *session, const void *from, void *to, const uint64_t *count,
                               size_t n, size_t size, void *stream);

#endif

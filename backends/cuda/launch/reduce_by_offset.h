/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions of the segments that offsets tell of, of large arrays. */
#ifndef PREFIX_CUDA_LAUNCH_REDUCE_BY_OFFSET_H
#define PREFIX_CUDA_LAUNCH_REDUCE_BY_OFFSET_H

#include "base/session.h"
#include "plan/segmented_kernels.h"

/* Whether a device can do so, in three kernels, and that. */
int prefix__cuda_totals_fit(const struct prefix__cuda_by_offset_kernel *by_offset,
                            const struct prefix__cuda_ring_room *room);
int prefix__cuda_totals(struct prefix_session *session, const struct prefix__cuda_segmented_kernel *kernel,
                        const struct prefix__cuda_by_offset_kernel *by_offset,
                        const struct prefix__cuda_ring_room *room, int plain,
                        const struct prefix__cuda_segmented *params, void *stream);

#endif

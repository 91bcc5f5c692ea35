/* SPDX-License-Identifier: BSD-3-Clause */
/* The host side of segments. */
#ifndef PREFIX_CUDA_SEGMENTED_H
#define PREFIX_CUDA_SEGMENTED_H

#include "segmented_params.h"
#include "session.h"

/* segmented_lower.c: the kernel for a work, and all of its parameters but addresses and sizes. */
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_lower(const struct prefix_segmented_work *work,
                                                                         struct prefix__cuda_segmented *params);

/* segmented.c: arrays that kernels can reach. */
int prefix__cuda_segmented_on_device(struct prefix_session *session, const struct prefix_segmented_work *work);

/* segmented_stage.c: arrays some of which have to be copied. */
int prefix__cuda_segmented_is_staged(const struct prefix_segmented_work *work);
int prefix__cuda_segmented_staged(struct prefix_session *session, const struct prefix_segmented_work *work);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of missing elements, on arrays in device memory. */
#ifndef PREFIX_CUDA_LAUNCH_MISSING_H
#define PREFIX_CUDA_LAUNCH_MISSING_H

#include "base/session.h"
#include "plan/missing_kernels.h"

/* From elements of a type to elements of output_type, for which the rest of params has been set. */
int prefix__cuda_fill_in(struct prefix_session *session, int type, int output_type, struct prefix__cuda_fill *params,
                         void *stream);
/* Elements of so many bytes, of an alignment; the value and the units are made of the element at value. */
int prefix__cuda_blank_out(struct prefix_session *session, size_t size, size_t alignment, const void *value,
                           struct prefix__cuda_blank *params, void *stream);

#endif

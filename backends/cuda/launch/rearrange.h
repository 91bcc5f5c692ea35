/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements of a batch, brought together where kernels want neighbours, and back. */
#ifndef PREFIX_CUDA_LAUNCH_REARRANGE_H
#define PREFIX_CUDA_LAUNCH_REARRANGE_H

#include "base/session.h"
#include "params/rearrange_params.h"

/* Places of elements in memory: dims of them, the outermost first, steps in elements. */
struct prefix__cuda_places {
    int dims;
    struct prefix__cuda_batch_dim dim[PREFIX__CUDA_REARRANGE_DIMS];
};

/* Copies elements of so many bytes, of an alignment; in and out are at those whose indices are all 0. */
int prefix__cuda_rearrange(struct prefix_session *session, const struct prefix__cuda_places *places, size_t size,
                           size_t alignment, const void *in, void *out, void *stream);

#endif

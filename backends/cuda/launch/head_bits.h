/* SPDX-License-Identifier: BSD-3-Clause */
/* Offsets of segments made into a bit for each element, for kernels that do not look at offsets. */
#ifndef PREFIX_CUDA_LAUNCH_HEAD_BITS_H
#define PREFIX_CUDA_LAUNCH_HEAD_BITS_H

#include "base/session.h"

/*
 * In memory of the call, which is released with it. size: bytes of each of count offsets; dependent: the device can
 * start a kernel while the one before ends.
 */
int prefix__cuda_make_head_bits(struct prefix_session *session, const void *offsets, size_t size, uint64_t count,
                                uint64_t n, int dependent, void *stream, void **bits);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_LAUNCH_STORE_ENDS_H
#define PREFIX_CUDA_LAUNCH_STORE_ENDS_H

#include <stddef.h>

#include "base/session.h"

/* Copies the totals of a batch, elements of so many bytes in C order of its rows, to the ends of these in out. */
int prefix__cuda_store_ends(struct prefix_session *session, const struct prefix_batch *batch, size_t n, int reverse,
                            size_t size, size_t alignment, const void *totals, void *out, void *stream);

#endif

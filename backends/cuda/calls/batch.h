/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_CALLS_BATCH_H
#define PREFIX_CUDA_CALLS_BATCH_H

#include "base/session.h"

/* Works on rows whose arrays kernels can reach; user is that of prefix__cuda_rows(). */
typedef int prefix__cuda_rows_fn(struct prefix_session *session, const struct prefix_scan_work *work, const void *user);
/* Work that has a batch, of arrays that may lie on the host. */
int prefix__cuda_rows(struct prefix_session *session, const struct prefix_scan_work *work, const char *what,
                      prefix__cuda_rows_fn *on_device, const void *user);

/* Scans or reductions of rows. */
int prefix__cuda_batch(struct prefix_session *session, const struct prefix_scan_work *work);

/*
 * The elements of the range in which those of an input, or the output with its ends, lie, and how many of them lie
 * before that whose indices are all 0.
 */
enum prefix__cuda_batch_array { PREFIX__CUDA_BATCH_IN, PREFIX__CUDA_BATCH_OUT, PREFIX__CUDA_BATCH_SECOND };
size_t prefix__cuda_batch_range(const struct prefix_batch *batch, size_t n, int reverse,
                                enum prefix__cuda_batch_array array, ptrdiff_t *before);

#endif

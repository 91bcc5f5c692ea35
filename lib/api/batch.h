/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans that have a batch. */
#ifndef PREFIX_LIB_API_BATCH_H
#define PREFIX_LIB_API_BATCH_H

#include <stddef.h>

#include <prefix/prefix.h>

/* reduces: the totals alone, and no output. */
int prefix__batch_run(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, void *out, size_t n, int reduces);

#endif

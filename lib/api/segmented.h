/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans that have segments. */
#ifndef PREFIX_LIB_API_SEGMENTED_H
#define PREFIX_LIB_API_SEGMENTED_H

#include <stddef.h>

#include <prefix/prefix.h>

/* Without an output it is a reduction. */
int prefix__segmented_run(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, void *out, size_t n);
int prefix__segmented_reduce(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, size_t n);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans that have segments. */
#ifndef PREFIX_LIB_API_SEGMENTED_H
#define PREFIX_LIB_API_SEGMENTED_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

/* Without an output it is a reduction. */
int prefix__segmented_run(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, void *out, size_t n);
int prefix__segmented_reduce(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, size_t n);

/* Scans of segments have no total, and reductions need offsets. */
int prefix__check_segment_totals(prefix_ctx *ctx, const struct prefix_plan *plan, int reduces);
/* The total of a plan has not the output type, which those of segments have. */
int prefix__fail_total_type(prefix_ctx *ctx, const struct prefix_plan *plan);
/* Offsets in host memory that decrease or exceed n; others are not looked at. */
int prefix__check_host_offsets(prefix_ctx *ctx, const struct prefix_heads *heads, size_t n);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_API_ENDS_H
#define PREFIX_LIB_API_ENDS_H

#include <stddef.h>

#include <prefix/prefix.h>

/* Of an exclusive scan of n elements to n + 1 results: the settings; */
int prefix__ends_check_plan(prefix_ctx *ctx, const struct prefix_plan *plan);
/* with the output of one that has no batch. */
int prefix__ends_check(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, const void *out, size_t n);
/* Where the total goes in such an output, and where the other results begin. */
void *prefix__ends_total(const struct prefix_plan *plan, void *out, size_t n);
void *prefix__ends_others(const struct prefix_plan *plan, void *out);

#endif

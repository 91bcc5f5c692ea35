/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_API_RUNS_H
#define PREFIX_LIB_API_RUNS_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

#include "api/plan.h"

/* Whether a type counts n elements. */
int prefix__check_indices(prefix_ctx *ctx, const char *argument, int type, size_t n);
/* NULL, or why a plan does not reduce runs. */
const char *prefix__bad_for_runs(const struct prefix_plan *plan);
/* One that does, without what makes no difference. */
struct prefix_plan prefix__plan_for_runs(const struct prefix_plan *plan);
/* Reduces runs by the operator of a plan that has no other settings. */
int prefix__reduce_runs(prefix_ctx *ctx, struct prefix_plan *plan, int key_type, const void *keys, const void *in,
                        void *unique, void *aggregates, size_t n, size_t capacity, uint64_t *count);

#endif

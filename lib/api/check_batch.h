/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of a batch's arrays: PREFIX_OK, or sets the error and returns its status. */
#ifndef PREFIX_LIB_API_CHECK_BATCH_H
#define PREFIX_LIB_API_CHECK_BATCH_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/plan.h"

/* How long rows are, and how many; rows gets their number. */
int prefix__check_batch_size(prefix_ctx *ctx, const struct prefix_plan *plan, size_t n, size_t *rows);
/* The arrays of work, which has a batch and at least one element. */
int prefix__check_batch(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix_scan_work *work,
                        int reduces);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of a scan by an operator of the caller's own: PREFIX_OK, or sets the error and returns its status. */
#ifndef PREFIX_LIB_API_CHECK_OPERATOR_H
#define PREFIX_LIB_API_CHECK_OPERATOR_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/plan.h"

int prefix__check_operator_settings(prefix_ctx *ctx, const struct prefix_plan *plan);
/*
 * What can be found wrong before a backend is looked for. Of a plan with a batch, the work gets it unless it is one row
 * of neighbours, and rows their number; they are the caller's memory, one row of neighbours at first.
 */
int prefix__check_operator_work(prefix_ctx *ctx, const struct prefix_plan *plan, struct prefix_operator_work *work,
                                struct prefix_batch *batch, size_t *rows, int reduces);
/* Where elements lie decides what combines them: whether the work's operator has it. */
int prefix__check_operator_backend(prefix_ctx *ctx, const struct prefix_operator_work *work,
                                   const struct prefix_backend *backend);
/* Offsets, once it is known where they lie. */
int prefix__check_operator_offsets(prefix_ctx *ctx, const struct prefix_operator_work *work);
/* That something has no value: nothing stands before it. */
int prefix__fail_neutral(prefix_ctx *ctx, const char *what);

#endif

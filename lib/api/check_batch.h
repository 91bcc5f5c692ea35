/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of a batch's settings and arrays: PREFIX_OK, or sets the error and returns its status. */
#ifndef PREFIX_LIB_API_CHECK_BATCH_H
#define PREFIX_LIB_API_CHECK_BATCH_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/plan.h"

/* An array of a run, with the bytes of its elements and of their alignment. */
struct prefix__batch_array {
    const void *data;
    size_t size, alignment;
};

/* The arrays of a run; without out it is a reduction. */
struct prefix__batch_arrays {
    struct prefix__batch_array in, out, total;
};

struct prefix__batch_arrays prefix__batch_arrays_of(const struct prefix_scan_work *work);

/* What a batch does not go together with. */
int prefix__check_batch_plan(prefix_ctx *ctx, const struct prefix_plan *plan, int reduces);
/* How long rows are, and how many; rows gets their number. */
int prefix__check_batch_size(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix__batch_arrays *arrays,
                             size_t n, size_t *rows);
/* The arrays, of at least one element, and the bitmap. */
int prefix__check_batch(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix__batch_arrays *arrays,
                        const struct prefix_batch *batch, size_t n, int reduces);

#endif

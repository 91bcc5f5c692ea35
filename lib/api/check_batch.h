/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of a batch's settings and arrays: PREFIX_OK, or sets the error and returns its status. */
#ifndef PREFIX_LIB_API_CHECK_BATCH_H
#define PREFIX_LIB_API_CHECK_BATCH_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/plan.h"

/* An array of a run, as the caller knows it, with the bytes of its elements and of their alignment. */
struct prefix__batch_array {
    const char *name;
    const void *data;
    size_t size, alignment;
};

/* The arrays of a run. */
struct prefix__batch_arrays {
    struct prefix__batch_array in, out, total;
    int reduces; /* there is no out */
    int ends;    /* 1: rows have one result more, */
    int reverse; /* before the others */
    struct prefix__batch_array second; /* an input, too; without a name there is none */
};

struct prefix__batch_arrays prefix__batch_arrays_of(const struct prefix_scan_work *work, int reduces, int ends);

/* What a batch does not go together with. */
int prefix__check_batch_plan(prefix_ctx *ctx, const struct prefix_plan *plan, int reduces);
/* Where the results begin that are not ends. */
void *prefix__batch_others(const struct prefix_plan *plan, const struct prefix__batch_arrays *arrays, size_t n);
/* How long rows are, and how many; rows gets their number. */
int prefix__check_batch_size(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix__batch_arrays *arrays,
                             size_t n, size_t *rows);
/* Whether some bytes lie in the range of the elements of out. */
int prefix__batch_overlaps_out(const struct prefix__batch_arrays *arrays, const struct prefix_batch *batch, size_t n,
                               const void *memory, size_t bytes);
/* The arrays, of at least one element or result, and the bitmap. */
int prefix__check_batch(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix__batch_arrays *arrays,
                        const struct prefix_batch *batch, size_t n);

#endif

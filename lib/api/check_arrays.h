/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of arrays: each returns PREFIX_OK, or sets the error and returns its status. */
#ifndef PREFIX_LIB_API_CHECK_ARRAYS_H
#define PREFIX_LIB_API_CHECK_ARRAYS_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

int prefix__check_scan(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, const void *out, size_t n);
int prefix__check_reduction(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, size_t n);
/* An array of n elements of the caller's own, of size bytes each; of none it may be NULL. */
int prefix__check_elements(prefix_ctx *ctx, const char *argument, const void *array, size_t size, size_t alignment,
                           size_t n);
/* By an operator of the caller's own; reduces: a total is needed, or one for each segment, and no output. */
int prefix__check_operator_scan(prefix_ctx *ctx, const struct prefix_operator_work *work, int reduces);

/* An array of a call that has several. */
struct prefix__checked {
    const char *name;
    const void *data;
    size_t size, n;
    int needed, written;
    int twin; /* the one that it may be equal to, or -1 */
};
/* Each by itself, and what is written against all others. */
int prefix__check_all(prefix_ctx *ctx, const struct prefix__checked *arrays, int count);
int prefix__check_selection(prefix_ctx *ctx, const struct prefix_select_work *work);
/* What its size alone is enough to refuse. */
int prefix__check_sort_size(prefix_ctx *ctx, const struct prefix_sort_work *work);
/* Offsets in host memory are looked at by prefix__check_host_offsets(). */
int prefix__check_sort(prefix_ctx *ctx, const struct prefix_sort_work *work);
int prefix__check_runs(prefix_ctx *ctx, const struct prefix_runs_work *work);
int prefix__check_expand(prefix_ctx *ctx, const struct prefix_expand_work *work);
/* The array that gives the segments of n elements, and the output, of out_bytes bytes, that must be outside of it. */
int prefix__check_heads(prefix_ctx *ctx, const struct prefix_heads *heads, size_t n, const void *out, size_t out_bytes);
/* A bitmap of n elements, the first one's bit at first, likewise. */
int prefix__check_bits(prefix_ctx *ctx, const char *argument, const uint8_t *bits, size_t first, size_t n,
                       const void *out, size_t out_bytes);
/* Whether two ranges of memory share a byte. */
int prefix__overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes);
int prefix__check_outside(prefix_ctx *ctx, const void *result, size_t bytes, const void *in, size_t in_bytes);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators of the caller's own, and those that are built in and done alike: what plans keep of them. */
#ifndef PREFIX_LIB_API_OPERATOR_H
#define PREFIX_LIB_API_OPERATOR_H

#include <prefix/prefix.h>

#include "shared/operator_tile.h"

struct prefix_operator {
    size_t size; /* of an element; 0 in a plan of one that backends know */
    size_t alignment;
    prefix_combine_fn host;                                 /* or NULL */
    const char *cuda_text, *cuda_element, *cuda_expression; /* or NULL, all three */
    const void *state;
    size_t state_bytes;
    int has_identity;
    _Alignas(16) char identity[PREFIX__ELEMENT_MAX];
    /* Stages, as struct prefix_operator_work has them: those that are built in have some. */
    prefix_load_fn load;
    prefix_store_fn store;
    size_t in_size, in_alignment, out_size, out_alignment;
    const char *cuda_in, *cuda_load, *cuda_out, *cuda_store;
    const struct prefix_tile_loops *tiles; /* or NULL */
};

struct prefix_plan;
/* Of a plan by an operator that is built in and done like these: makes the plan's own what n elements need. */
int prefix__operator_fit(prefix_ctx *ctx, struct prefix_plan *plan, size_t n);
/* The work of a plan, but for its segments, on arrays in host memory. */
struct prefix_operator_work prefix__operator_describe(const prefix_ctx *ctx, const struct prefix_plan *plan,
                                                      const void *in, void *out, size_t n);
/* A scan, or without out a reduction, by a plan's operator. */
int prefix__operator_run(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, void *out, size_t n,
                         int reduces);

#endif

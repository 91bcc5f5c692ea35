/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the rows of a plan's batch lie. */
#ifndef PREFIX_LIB_API_LAYOUT_H
#define PREFIX_LIB_API_LAYOUT_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#define PREFIX__ARRAY_DIMS 16

/* An array as the caller told it. Of a batch, it is rows of as many neighbours as runs get. */
struct prefix__layout {
    int dims;
    int axis;     /* along which its rows lie */
    int is_array; /* told by prefix_plan_set_array(), so that runs must get shape[axis] */
    int is_dense; /* the output is, in C order: out_strides say nothing */
    size_t shape[PREFIX__ARRAY_DIMS];
    ptrdiff_t in_strides[PREFIX__ARRAY_DIMS];
    ptrdiff_t out_strides[PREFIX__ARRAY_DIMS];
    ptrdiff_t second_strides[PREFIX__ARRAY_DIMS]; /* of a second input; all 0 where there is none */
};

/* An array of at least one dimension, without a second input, as prefix_plan_set_array() tells it; or an error. */
int prefix__layout_array(prefix_ctx *ctx, struct prefix__layout *layout, int dims, const size_t *shape, int axis,
                         const ptrdiff_t *in_strides, const ptrdiff_t *out_strides);
/* The strides of one of its arrays: those that are given, or, for NULL, of neighbours, the last index fastest. */
void prefix__layout_strides(const struct prefix__layout *layout, const ptrdiff_t *given, ptrdiff_t *strides);
/* A copy, for free(), in place of the one that was kept. */
int prefix__layout_keep(prefix_ctx *ctx, struct prefix__layout **kept, const struct prefix__layout *layout);

/* How many rows of n elements there are; -1: they have more elements than size_t counts. */
int prefix__layout_rows(const struct prefix__layout *layout, size_t n, size_t *rows);
/*
 * The same as backends get it, of rows of n elements, none of them empty. reduces: there is no output; has_bits: there
 * is a bitmap, of all elements in C order; ends: a row has one result more.
 */
struct prefix_batch prefix__layout_batch(const struct prefix__layout *layout, size_t n, int reduces, int has_bits,
                                         int ends);
/* From a result to the next along a dimension, where rows have so many. */
ptrdiff_t prefix__layout_out_stride(const struct prefix__layout *layout, size_t results, int dim);

/* Whether that is one row of neighbours, which any backend scans. */
int prefix__is_one_row(const struct prefix_batch *batch, int has_out);

#endif

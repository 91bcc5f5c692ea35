/* SPDX-License-Identifier: BSD-3-Clause */
/* Batches and arrays: how many rows they have, and what backends get of them. */
#include "api/layout.h"

#include <stdlib.h>
#include <string.h>

#include "context/status.h"

int prefix__layout_keep(prefix_ctx *ctx, struct prefix__layout **kept, const struct prefix__layout *layout)
{
    if (!*kept)
        *kept = malloc(sizeof **kept);
    if (!*kept)
        return prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a batch");
    **kept = *layout;
    return PREFIX_OK;
}

/* What does not fit is found out by runs: the array has too many elements. */
void prefix__layout_strides(const struct prefix__layout *layout, const ptrdiff_t *given, ptrdiff_t *strides)
{
    size_t stride = 1;
    for (int i = layout->dims - 1; i >= 0; stride *= layout->shape[i], i--)
        strides[i] = given ? given[i] : (ptrdiff_t)stride;
}

int prefix__layout_array(prefix_ctx *ctx, struct prefix__layout *layout, int dims, const size_t *shape, int axis,
                         const ptrdiff_t *in_strides, const ptrdiff_t *out_strides)
{
    if (dims < 1 || dims > PREFIX__ARRAY_DIMS)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "dims: %d is not between 0 and %d", dims, PREFIX__ARRAY_DIMS);
    if (!shape)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "shape is NULL");
    if (axis < -dims || axis >= dims)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "axis: an array of %d dimensions has no axis %d", dims, axis);
    *layout = (struct prefix__layout){
        .dims = dims, .axis = axis < 0 ? axis + dims : axis, .is_array = 1, .is_dense = !out_strides};
    memcpy(layout->shape, shape, (size_t)dims * sizeof *shape);
    prefix__layout_strides(layout, in_strides, layout->in_strides);
    if (out_strides)
        memcpy(layout->out_strides, out_strides, (size_t)dims * sizeof *out_strides);
    return PREFIX_OK;
}

int prefix__layout_rows(const struct prefix__layout *layout, size_t n, size_t *rows)
{
    size_t elements = n;
    *rows = 1;
    for (int i = 0; i < layout->dims; i++)
        if (i != layout->axis && layout->shape[i] == 0) {
            *rows = 0;
            return 0;
        }
    for (int i = 0; i < layout->dims; i++)
        if (i != layout->axis && (__builtin_mul_overflow(*rows, layout->shape[i], rows) ||
                                  __builtin_mul_overflow(elements, layout->shape[i], &elements)))
            return -1;
    return 0;
}

/* Whether one step does for two neighbours. That of the outer fits, so a product that wraps around is another one. */
static int is_one(ptrdiff_t outer, size_t count, ptrdiff_t inner)
{
    return (size_t)outer == count * (size_t)inner;
}

static int are_one(const struct prefix_batch_dim *outer, const struct prefix_batch_dim *inner)
{
    return is_one(outer->in_step, inner->count, inner->in_step) &&
           is_one(outer->out_step, inner->count, inner->out_step) &&
           is_one(outer->valid_step, inner->count, inner->valid_step) &&
           is_one(outer->second_step, inner->count, inner->second_step);
}

/* From an element to the next along a dimension, in C order. */
static size_t dense_stride(const struct prefix__layout *layout, size_t n, int dim)
{
    size_t stride = 1;
    for (int i = layout->dims - 1; i > dim; i--)
        stride *= i == layout->axis ? n : layout->shape[i];
    return stride;
}

ptrdiff_t prefix__layout_out_stride(const struct prefix__layout *layout, size_t results, int dim)
{
    return layout->is_dense ? (ptrdiff_t)dense_stride(layout, results, dim) : layout->out_strides[dim];
}

struct prefix_batch prefix__layout_batch(const struct prefix__layout *layout, size_t n, int reduces, int has_bits,
                                         int ends)
{
    const size_t results = n + (size_t)ends;
    struct prefix_batch batch = {
        .size = sizeof batch, .in_step = 1, .out_step = !reduces, .valid_step = has_bits, .rows = 1, .ends = ends};
    for (int i = 0; i < layout->dims; i++) {
        const struct prefix_batch_dim dim = {layout->shape[i], layout->in_strides[i],
                                             reduces ? 0 : prefix__layout_out_stride(layout, results, i),
                                             has_bits ? (ptrdiff_t)dense_stride(layout, n, i) : 0,
                                             layout->second_strides[i]};
        struct prefix_batch_dim *const outer = batch.dims > 0 ? &batch.dim[batch.dims - 1] : NULL;
        if (i == layout->axis && n > 1) {
            batch.in_step = dim.in_step;
            batch.valid_step = dim.valid_step;
            batch.second_step = dim.second_step;
        }
        if (i == layout->axis && results > 1)
            batch.out_step = dim.out_step;
        if (i == layout->axis)
            continue;
        batch.rows *= dim.count;
        if (dim.count == 1)
            continue;
        if (outer && are_one(outer, &dim))
            *outer = (struct prefix_batch_dim){outer->count * dim.count, dim.in_step, dim.out_step, dim.valid_step,
                                               dim.second_step};
        else
            batch.dim[batch.dims++] = dim;
    }
    return batch;
}

int prefix__is_one_row(const struct prefix_batch *batch, int has_out)
{
    return batch->dims == 0 && batch->in_step == 1 && (!has_out || batch->out_step == 1) &&
           (batch->valid_step == 0 || batch->valid_step == 1);
}

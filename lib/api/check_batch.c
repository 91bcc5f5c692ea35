/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of a batch's arrays, the same for every backend: where their elements lie, and that results have places. */
#include "api/check_batch.h"

#include <stdint.h>

#include "api/check_arrays.h"
#include "api/missing.h"
#include "context/status.h"
#include "shared/rows.h"
#include "shared/types.h"

/* Elements before and behind the one whose indices are all 0, and then, in bytes, where they begin and how many. */
struct extent {
    size_t before, behind;
    const char *first;
    size_t bytes;
};

/* Nonzero if that is too far. */
static int extend(struct extent *e, size_t count, ptrdiff_t step)
{
    size_t *const side = step < 0 ? &e->before : &e->behind;
    size_t distance = prefix__distance(step);
    return __builtin_mul_overflow(count - 1, distance, &distance) || __builtin_add_overflow(*side, distance, side);
}

static int check_extent(prefix_ctx *ctx, const char *argument, const void *array, size_t size, int failed,
                        struct extent *e)
{
    size_t elements;
    if (!array)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL, and there are elements", argument);
    if ((uintptr_t)array % size != 0)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is not aligned to its elements of %zu bytes", argument,
                            size);
    if (failed || __builtin_add_overflow(e->before, e->behind, &elements) || elements >= PTRDIFF_MAX / size)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: the elements lie farther apart than the address space is",
                            argument);
    if (e->before * size > (uintptr_t)array)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: elements lie before the beginning of memory", argument);
    if ((e->behind + 1) * size > UINTPTR_MAX - (uintptr_t)array)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: elements lie past the end of memory", argument);
    e->first = (const char *)array - e->before * size;
    e->bytes = (elements + 1) * size;
    return PREFIX_OK;
}

static int check_in(prefix_ctx *ctx, const struct prefix_scan_work *work, struct extent *e)
{
    const struct prefix_batch *batch = work->batch;
    int failed = extend(e, work->n, batch->in_step);
    for (int i = 0; i < batch->dims; i++)
        failed |= extend(e, batch->dim[i].count, batch->dim[i].in_step);
    return check_extent(ctx, "in", work->in, prefix__size_of(work->type), failed, e);
}

static int check_out(prefix_ctx *ctx, const struct prefix_scan_work *work, struct extent *e)
{
    const struct prefix_batch *batch = work->batch;
    int failed = extend(e, work->n, batch->out_step);
    for (int i = 0; i < batch->dims; i++)
        failed |= extend(e, batch->dim[i].count, batch->dim[i].out_step);
    return check_extent(ctx, "out", work->out, prefix__size_of(work->output_type), failed, e);
}

static size_t distance_of(const struct prefix__layout *layout, int dim)
{
    return prefix__distance(layout->out_strides[dim]);
}

/*
 * No two results have one place where each stride, from the least to the greatest, leads past all elements of those
 * before it. Layouts are refused that interleave without that.
 */
static int check_places(prefix_ctx *ctx, const struct prefix__layout *layout, size_t n)
{
    int sorted[PREFIX__ARRAY_DIMS], dims = 0;
    for (int i = 0; i < layout->dims; i++) {
        int at = dims;
        if ((i == layout->axis ? n : layout->shape[i]) == 1)
            continue;
        for (; at > 0 && distance_of(layout, sorted[at - 1]) > distance_of(layout, i); at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = i;
        dims++;
    }
    size_t reach = 0; /* of the elements of the dimensions so far */
    for (int k = 0; k < dims; k++) {
        const int i = sorted[k];
        if (distance_of(layout, i) <= reach)
            return layout->is_array ? prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                                                   "out_strides[%d]: %td leads into the elements of other dimensions",
                                                   i, layout->out_strides[i])
                                    : prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                                                   "out_stride: %td leads into the %zu elements of a row",
                                                   layout->out_strides[i], n);
        reach += ((i == layout->axis ? n : layout->shape[i]) - 1) * distance_of(layout, i);
    }
    return PREFIX_OK;
}

static int is_in_place(const struct prefix_scan_work *work)
{
    const struct prefix_batch *batch = work->batch;
    int is_same = work->in == work->out && prefix__size_of(work->type) == prefix__size_of(work->output_type) &&
                  batch->in_step == batch->out_step;
    for (int i = 0; i < batch->dims; i++)
        is_same &= batch->dim[i].in_step == batch->dim[i].out_step;
    return is_same;
}

static int overlap(const struct extent *a, const struct extent *b)
{
    return prefix__overlap(a->first, a->bytes, b->first, b->bytes);
}

/* The bitmap has a bit for each element of all rows, those that lie in one place, too. */
static int check_missing(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix_scan_work *work,
                         const struct extent *written)
{
    const size_t elements = work->n * work->batch->rows;
    if (plan->valid && elements > PTRDIFF_MAX)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "validity: %zu elements exceed the address space", elements);
    return prefix__missing_check(ctx, plan, elements, written->first, written->bytes);
}

int prefix__check_batch_size(prefix_ctx *ctx, const struct prefix_plan *plan, size_t n, size_t *rows)
{
    const struct prefix__layout *layout = plan->layout;
    const size_t total_size = prefix__size_of(plan->total ? plan->total_type : plan->output_type);
    if (layout->is_array && n != layout->shape[layout->axis])
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "n: %zu, and the array has %zu elements along axis %d", n,
                            layout->shape[layout->axis], layout->axis);
    if (prefix__layout_rows(layout, n, rows) != 0 || n > PTRDIFF_MAX / prefix__size_of(plan->output_type) ||
        (plan->total && *rows > PTRDIFF_MAX / total_size))
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: the elements exceed the address space",
                            layout->is_array ? "shape" : "rows");
    return PREFIX_OK;
}

int prefix__check_batch(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix_scan_work *work,
                        int reduces)
{
    struct extent in = {0}, out = {0}, totals = {0};
    int status = check_in(ctx, work, &in);
    if (status == PREFIX_OK && !reduces)
        status = check_out(ctx, work, &out);
    if (status == PREFIX_OK && !reduces)
        status = check_places(ctx, plan->layout, work->n);
    if (status == PREFIX_OK && !reduces && !is_in_place(work) && overlap(&in, &out))
        status =
            prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "the elements of out lie among those of in, other than in place");
    if (status == PREFIX_OK)
        status = check_missing(ctx, plan, work, &out);
    if (status != PREFIX_OK || !work->total)
        return status;
    totals.behind = work->batch->rows - 1;
    status = check_extent(ctx, "total", work->total, prefix__size_of(work->total_type), 0, &totals);
    if (status == PREFIX_OK && (overlap(&totals, &in) || (!reduces && overlap(&totals, &out))))
        status =
            prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "the totals lie among the elements of the input or the output");
    return status == PREFIX_OK ? check_missing(ctx, plan, work, &totals) : status;
}

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

static int check_extent(prefix_ctx *ctx, const struct prefix__batch_array *array, int failed, struct extent *e)
{
    const char *const argument = array->name;
    const uintptr_t address = (uintptr_t)array->data;
    const size_t size = array->size;
    size_t elements;
    if (!array->data)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL, and there are elements", argument);
    if (address % array->alignment != 0)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is not aligned to %zu bytes, as its elements are", argument,
                            array->alignment);
    if (failed || __builtin_add_overflow(e->before, e->behind, &elements) || elements >= PTRDIFF_MAX / size)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: the elements lie farther apart than the address space is",
                            argument);
    if (e->before * size > address)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: elements lie before the beginning of memory", argument);
    if ((e->behind + 1) * size > UINTPTR_MAX - address)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: elements lie past the end of memory", argument);
    e->first = (const char *)array->data - e->before * size;
    e->bytes = (elements + 1) * size;
    return PREFIX_OK;
}

static int check_in(prefix_ctx *ctx, const struct prefix__batch_array *in, const struct prefix_batch *batch, size_t n,
                    struct extent *e)
{
    int failed = extend(e, n, batch->in_step);
    for (int i = 0; i < batch->dims; i++)
        failed |= extend(e, batch->dim[i].count, batch->dim[i].in_step);
    return check_extent(ctx, in, failed, e);
}

static int check_second(prefix_ctx *ctx, const struct prefix__batch_array *second, const struct prefix_batch *batch,
                        size_t n, struct extent *e)
{
    int failed = extend(e, n, batch->second_step);
    for (int i = 0; i < batch->dims; i++)
        failed |= extend(e, batch->dim[i].count, batch->dim[i].second_step);
    return check_extent(ctx, second, failed, e);
}

static int find_out(const struct prefix_batch *batch, size_t n, struct extent *e)
{
    int failed = extend(e, n, batch->out_step);
    for (int i = 0; i < batch->dims; i++)
        failed |= extend(e, batch->dim[i].count, batch->dim[i].out_step);
    return failed;
}

static int check_out(prefix_ctx *ctx, const struct prefix__batch_array *out, const struct prefix_batch *batch, size_t n,
                     struct extent *e)
{
    const int failed = find_out(batch, n, e);
    return check_extent(ctx, out, failed, e);
}

static size_t distance_of(const struct prefix__layout *layout, size_t n, int dim)
{
    return prefix__distance(prefix__layout_out_stride(layout, n, dim));
}

/*
 * No two results have one place where each stride, from the least to the greatest, leads past all elements of those
 * before it. Layouts are refused that interleave without that. n: results of a row.
 */
static int check_places(prefix_ctx *ctx, const struct prefix__layout *layout, size_t n)
{
    int sorted[PREFIX__ARRAY_DIMS], dims = 0;
    for (int i = 0; i < layout->dims; i++) {
        int at = dims;
        if ((i == layout->axis ? n : layout->shape[i]) == 1)
            continue;
        for (; at > 0 && distance_of(layout, n, sorted[at - 1]) > distance_of(layout, n, i); at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = i;
        dims++;
    }
    size_t reach = 0; /* of the elements of the dimensions so far */
    for (int k = 0; k < dims; k++) {
        const int i = sorted[k];
        if (distance_of(layout, n, i) <= reach)
            return layout->is_array ? prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                                                   "out_strides[%d]: %td leads into the elements of other dimensions",
                                                   i, prefix__layout_out_stride(layout, n, i))
                                    : prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                                                   "out_stride: %td leads into the %zu elements of a row",
                                                   layout->out_strides[i], n);
        reach += ((i == layout->axis ? n : layout->shape[i]) - 1) * distance_of(layout, n, i);
    }
    return PREFIX_OK;
}

void *prefix__batch_others(const struct prefix_plan *plan, const struct prefix__batch_arrays *arrays, size_t n)
{
    const struct prefix__layout *layout = plan->layout;
    const ptrdiff_t size = (ptrdiff_t)arrays->out.size;
    char *const out = (char *)arrays->out.data;
    return arrays->ends && arrays->reverse ? out + prefix__layout_out_stride(layout, n + 1, layout->axis) * size : out;
}

static int is_in_place(const struct prefix_plan *plan, const struct prefix__batch_arrays *arrays,
                       const struct prefix_batch *batch, size_t n)
{
    int is_same = arrays->in.data == prefix__batch_others(plan, arrays, n) && arrays->in.size == arrays->out.size &&
                  (n == 1 || batch->in_step == batch->out_step);
    for (int i = 0; i < batch->dims; i++)
        is_same &= batch->dim[i].in_step == batch->dim[i].out_step;
    return is_same;
}

static int is_second_in_place(const struct prefix__batch_arrays *arrays, const struct prefix_batch *batch, size_t n)
{
    int is_same = arrays->second.data == arrays->out.data && (n == 1 || batch->second_step == batch->out_step);
    for (int i = 0; i < batch->dims; i++)
        is_same &= batch->dim[i].second_step == batch->dim[i].out_step;
    return is_same;
}

static int overlap(const struct extent *a, const struct extent *b)
{
    return prefix__overlap(a->first, a->bytes, b->first, b->bytes);
}

/* The bitmap has a bit for each element of all rows, those that lie in one place, too. */
static int check_missing(prefix_ctx *ctx, const struct prefix_plan *plan, size_t elements, const struct extent *written)
{
    if (plan->valid && elements > PTRDIFF_MAX)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "validity: %zu elements exceed the address space", elements);
    return prefix__missing_check(ctx, plan, elements, written->first, written->bytes);
}

int prefix__check_batch_plan(prefix_ctx *ctx, const struct prefix_plan *plan, int reduces)
{
    const char *setting = plan->heads.form                                         ? "segments"
                          : plan->checked                                          ? "results that are checked"
                          : !reduces && (plan->algorithm || plan->block_algorithm) ? "algorithms by name"
                          : !reduces && (plan->counting || plan->watch.trace)      ? "counting and tracing"
                          : plan->workspace                                        ? "a workspace of the caller's"
                                                                                   : NULL;
    if (setting)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "batch: there are none with %s", setting);
    if (reduces && !plan->total)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "the plan has no totals to write");
    return PREFIX_OK;
}

struct prefix__batch_arrays prefix__batch_arrays_of(const struct prefix_scan_work *work, int reduces, int ends)
{
    const size_t in = prefix__size_of(work->type), out = prefix__size_of(work->output_type);
    const size_t total = prefix__size_of(work->total_type);
    return (struct prefix__batch_arrays){
        .in = {"in", work->in, in, in},
        .out = {"out", work->out, out, out},
        .total = {"total", work->total, total, total},
        .reduces = reduces,
        .ends = ends,
        .reverse = work->reverse,
    };
}

int prefix__check_batch_size(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix__batch_arrays *arrays,
                             size_t n, size_t *rows)
{
    const struct prefix__layout *layout = plan->layout;
    if (layout->is_array && n != layout->shape[layout->axis])
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "n: %zu, and the array has %zu elements along axis %d", n,
                            layout->shape[layout->axis], layout->axis);
    if (prefix__layout_rows(layout, n + (size_t)arrays->ends, rows) != 0 || n > PTRDIFF_MAX / arrays->in.size ||
        n > PTRDIFF_MAX / arrays->out.size || (plan->total && *rows > PTRDIFF_MAX / arrays->total.size))
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: the elements exceed the address space",
                            layout->is_array ? "shape" : "rows");
    return n == 0 || *rows == 0 ? prefix__missing_check(ctx, plan, 0, NULL, 0) : PREFIX_OK;
}

int prefix__batch_overlaps_out(const struct prefix__batch_arrays *arrays, const struct prefix_batch *batch, size_t n,
                               const void *memory, size_t bytes)
{
    struct extent out = {0};
    (void)find_out(batch, n, &out);
    return prefix__overlap(memory, bytes, (const char *)arrays->out.data - out.before * arrays->out.size,
                           (out.before + out.behind + 1) * arrays->out.size);
}

int prefix__check_batch(prefix_ctx *ctx, const struct prefix_plan *plan, const struct prefix__batch_arrays *arrays,
                        const struct prefix_batch *batch, size_t n)
{
    const size_t results = n + (size_t)arrays->ends;
    struct extent in = {0}, second = {0}, out = {0}, totals = {.behind = batch->rows - 1};
    int status = n > 0 ? check_in(ctx, &arrays->in, batch, n, &in) : PREFIX_OK;
    if (status == PREFIX_OK && !arrays->reduces)
        status = check_out(ctx, &arrays->out, batch, results, &out);
    if (status == PREFIX_OK && !arrays->reduces)
        status = check_places(ctx, plan->layout, results);
    if (status == PREFIX_OK && !arrays->reduces && !is_in_place(plan, arrays, batch, n) && overlap(&in, &out))
        status =
            prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "the elements of out lie among those of %s, other than in place",
                         arrays->in.name);
    if (status == PREFIX_OK && arrays->second.name)
        status = check_second(ctx, &arrays->second, batch, n, &second);
    if (status == PREFIX_OK && arrays->second.name && !is_second_in_place(arrays, batch, n) && overlap(&second, &out))
        status =
            prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "the elements of out lie among those of %s, other than in place",
                         arrays->second.name);
    if (status == PREFIX_OK)
        status = check_missing(ctx, plan, n * batch->rows, &out);
    if (status != PREFIX_OK || !plan->total)
        return status;
    status = check_extent(ctx, &arrays->total, 0, &totals);
    if (status == PREFIX_OK && (overlap(&totals, &in) || overlap(&totals, &second) || overlap(&totals, &out)))
        status =
            prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "the %ss lie among the elements of the input or the output",
                         arrays->total.name);
    return status == PREFIX_OK ? check_missing(ctx, plan, n * batch->rows, &totals) : status;
}

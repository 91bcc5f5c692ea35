/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of arrays, the same for every backend: each error names the argument and the reason. */
#include "api/check_arrays.h"

#include <stdint.h>

#include "api/check_settings.h"
#include "api/plan.h"
#include "context/status.h"
#include "shared/operator_stages.h"
#include "shared/types.h"

int prefix__overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    uintptr_t first = (uintptr_t)a, second = (uintptr_t)b;
    return first < second ? second - first < a_bytes : first - second < b_bytes;
}

/* Of n elements, whatever their alignment. */
static int check_range(prefix_ctx *ctx, const char *argument, const void *array, size_t size, size_t n)
{
    if (!array)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL, and n is %zu", argument, n);
    if (n * size > UINTPTR_MAX - (uintptr_t)array)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements of %zu bytes run past the end of memory at %s",
                            n, size, argument);
    return PREFIX_OK;
}

static int check_array(prefix_ctx *ctx, const char *argument, const void *array, size_t size, size_t n)
{
    if ((uintptr_t)array & (size - 1))
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is not aligned to its elements of %zu bytes", argument,
                            size);
    return check_range(ctx, argument, array, size, n);
}

/* The output is the input, or lies elsewhere. */
static int check_out(prefix_ctx *ctx, const void *in, size_t in_size, const void *out, size_t out_size, size_t n)
{
    if (!prefix__overlap(in, n * in_size, out, n * out_size) || (in == out && in_size == out_size))
        return PREFIX_OK;
    return prefix__fail(ctx, PREFIX_ERROR_OVERLAP,
                        in == out ? "out equals in, and their elements differ in size"
                                  : "out overlaps in without being equal to it");
}

/* out: NULL, or as in. */
static int check_single(prefix_ctx *ctx, const char *name, const void *single, size_t size, const void *in,
                        size_t in_bytes, const void *out, size_t out_bytes)
{
    if (prefix__overlap(single, size, in, in_bytes) || (out && prefix__overlap(single, size, out, out_bytes)))
        return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "%s lies in the input or the output", name);
    return PREFIX_OK;
}

int prefix__check_scan(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, const void *out, size_t n)
{
    size_t in_size = prefix__size_of(plan->type), out_size = prefix__size_of(plan->output_type);
    if (n > PTRDIFF_MAX / out_size) /* the output is at least as wide as the input */
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements of %zu bytes exceed the address space", n,
                            out_size);
    int status = n ? check_array(ctx, "in", in, in_size, n) : PREFIX_OK;
    if (status == PREFIX_OK && n)
        status = check_array(ctx, "out", out, out_size, n);
    if (status == PREFIX_OK && n)
        status = check_out(ctx, in, in_size, out, out_size, n);
    if (status != PREFIX_OK || !plan->total || n == 0)
        return status;
    return check_single(ctx, "total", plan->total, prefix__size_of(plan->total_type), in, n * in_size, out,
                        n * out_size);
}

int prefix__check_reduction(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, size_t n)
{
    size_t size = prefix__size_of(plan->type);
    if (!plan->total)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "the plan has no total to write");
    if (n > PTRDIFF_MAX / prefix__size_of(plan->output_type))
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements exceed the address space", n);
    int status = n ? check_array(ctx, "in", in, size, n) : PREFIX_OK;
    if (status == PREFIX_OK && n && prefix__overlap(plan->total, prefix__size_of(plan->total_type), in, n * size))
        return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "the result lies in the input");
    return status;
}

static int check_alignment(prefix_ctx *ctx, const char *argument, const void *array, size_t alignment)
{
    if ((uintptr_t)array % alignment == 0)
        return PREFIX_OK;
    return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is not aligned to %zu bytes, as its elements are", argument,
                        alignment);
}

int prefix__check_elements(prefix_ctx *ctx, const char *argument, const void *array, size_t size, size_t alignment,
                           size_t n)
{
    if (n > PTRDIFF_MAX / size)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements of %zu bytes exceed the address space", n,
                            size);
    const int status = n > 0 ? check_range(ctx, argument, array, size, n) : PREFIX_OK;
    return status == PREFIX_OK && n > 0 ? check_alignment(ctx, argument, array, alignment) : status;
}

int prefix__check_operator_scan(prefix_ctx *ctx, const struct prefix_operator_work *work, int reduces)
{
    const size_t n = work->n, totals = reduces && work->heads ? work->heads->segments : 1;
    const size_t in_size = work->in_size, out_size = work->out_size, total_size = prefix__operator_total_size(work);
    if (reduces && !work->total)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "the plan has no total to write");
    if (totals > PTRDIFF_MAX / total_size)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "segments: the totals of %zu exceed the address space", totals);
    int status = prefix__check_elements(ctx, "in", work->in, in_size, work->in_alignment, n);
    if (status == PREFIX_OK && !reduces)
        status = prefix__check_elements(ctx, "out", work->out, out_size, work->out_alignment, n);
    if (status == PREFIX_OK && n > 0 && !reduces)
        status = check_out(ctx, work->in, in_size, work->out, out_size, n);
    if (status == PREFIX_OK && work->heads && (n > 0 || reduces))
        status = prefix__check_heads(ctx, work->heads, n, reduces ? work->total : work->out,
                                     reduces ? totals * total_size : n * out_size);
    if (status == PREFIX_OK && work->total && n > 0)
        status = check_single(ctx, "total", work->total, totals * total_size, work->in, n * in_size, work->out,
                              n * out_size);
    if (status == PREFIX_OK && work->report && n > 0)
        status = check_single(ctx, "place", work->report, sizeof *work->report, work->in, n * in_size, work->out,
                              n * out_size);
    return status;
}

int prefix__check_all(prefix_ctx *ctx, const struct prefix__checked *arrays, int count)
{
    int status = PREFIX_OK;
    for (int i = 0; i < count && status == PREFIX_OK; i++)
        if (arrays[i].n > 0 && (arrays[i].data || arrays[i].needed))
            status = check_array(ctx, arrays[i].name, arrays[i].data, arrays[i].size, arrays[i].n);
    if (status != PREFIX_OK)
        return status;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++) {
            const struct prefix__checked *a = &arrays[i], *b = &arrays[k];
            if (!a->written || !a->data || !b->data || (a->data == b->data && a->twin == k))
                continue;
            if (a->n && b->n && prefix__overlap(a->data, a->n * a->size, b->data, b->n * b->size))
                return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "%s overlaps %s%s", a->name, b->name,
                                    a->twin == k ? " without being equal to it" : "");
        }
    return PREFIX_OK;
}

int prefix__check_selection(prefix_ctx *ctx, const struct prefix_select_work *work)
{
    const size_t n = work->n, size = prefix__size_of(work->type);
    const size_t value_size = work->values ? prefix__size_of(work->value_type) : 1;
    const size_t index_size = work->indices ? prefix__size_of(work->index_type) : 1;
    const int by_flags = work->selector == PREFIX_SELECTOR_BYTES || work->selector == PREFIX_SELECTOR_BITS;
    const int partition = work->rejects == PREFIX_REJECTS_BEHIND, apart = work->rejects == PREFIX_REJECTS_APART;
    const struct prefix__checked arrays[] = {
        {"in", work->in, size, n, !by_flags || work->out || apart, 0, -1},
        {"flags", work->flags, 1, work->selector == PREFIX_SELECTOR_BITS ? n / 8 + (n % 8 != 0) : n, by_flags, 0, -1},
        {"values", work->values, value_size, n, 0, 0, -1},
        {"out", work->out, size, work->capacity, partition || (!work->indices && !work->values), 1, 0},
        {"rejected", work->rejected, size, work->rejected_capacity, apart, 1, -1},
        {"indices", work->indices, index_size, work->capacity, 0, 1, -1},
        {"values_out", work->values_out, value_size, work->capacity, work->values != NULL, 1, 2},
        {"count", work->count, sizeof *work->count, (size_t)work->ways - 1, 1, 1, -1},
    };
    const int count = (int)(sizeof arrays / sizeof arrays[0]);
    int status = prefix__check_result(ctx, "count", work->count, PREFIX_U64);
    if (status == PREFIX_OK && (n > PTRDIFF_MAX / size || n > PTRDIFF_MAX / value_size || n > PTRDIFF_MAX / index_size))
        status = prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements exceed the address space", n);
    if (status == PREFIX_OK && work->index_type == PREFIX_U32 && n > 0 && (uint64_t)(n - 1) > UINT32_MAX)
        status = prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: the indices of %zu elements do not fit u32", n);
    return status == PREFIX_OK && n > 0 ? prefix__check_all(ctx, arrays, count) : status;
}

int prefix__check_sort_size(prefix_ctx *ctx, const struct prefix_sort_work *work)
{
    if (work->n > PTRDIFF_MAX / PREFIX__ELEMENT_MAX)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements exceed the address space", work->n);
    if (work->index_type == PREFIX_U32 && work->n > 0 && (uint64_t)(work->n - 1) > UINT32_MAX)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: the indices of %zu elements do not fit u32", work->n);
    return PREFIX_OK;
}

int prefix__check_sort(prefix_ctx *ctx, const struct prefix_sort_work *work)
{
    const size_t n = work->n, size = prefix__size_of(work->type), value_size = work->values ? work->value_size : 1;
    const size_t index_size = work->indices ? prefix__size_of(work->index_type) : 1;
    const struct prefix_heads *segments = work->segments;
    const struct prefix__checked arrays[] = {
        {"keys", work->keys, size, n, 1, 0, -1},
        {"values", work->values, 1, n * value_size, 0, 0, -1},
        {"offsets", segments ? segments->data : NULL, segments ? segments->size : 1,
         segments ? segments->segments + 1 : 0, 0, 0, -1},
        {"out", work->out, size, n, !work->indices, 1, 0},
        {"values_out", work->values_out, 1, n * value_size, 0, 1, 1},
        {"indices", work->indices, index_size, n, 0, 1, -1},
    };
    const int status = prefix__check_sort_size(ctx, work);
    return status == PREFIX_OK && n > 0 ? prefix__check_all(ctx, arrays, sizeof arrays / sizeof arrays[0]) : status;
}

/* An array that is read, and lies outside of the output. */
static int check_apart(prefix_ctx *ctx, const char *name, const void *data, size_t size, size_t count, const void *out,
                       size_t out_bytes)
{
    if (count > PTRDIFF_MAX / size)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: %zu of them exceed the address space", name, count);
    int status = check_array(ctx, name, data, size, count);
    if (status == PREFIX_OK && out_bytes && prefix__overlap(data, count * size, out, out_bytes))
        return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "the output overlaps the %s", name);
    return status;
}

static size_t bytes_of_bits(size_t first, size_t n)
{
    return first / 8 + (first % 8 + n + 7) / 8;
}

int prefix__check_bits(prefix_ctx *ctx, const char *argument, const uint8_t *bits, size_t first, size_t n,
                       const void *out, size_t out_bytes)
{
    return check_apart(ctx, argument, bits, 1, bytes_of_bits(first, n), out, out_bytes);
}

int prefix__check_heads(prefix_ctx *ctx, const struct prefix_heads *heads, size_t n, const void *out, size_t out_bytes)
{
    static const char *const names[] = {"", "head flags", "head bits", "offsets", "keys"};
    const char *name = names[heads->form];
    size_t size = heads->size, count = n;
    if (heads->form == PREFIX_HEADS_BITS) {
        count = bytes_of_bits(heads->first, n);
        size = 1;
    } else if (heads->form == PREFIX_HEADS_OFFSETS) {
        count = heads->segments + 1;
    } else if (size == 16) { /* two words, as far as alignment goes */
        count *= 2;
        size = 8;
    }
    return check_apart(ctx, name, heads->data, size, count, out, out_bytes);
}

int prefix__check_outside(prefix_ctx *ctx, const void *result, size_t bytes, const void *in, size_t in_bytes)
{
    if (prefix__overlap(result, bytes, in, in_bytes))
        return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "the result lies in the input");
    return PREFIX_OK;
}

/* Keys of 16 bytes are two words each. */
static struct prefix__checked keys_of(const char *name, const void *data, size_t size, size_t n)
{
    return (struct prefix__checked){name, data, size == 16 ? 8 : size, size == 16 ? 2 * n : n, 0, 0, -1};
}

int prefix__check_runs(prefix_ctx *ctx, const struct prefix_runs_work *work)
{
    const struct prefix_scan_work *scan = work->scan;
    const struct prefix_operator_work *own = work->combined;
    const void *in = own ? own->in : scan ? scan->in : NULL, *out = own ? own->out : scan ? scan->out : NULL;
    const size_t n = work->n, of_scan = scan ? prefix__size_of(scan->type) : 1;
    const size_t in_size = own ? own->in_size : of_scan, out_size = own ? own->out_size : of_scan;
    const size_t in_unit = own ? 1 : in_size, out_unit = own ? 1 : out_size; /* alignments */
    const int reduces = own || scan;
    struct prefix__checked keys = keys_of(reduces ? "keys" : "in", work->keys.data, work->keys.size, n);
    struct prefix__checked unique = keys_of(reduces ? "unique" : "values", work->unique, work->keys.size, work->capacity);
    keys.needed = 1;
    unique.written = 1;
    unique.twin = 0;
    const struct prefix__checked arrays[] = {
        keys,
        {"in", in, in_unit, in_size / in_unit * n, reduces, 0, -1},
        unique,
        {"aggregates", out, out_unit, out_size / out_unit * work->capacity, reduces, 1, in_size == out_size ? 1 : -1},
        {"offsets", work->offsets, work->index_size, work->capacity, 0, 1, -1},
        {"lengths", work->lengths, work->index_size, work->capacity, 0, 1, -1},
        {"count", work->count, sizeof *work->count, 1, 1, 1, -1},
    };
    int status = prefix__check_result(ctx, "count", work->count, PREFIX_U64);
    if (status == PREFIX_OK && (n > PTRDIFF_MAX / work->keys.size || n > PTRDIFF_MAX / in_size ||
                                n > PTRDIFF_MAX / out_size || n > PTRDIFF_MAX / 8))
        status = prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "n: %zu elements exceed the address space", n);
    if (status == PREFIX_OK && n > 0)
        status = prefix__check_all(ctx, arrays, sizeof arrays / sizeof arrays[0]);
    if (status == PREFIX_OK && n > 0 && own)
        status = check_alignment(ctx, "in", in, own->in_alignment);
    if (status == PREFIX_OK && n > 0 && own)
        status = check_alignment(ctx, "aggregates", out, own->out_alignment);
    return status;
}

int prefix__check_expand(prefix_ctx *ctx, const struct prefix_expand_work *work)
{
    struct prefix__checked values = keys_of("values", work->values, work->value_size, work->runs);
    struct prefix__checked out = keys_of("out", work->out, work->value_size, work->capacity);
    values.needed = out.needed = out.written = 1;
    const struct prefix__checked arrays[] = {
        values,
        {"lengths", work->lengths, work->index_size, work->runs, 1, 0, -1},
        out,
        {"count", work->count, sizeof *work->count, 1, 1, 1, -1},
    };
    int status = prefix__check_result(ctx, "count", work->count, PREFIX_U64);
    if (status == PREFIX_OK && (work->runs > PTRDIFF_MAX / 16 || work->capacity > PTRDIFF_MAX / work->value_size))
        status = prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%zu runs, or a capacity of %zu, exceed the address space",
                              work->runs, work->capacity);
    return status == PREFIX_OK && work->runs > 0 ? prefix__check_all(ctx, arrays, sizeof arrays / sizeof arrays[0]) : status;
}

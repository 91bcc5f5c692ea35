/* SPDX-License-Identifier: BSD-3-Clause */
/* Batches that are refused, each with a sentence that says why, and batches of nothing. */
#include "batch_refusals.h"

#include <stdint.h>
#include <string.h>

#include "../support/support.h"

enum { WORDS = 64 };

static prefix_ctx *used;
static prefix_plan *batched;
static int32_t in[WORDS], out[WORDS], total[WORDS];

int has_batches(prefix_ctx *ctx)
{
    prefix_plan *columns;
    const size_t shape[] = {2, 2};
    must(ctx, prefix_plan_create(&columns, ctx, PREFIX_SUM, PREFIX_I32));
    must(ctx, prefix_plan_set_array(columns, 2, shape, 0, NULL, NULL));
    const int status = prefix_plan_run(columns, in, out, 2);
    prefix_plan_destroy(columns);
    return status != PREFIX_ERROR_UNSUPPORTED;
}

static void prepare(void)
{
    for (int i = 0; i < WORDS; i++) {
        in[i] = i;
        out[i] = -7;
        total[i] = -8;
    }
}

static void expect(int status, int want, const char *word)
{
    int is_clean = 1;
    for (int i = 0; i < WORDS; i++)
        is_clean &= out[i] == -7 && total[i] == -8 && in[i] == i;
    ok(status == want && strstr(prefix_ctx_error(used), word) && is_clean, "refused: %s (%d: %s)", word, status,
       prefix_ctx_error(used));
    prepare();
}

static void check_settings(void)
{
    const size_t shape[] = {2, 3};
    expect(prefix_plan_set_array(batched, -1, shape, 0, NULL, NULL), PREFIX_ERROR_ARGUMENT, "dims: -1");
    expect(prefix_plan_set_array(batched, 17, shape, 0, NULL, NULL), PREFIX_ERROR_ARGUMENT, "dims: 17");
    expect(prefix_plan_set_array(batched, 2, NULL, 0, NULL, NULL), PREFIX_ERROR_ARGUMENT, "shape is NULL");
    expect(prefix_plan_set_array(batched, 2, shape, 2, NULL, NULL), PREFIX_ERROR_ARGUMENT, "no axis 2");
    expect(prefix_plan_set_array(batched, 2, shape, -3, NULL, NULL), PREFIX_ERROR_ARGUMENT, "no axis -3");
}

static void check_lengths(void)
{
    const size_t shape[] = {2, 3}, huge[] = {SIZE_MAX / 2, 3}, wide[] = {SIZE_MAX / 8, 2};
    must(used, prefix_plan_set_array(batched, 2, shape, 0, NULL, NULL));
    expect(prefix_plan_run(batched, in, out, 3), PREFIX_ERROR_ARGUMENT,
           "n: 3, and the array has 2 elements along axis 0");
    must(used, prefix_plan_set_array(batched, 2, huge, 1, NULL, NULL));
    expect(prefix_plan_run(batched, in, out, 3), PREFIX_ERROR_OVERFLOW, "shape");
    must(used, prefix_plan_set_array(batched, 2, wide, 1, NULL, NULL));
    expect(prefix_plan_run(batched, in, out, 2), PREFIX_ERROR_OVERFLOW, "in: the elements lie farther apart");
    must(used, prefix_plan_set_batch(batched, SIZE_MAX, 0, 1));
    expect(prefix_plan_run(batched, in, out, 2), PREFIX_ERROR_OVERFLOW, "rows");
    must(used, prefix_plan_set_batch(batched, 3, PTRDIFF_MAX / 2, 2));
    expect(prefix_plan_run(batched, in, out, 2), PREFIX_ERROR_OVERFLOW, "in: ");
    must(used, prefix_plan_set_batch(batched, 3, 2, -(PTRDIFF_MAX / 2)));
    expect(prefix_plan_run(batched, in, out, 2), PREFIX_ERROR_OVERFLOW, "out: ");
    must(used, prefix_plan_set_batch(batched, 3, 2, PTRDIFF_MIN));
    expect(prefix_plan_run(batched, in, out, 2), PREFIX_ERROR_OVERFLOW, "out: ");
    must(used, prefix_plan_set_batch(batched, 2, -(PTRDIFF_MAX / 8), 2));
    expect(prefix_plan_run(batched, (void *)(uintptr_t)4096, out, 2), PREFIX_ERROR_OVERFLOW, "before the beginning");
    must(used, prefix_plan_set_batch(batched, 2, 2, 2));
    expect(prefix_plan_run(batched, (void *)(UINTPTR_MAX - 11), out, 2), PREFIX_ERROR_OVERFLOW, "past the end");
}

static void check_arrays(void)
{
    const size_t shape[] = {3, 4};
    const ptrdiff_t coinciding[] = {3, 1}, equal[] = {1, 1}, none[] = {0, 1}, columns[] = {1, 3};
    must(used, prefix_plan_set_batch(batched, 3, 4, 4));
    expect(prefix_plan_run(batched, NULL, out, 4), PREFIX_ERROR_ARGUMENT, "in is NULL");
    expect(prefix_plan_run(batched, in, NULL, 4), PREFIX_ERROR_ARGUMENT, "out is NULL");
    expect(prefix_plan_run(batched, (char *)in + 2, out, 4), PREFIX_ERROR_ARGUMENT, "in is not aligned");
    expect(prefix_plan_run(batched, in, (char *)out + 1, 4), PREFIX_ERROR_ARGUMENT, "out is not aligned");
    expect(prefix_plan_run(batched, in, in + 11, 4), PREFIX_ERROR_OVERLAP, "out");
    expect(prefix_plan_reduce(batched, in, 4), PREFIX_ERROR_ARGUMENT, "no totals");
    must(used, prefix_plan_set_batch(batched, 3, 4, 5));
    expect(prefix_plan_run(batched, in, in, 4), PREFIX_ERROR_OVERLAP, "other than in place");
    must(used, prefix_plan_set_batch(batched, 3, 8, 8));
    expect(prefix_plan_run(batched, in, in + 4, 4), PREFIX_ERROR_OVERLAP, "other than in place");
    must(used, prefix_plan_set_batch(batched, 3, 4, 3));
    expect(prefix_plan_run(batched, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "out_stride: 3 leads into the 4 elements");
    must(used, prefix_plan_set_batch(batched, 3, 4, 0));
    expect(prefix_plan_run(batched, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "out_stride: 0");
    must(used, prefix_plan_set_array(batched, 2, shape, 1, NULL, coinciding));
    expect(prefix_plan_run(batched, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "out_strides[0]: 3");
    must(used, prefix_plan_set_array(batched, 2, shape, 0, NULL, equal));
    expect(prefix_plan_run(batched, in, out, 3), PREFIX_ERROR_UNSUPPORTED, "out_strides[");
    must(used, prefix_plan_set_array(batched, 2, shape, 1, NULL, none));
    expect(prefix_plan_run(batched, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "out_strides[0]: 0");
    must(used, prefix_plan_set_array(batched, 2, shape, 1, columns, NULL));
    expect(prefix_plan_run(batched, in, in, 4), PREFIX_ERROR_OVERLAP, "other than in place");
    must(used, prefix_plan_set_batch(batched, 3, 4, 4));
    must(used, prefix_plan_set_total(batched, PREFIX_I32, in + 11));
    expect(prefix_plan_run(batched, in, out, 4), PREFIX_ERROR_OVERLAP, "totals");
    expect(prefix_plan_reduce(batched, in, 4), PREFIX_ERROR_OVERLAP, "totals");
    must(used, prefix_plan_set_total(batched, PREFIX_I32, out + 11));
    expect(prefix_plan_run(batched, in, out, 4), PREFIX_ERROR_OVERLAP, "totals");
    must(used, prefix_plan_set_total(batched, PREFIX_I32, NULL));
}

/* What batches do not go together with. */
static void check_settings_beside(void)
{
    static const uint8_t flags[4] = {1, 0, 1, 0};
    size_t bytes = 0;
    uint64_t count = 0;
    must(used, prefix_plan_set_batch(batched, 3, 4, 4));
    must(used, prefix_plan_set_head_flags(batched, flags));
    expect(prefix_plan_run(batched, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "segments");
    must(used, prefix_plan_set_head_flags(batched, NULL));
    must(used, prefix_plan_set_algorithm(batched, PREFIX_ALGORITHM_SERIAL));
    expect(prefix_plan_run(batched, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "algorithms by name");
    must(used, prefix_plan_set_algorithm(batched, PREFIX_ALGORITHM_AUTO));
    must(used, prefix_plan_set_counting(batched, 1));
    expect(prefix_plan_run(batched, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "counting");
    must(used, prefix_plan_set_counting(batched, 0));
    expect(prefix_plan_workspace(batched, 4, &bytes), PREFIX_ERROR_UNSUPPORTED, "workspace");
    expect(prefix_plan_reduce_by_key(batched, PREFIX_I32, in, in, NULL, out, 4, 4, &count), PREFIX_ERROR_UNSUPPORTED,
           "batch");
}

static void check_nothing(void)
{
    const size_t none[] = {3, 0}, zero[] = {0, 4};
    const int32_t init = 5;
    must(used, prefix_plan_set_array(batched, 2, zero, 1, NULL, NULL));
    must(used, prefix_plan_run(batched, NULL, NULL, 4));
    must(used, prefix_plan_set_array(batched, 2, none, 1, NULL, NULL));
    must(used, prefix_plan_run(batched, NULL, NULL, 0));
    must(used, prefix_plan_set_total(batched, PREFIX_I32, total));
    must(used, prefix_plan_set_init(batched, PREFIX_I32, &init));
    must(used, prefix_plan_run(batched, NULL, NULL, 0));
    ok(total[0] == 5 && total[1] == 5 && total[2] == 5 && total[3] == -8, "rows of nothing come to the initial value");
    prepare();
    must(used, prefix_plan_set_array(batched, 2, zero, 1, NULL, NULL));
    must(used, prefix_plan_reduce(batched, NULL, 4));
    ok(total[0] == -8, "no rows have no totals");
    must(used, prefix_plan_set_batch(batched, 1, 0, 0));
    must(used, prefix_plan_set_init(batched, PREFIX_I32, NULL));
    must(used, prefix_plan_run(batched, in, out, 8));
    ok(out[7] == 28 && out[8] == -7 && total[0] == 28 && total[1] == -8, "one row is no batch");
    must(used, prefix_plan_set_batch(batched, 3, 4, 4));
    must(used, prefix_plan_set_array(batched, 0, NULL, 0, NULL, NULL));
    must(used, prefix_plan_run(batched, in, out, 9));
    ok(out[8] == 36 && out[9] == -7, "nor is an array of no dimensions");
}

void check_refusals(prefix_ctx *ctx)
{
    used = ctx;
    prepare();
    must(ctx, prefix_plan_create(&batched, ctx, PREFIX_SUM, PREFIX_I32));
    check_settings();
    check_lengths();
    check_arrays();
    check_settings_beside();
    check_nothing();
    prefix_plan_destroy(batched);
    ok(prefix_plan_set_batch(NULL, 2, 1, 1) == PREFIX_ERROR_ARGUMENT, "no plan for a batch");
    ok(prefix_plan_set_array(NULL, 0, NULL, 0, NULL, NULL) == PREFIX_ERROR_ARGUMENT, "nor for an array");
}

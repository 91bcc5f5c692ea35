/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Readings with gaps: running sums that pass over NaN and leave it in its
 * place, as pandas does, and the maximum of a nullable column, whose gaps
 * are in a bitmap, as in Apache Arrow.
 */
#include <prefix/prefix.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* NaN is passed over, and stays where it is. */
static void running_sums(const float *in, float *out, size_t n)
{
    prefix_plan *plan;
    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_F32));
    check(prefix_plan_set_missing(plan, PREFIX_MISSING_KEEP));
    check(prefix_plan_run(plan, in, out, n));
    prefix_plan_destroy(plan);
}

/* Of those whose bit is 1; INT32_MIN if there are none. */
static int32_t maximum(const int32_t *in, const uint8_t *valid, size_t n)
{
    int32_t result;
    prefix_plan *plan;
    check(prefix_plan_create(&plan, NULL, PREFIX_MAX, PREFIX_I32));
    check(prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP));
    check(prefix_plan_set_validity(plan, valid, 0));
    check(prefix_plan_set_total(plan, PREFIX_I32, &result));
    check(prefix_plan_reduce(plan, in, n));
    prefix_plan_destroy(plan);
    return result;
}

int main(void)
{
    enum { N = 6 };
    const float rain[N] = {2, NAN, 0.5f, NAN, 4, 1};
    const int32_t level[N] = {7, 9999, 12, 9999, 11, 8};
    const uint8_t valid[] = {0x35}; /* from the lowest bit on: 101011 */
    float sums[N];

    running_sums(rain, sums, N);
    for (int i = 0; i < N; i++)
        if (isnan(sums[i]))
            printf("- ");
        else
            printf("%g ", sums[i]);
    printf("\nhighest level: %d\n", (int)maximum(level, valid, N));
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The mean and the range of measurements. */
#include <prefix/prefix.h>
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

int main(void)
{
    enum { N = 7 };
    const float x[N] = {2.5f, -1.0f, 4.25f, 0.5f, 3.0f, -2.75f, 7.5f};

    float least, greatest;
    check(prefix_reduce(NULL, PREFIX_MIN, PREFIX_F32, x, &least, N));
    check(prefix_reduce(NULL, PREFIX_MAX, PREFIX_F32, x, &greatest, N));

    double sum;
    prefix_plan *plan;
    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_F32));
    check(prefix_plan_set_output_type(plan, PREFIX_F64));
    check(prefix_plan_set_total(plan, PREFIX_F64, &sum));
    check(prefix_plan_reduce(plan, x, N));
    prefix_plan_destroy(plan);

    printf("%g to %g, mean %g\n", least, greatest, sum / N);
    return 0;
}

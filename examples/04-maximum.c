/* SPDX-License-Identifier: BSD-3-Clause */
/* Running maxima, from left and right: how deep water stands. */
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
    enum { N = 8 };
    const float height[N] = {2, 5, 3, 1, 4, 2.5f, 3, 1};
    float left[N], right[N];
    prefix_plan *plan;

    /* The running maximum, and the same from the last element on. */
    check(prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_MAX, PREFIX_F32,
                      height, left, N));
    check(prefix_plan_create(&plan, NULL, PREFIX_MAX, PREFIX_F32));
    check(prefix_plan_set_reverse(plan, 1));
    check(prefix_plan_run(plan, height, right, N));
    prefix_plan_destroy(plan);

    for (int i = 0; i < N; i++)
        printf("%g ",
               (left[i] < right[i] ? left[i] : right[i]) - height[i]);
    printf("\n");
    return 0;
}

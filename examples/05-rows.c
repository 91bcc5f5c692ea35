/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums of rows, by offsets (CSR); and within groups of neighbours. */
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
    enum { N = 6, ROWS = 3 };
    const float values[N] = {1, 2, 3, 4, 5, 6};
    const int32_t rows[ROWS + 1] = {0, 2, 2, 6};
    const uint16_t years[N] = {1990, 2016, 2016, 2016, 1980, 1980};
    float sums[ROWS], running[N];
    prefix_plan *plan;

    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_F32));

    /* One sum for each row; the second has no elements. */
    check(prefix_plan_set_offsets(plan, PREFIX_I32, rows, ROWS));
    check(prefix_plan_set_total(plan, PREFIX_F32, sums));
    check(prefix_plan_reduce(plan, values, N));

    /* Running sums within neighbours of the same year. */
    check(prefix_plan_set_total(plan, PREFIX_F32, NULL));
    check(prefix_plan_set_keys(plan, PREFIX_U16, years));
    check(prefix_plan_run(plan, values, running, N));
    prefix_plan_destroy(plan);

    for (int i = 0; i < ROWS; i++)
        printf("%g ", sums[i]);
    printf("\n");
    for (int i = 0; i < N; i++)
        printf("%g ", running[i]);
    printf("\n");
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The mean of each column of a table with missing values: sums of what is
 * there, and how many that are. A bitmap says which; it has a bit for each
 * value, row by row, whichever way the table is read.
 */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>

enum { DAYS = 4, STATIONS = 3 };

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* Down the columns of a table, whose values lie strides apart. */
static void sums(int type, const void *in, const ptrdiff_t *strides,
                 const uint8_t *valid, int total_type, void *totals)
{
    const size_t shape[2] = {DAYS, STATIONS};
    prefix_plan *plan;
    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, type));
    check(prefix_plan_set_array(plan, 2, shape, 0, strides, NULL));
    check(prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP));
    check(prefix_plan_set_validity(plan, valid, 0));
    check(prefix_plan_set_total(plan, total_type, totals));
    check(prefix_plan_reduce(plan, in, DAYS));
    prefix_plan_destroy(plan);
}

int main(void)
{
    const float rain[DAYS][STATIONS] = {
        {2, -1, 4}, {0, 3, -1}, {-1, 6, -1}, {1, 0, 8}};
    const uint32_t one = 1;
    const ptrdiff_t nowhere[2] = {0, 0}; /* all values are the same one */
    uint8_t valid[(DAYS * STATIONS + 7) / 8] = {0};
    double totals[STATIONS];
    uint32_t counts[STATIONS];

    for (int i = 0; i < DAYS * STATIONS; i++)
        if (rain[i / STATIONS][i % STATIONS] >= 0)
            valid[i / 8] |= (uint8_t)(1 << i % 8);
    sums(PREFIX_F32, rain, NULL, valid, PREFIX_F64, totals);
    sums(PREFIX_U32, &one, nowhere, valid, PREFIX_U32, counts);
    for (int i = 0; i < STATIONS; i++)
        printf("station %d: %u days, %g on average\n", i, counts[i],
               totals[i] / counts[i]);
    return 0;
}

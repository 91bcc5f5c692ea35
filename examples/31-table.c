/* SPDX-License-Identifier: BSD-3-Clause */
/* A table: running sums of each row and down each column, and their means. */
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

static void print(const char *name, const float *table, int rows, int n)
{
    printf("%s:\n", name);
    for (int i = 0; i < rows * n; i++)
        printf("%g%c", table[i], i % n == n - 1 ? '\n' : ' ');
}

int main(void)
{
    enum { WEEKS = 3, SHOPS = 4 };
    const float sales[WEEKS][SHOPS] = {
        {3, 1, 7, 0}, {4, 1, 6, 3}, {2, 4, 2, 6}};
    const size_t shape[2] = {WEEKS, SHOPS};
    float rows[WEEKS][SHOPS], columns[WEEKS][SHOPS], means[SHOPS];
    prefix_plan *plan;

    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_F32));

    /* Each week from shop to shop: rows of SHOPS neighbours. */
    check(prefix_plan_set_batch(plan, WEEKS, SHOPS, SHOPS));
    check(prefix_plan_run(plan, sales, rows, SHOPS));

    /* Each shop from week to week: along axis 0, without gaps. */
    check(prefix_plan_set_array(plan, 2, shape, 0, NULL, NULL));
    check(prefix_plan_run(plan, sales, columns, WEEKS));

    /* The sum of each column alone: an array of totals. */
    check(prefix_plan_set_total(plan, PREFIX_F32, means));
    check(prefix_plan_reduce(plan, sales, WEEKS));
    prefix_plan_destroy(plan);

    for (int i = 0; i < SHOPS; i++)
        means[i] /= WEEKS;
    print("from shop to shop", rows[0], WEEKS, SHOPS);
    print("from week to week", columns[0], WEEKS, SHOPS);
    print("means", means, 1, SHOPS);
    return 0;
}

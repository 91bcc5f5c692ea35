/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups: sales by shop, in the order in which they came in. */
#include <prefix/prefix.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 8 };

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* One call: a sum for each shop. */
static void sums(const int32_t *shops, const float *sold)
{
    int32_t unique[N];
    float sums[N];
    uint64_t count;

    check(prefix_group_by(NULL, PREFIX_SUM, PREFIX_I32, PREFIX_F32, shops,
                          sold, unique, sums, N, N, &count));
    for (int i = 0; i < (int)count; i++)
        printf("shop %d: %g\n", (int)unique[i], sums[i]);
}

/* Several outputs of one sort. */
static void report(const int32_t *shops, const float *sold)
{
    int32_t unique[N];
    uint32_t sales[N];
    float best[N];
    double means[N];
    uint64_t count;
    prefix_grouping *by_shop;

    check(prefix_grouping_create(&by_shop, NULL, PREFIX_I32));
    check(prefix_grouping_set_counts(by_shop, PREFIX_U32, sales));
    check(prefix_grouping_set_values(by_shop, PREFIX_F32, sold));
    check(prefix_grouping_set_aggregates(by_shop, PREFIX_MAX, best));
    check(prefix_grouping_set_aggregates(by_shop, PREFIX_MEAN, means));
    check(prefix_grouping_run(by_shop, shops, unique, N, N, &count));
    prefix_grouping_destroy(by_shop);
    for (int i = 0; i < (int)count; i++)
        printf("shop %d: %u sales, %g at most, %g on average\n",
               (int)unique[i], sales[i], best[i], means[i]);
}

int main(void)
{
    const int32_t shops[N] = {7, 3, 7, 12, 3, 7, 7, 12};
    const float sold[N] = {2.5f, 1, 4, 3, 3, 0.5f, 8, 3};

    sums(shops, sold);
    report(shops, sold);
    return 0;
}

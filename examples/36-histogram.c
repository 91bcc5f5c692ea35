/* SPDX-License-Identifier: BSD-3-Clause */
/* Histograms: of times, in even bins; and by prices, of what was sold. */
#include <prefix/prefix.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 10, BINS = 4, CLASSES = 3 };

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* Four bins from 0 to 2 seconds; the last one has 2 itself. */
static void even(const float *seconds)
{
    uint64_t counts[BINS];

    check(prefix_histogram(NULL, PREFIX_F32, seconds, counts, N, BINS,
                           0, 2));
    for (int i = 0; i < BINS; i++)
        printf("%.1f s: %.*s\n", i * 0.5, (int)counts[i], "##########");
}

/* How often, and for how much: prices are what is counted, weights too. */
static void classes(const float *prices)
{
    const double edges[CLASSES + 1] = {0, 1, 10, 1e9};
    uint64_t counts[CLASSES];
    float sums[CLASSES];
    prefix_binning *by_price;

    check(prefix_binning_create(&by_price, NULL, PREFIX_F32));
    check(prefix_binning_set_edges(by_price, CLASSES, PREFIX_F64, edges));
    check(prefix_binning_set_weights(by_price, PREFIX_F32, prices, sums));
    check(prefix_binning_run(by_price, prices, counts, N));
    prefix_binning_destroy(by_price);
    for (int i = 0; i < CLASSES; i++)
        printf("from %g: %u sold for %g\n", edges[i], (unsigned)counts[i],
               sums[i]);
}

int main(void)
{
    const float seconds[N] = {0.1f, 1.7f, 0.6f, 0.4f, 2,
                              0.7f, 0.9f, 2.5f, 0.5f, 0.3f};
    const float prices[N] = {3, 0.5f, 12, 9.75f, 1, 0.25f, 10, 4, 99, 0.75f};

    even(seconds);
    classes(prices);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Exponentially weighted volatilities of prices, a row for each share. */
#include <math.h>
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

enum { SHARES = 2, DAYS = 7 };

/* variance = 0.06 return^2 + 0.94 variance, from the first one on. */
static void variances(const double *squares, double *out)
{
    const double b[] = {0.06}, a[] = {1, -0.94};
    double first[SHARES];
    prefix_filter *f;

    for (int k = 0; k < SHARES; k++)
        first[k] = 0.94 * squares[k * (DAYS - 1)];
    check(prefix_filter_create(&f, NULL, PREFIX_F64, b, 1, a, 2));
    check(prefix_filter_set_rows(f, SHARES, 0, 0));
    check(prefix_filter_set_state(f, first, NULL));
    check(prefix_filter_run(f, squares, out, DAYS - 1));
    prefix_filter_destroy(f);
}

int main(void)
{
    static const double prices[SHARES][DAYS] = {
        {100, 101, 99, 100, 104, 103, 103.5},
        {50, 50.1, 50, 50.2, 50.1, 50, 50.1},
    };
    double squares[SHARES * (DAYS - 1)], out[SHARES * (DAYS - 1)];

    for (int k = 0; k < SHARES; k++)
        for (int i = 1; i < DAYS; i++)
            squares[k * (DAYS - 1) + i - 1] =
                pow(log(prices[k][i] / prices[k][i - 1]), 2);
    variances(squares, out);
    for (int i = 0; i < SHARES * (DAYS - 1); i++)
        printf("%.2f%%%s", 100 * sqrt(out[i]),
               i % (DAYS - 1) == DAYS - 2 ? "\n" : " ");
    return 0;
}

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

enum { SHARES = 2, DAYS = 7, RETURNS = DAYS - 1 };

/* Of each row, what pandas has as returns.ewm(span=5).std(). */
static void volatilities(const double *returns, double *out)
{
    prefix_ewm *e;

    check(prefix_ewm_create(&e, NULL, PREFIX_F64, 2.0 / (5 + 1)));
    check(prefix_ewm_set_batch(e, SHARES, RETURNS, RETURNS));
    check(prefix_ewm_std(e, returns, out, RETURNS));
    prefix_ewm_destroy(e);
}

int main(void)
{
    static const double prices[SHARES][DAYS] = {
        {100, 101, 99, 100, 104, 103, 103.5},
        {50, 50.1, 50, NAN, 50.1, 50, 50.1}, /* one day is missing */
    };
    double returns[SHARES][RETURNS], out[SHARES][RETURNS];

    for (int k = 0; k < SHARES; k++)
        for (int i = 0; i < RETURNS; i++)
            returns[k][i] = log(prices[k][i + 1] / prices[k][i]);
    volatilities(returns[0], out[0]);
    for (int k = 0; k < SHARES; k++)
        for (int i = 1; i < RETURNS; i++)
            printf("%.2f%%%s", 100 * out[k][i],
                   i == RETURNS - 1 ? "\n" : " ");
    return 0;
}

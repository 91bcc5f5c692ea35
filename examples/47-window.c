/* SPDX-License-Identifier: BSD-3-Clause */
/* The lowest and the mean price of the last days, and what lies around. */
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

enum { N = 8, DAYS = 3 };

static void show(const char *what, const float *x)
{
    printf("%s:", what);
    for (int i = 0; i < N; i++)
        printf(" %g", x[i]);
    putchar('\n');
}

/* Of each day and the two before it, as far as there are any. */
static void look_back(const float *prices)
{
    float out[N];

    check(prefix_window(NULL, PREFIX_MIN, PREFIX_F32, prices, out, N, DAYS,
                        DAYS - 1));
    show("lowest", out);
    check(prefix_window_mean(NULL, PREFIX_F32, prices, out, N, DAYS,
                             DAYS - 1));
    show("mean", out);
}

/* The highest of each day, the one before it and the one behind it. */
static void look_around(const float *prices)
{
    float out[N];

    check(prefix_window(NULL, PREFIX_MAX, PREFIX_F32, prices, out, N, DAYS,
                        DAYS / 2));
    show("highest", out);
}

int main(void)
{
    const float prices[N] = {12, 9, 15, 18, 12, 6, 9, 3};

    look_back(prices);
    look_around(prices);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The mean and the variance of all measurements so far, by the formula of
 * Chan, Golub and LeVeque (1979), which loses no digits where the mean is
 * large.
 */
#include <prefix/prefix.h>
#include <math.h>
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

/* Of some measurements. */
struct moments {
    double n, mean,
        squares; /* sum of squares of distances from the mean */
};

static struct moments merge(struct moments earlier, struct moments later)
{
    const double n = earlier.n + later.n;
    const double apart = later.mean - earlier.mean;
    struct moments both = {n, earlier.mean + apart * (later.n / n),
                           earlier.squares + later.squares +
                               apart * apart * (earlier.n * later.n / n)};
    return both;
}

PREFIX_COMBINE(merge_all, struct moments, merge(earlier, later))

int main(void)
{
    enum { N = 8 };
    const double x[N] = {1e9 + 4,  1e9 + 7, 1e9 + 13, 1e9 + 16,
                         1e9 + 10, 1e9 + 1, 1e9 + 19, 1e9 + 10};
    struct moments m[N];
    prefix_operator *op;
    prefix_plan *plan;

    for (int i = 0; i < N; i++) {
        struct moments one = {1, x[i], 0};
        m[i] = one;
    }
    check(prefix_operator_create(&op, sizeof(struct moments),
                                 sizeof(double)));
    check(prefix_operator_set_host(op, merge_all));
    check(prefix_plan_create_operator(&plan, NULL, op));
    check(prefix_plan_run(plan, m, m, N));
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);

    for (int i = 1; i < N; i++) {
        double mean = 0, squares = 0;
        for (int k = 0; k <= i; k++)
            mean += (x[k] - 1e9) / (i + 1);
        for (int k = 0; k <= i; k++)
            squares += (x[k] - 1e9 - mean) * (x[k] - 1e9 - mean);
        printf("%d: mean 1e9 + %.4f, variance %.4f\n", i + 1,
               m[i].mean - 1e9, m[i].squares / i);
        if (fabs(m[i].mean - 1e9 - mean) > 1e-6 ||
            fabs(m[i].squares - squares) > 1e-4)
            return 1;
    }
    return 0;
}

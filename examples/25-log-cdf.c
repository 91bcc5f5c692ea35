/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A distribution function from probabilities so small that only their
 * logarithms are numbers: heads of 10000 coins. Link with -lm.
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

/* log(exp(x) + exp(y)) */
static double add(double x, double y)
{
    const double most = x > y ? x : y, least = x > y ? y : x;
    return most == -INFINITY ? most : most + log1p(exp(least - most));
}

PREFIX_COMBINE(add_all, double, add(earlier, later))

#define COINS 10000

static double density[COINS + 1], below[COINS + 1];

int main(void)
{
    const double nothing = -INFINITY;
    prefix_operator *op;
    prefix_plan *plan;

    for (int k = 0; k <= COINS; k++)
        density[k] = lgamma(COINS + 1) - lgamma(k + 1) -
                     lgamma(COINS - k + 1) - COINS * log(2);
    check(prefix_operator_create(&op, sizeof(double), sizeof(double)));
    check(prefix_operator_set_host(op, add_all));
    check(prefix_operator_set_identity(op, &nothing));
    check(prefix_plan_create_operator(&plan, NULL, op));
    check(prefix_plan_run(plan, density, below, COINS + 1));
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);

    printf("no heads: e^%.1f, which is %g\n", below[0], exp(below[0]));
    for (int k = 4800; k <= 5200; k += 100)
        printf("at most %d heads: %.4f\n", k, exp(below[k]));

    /* Each again, as a sum of what is scaled to the last. */
    for (int k = 0; k <= COINS / 2; k += 100) {
        double sum = 0;
        for (int i = 0; i <= k; i++)
            sum += exp(density[i] - density[k]);
        if (fabs(below[k] - (density[k] + log(sum))) > 1e-6)
            return 1;
    }
    return 0;
}

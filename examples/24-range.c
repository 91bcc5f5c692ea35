/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The lowest and the highest value of all days before, in one scan of pairs:
 * which days have a record? With an identity the scan may be exclusive.
 */
#include <prefix/prefix.h>
#include <float.h>
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

struct range {
    float least, greatest;
};

PREFIX_COMBINE(widen, struct range,
               (struct range){earlier.least < later.least ? earlier.least
                                                          : later.least,
                              earlier.greatest > later.greatest
                                  ? earlier.greatest
                                  : later.greatest})

int main(void)
{
    enum { N = 9 };
    const float degrees[N] = {12.5f, 14, 13, 11.5f, 17,
                              16.5f, 9,  12, 17.5f};
    const struct range empty = {FLT_MAX, -FLT_MAX};
    struct range days[N], before[N];
    prefix_operator *op;
    prefix_plan *plan;

    for (int i = 0; i < N; i++)
        days[i].least = days[i].greatest = degrees[i];
    check(prefix_operator_create(&op, sizeof(struct range),
                                 sizeof(float)));
    check(prefix_operator_set_host(op, widen));
    check(prefix_operator_set_identity(op, &empty));
    check(prefix_plan_create_operator(&plan, NULL, op));
    check(prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    check(prefix_plan_run(plan, days, before, N));
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);

    for (int i = 1; i < N; i++) {
        int lowest = 1, highest = 1;
        for (int k = 0; k < i; k++) {
            lowest &= degrees[i] < degrees[k];
            highest &= degrees[i] > degrees[k];
        }
        if (degrees[i] < before[i].least)
            printf("day %d: lowest, %g after %g\n", i, degrees[i],
                   before[i].least);
        if (degrees[i] > before[i].greatest)
            printf("day %d: highest, %g after %g\n", i, degrees[i],
                   before[i].greatest);
        if (lowest != (degrees[i] < before[i].least) ||
            highest != (degrees[i] > before[i].greatest))
            return 1;
    }
    return 0;
}

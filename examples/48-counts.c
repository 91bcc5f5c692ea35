/* SPDX-License-Identifier: BSD-3-Clause */
/* Offsets from counts, and the counts again; and a running sum that is undone. */
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

enum { N = 6 };

static void show(const char *what, const int *x, int n)
{
    printf("%s:", what);
    for (int i = 0; i < n; i++)
        printf(" %d", x[i]);
    putchar('\n');
}

/* N counts become N + 1 offsets, in one array, and counts once more. */
static void there_and_back(const int *counts)
{
    int array[N + 1];
    prefix_plan *plan;

    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_I32));
    check(prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    check(prefix_plan_set_ends(plan, 1));
    check(prefix_plan_run(plan, counts, array, N));
    show("offsets", array, N + 1);
    check(prefix_plan_difference(plan, array, array, N));
    show("counts", array, N);
    prefix_plan_destroy(plan);
}

/* What a meter shows each day becomes what was used. */
static void use_of_each_day(const int *meter)
{
    int used[N];

    check(prefix_difference(NULL, PREFIX_I32, meter, used, N));
    show("used", used, N);
}

int main(void)
{
    const int counts[N] = {3, 0, 2, 5, 0, 1};
    const int meter[N] = {120, 125, 125, 140, 151, 153};

    there_and_back(counts);
    use_of_each_day(meter);
    return 0;
}

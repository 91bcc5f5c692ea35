/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many rows in one call: of each station the warmest day, and how much rain
 * had fallen before each day and in all, so that the rain of any days is a
 * difference of two numbers.
 */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>

enum { STATIONS = 2, DAYS = 5 };

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* The place of the maximum of each row, counted from 0. */
static void warmest(const float *in, uint64_t *days)
{
    prefix_plan *plan;
    check(prefix_plan_create(&plan, NULL, PREFIX_ARG_MAX, PREFIX_F32));
    check(prefix_plan_set_batch(plan, STATIONS, DAYS, DAYS));
    check(prefix_plan_set_total(plan, PREFIX_U64, days));
    check(prefix_plan_reduce(plan, in, DAYS));
    prefix_plan_destroy(plan);
}

/* DAYS + 1 results for each row. */
static void rain_before(const float *in, float *out)
{
    prefix_plan *plan;
    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_F32));
    check(prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    check(prefix_plan_set_ends(plan, 1));
    check(prefix_plan_set_batch(plan, STATIONS, DAYS, DAYS + 1));
    check(prefix_plan_run(plan, in, out, DAYS));
    prefix_plan_destroy(plan);
}

int main(void)
{
    const float warmth[STATIONS][DAYS] = {
        {18, 21, 24, 20, 19}, {15, 14, 17, 22, 22}};
    const float rain[STATIONS][DAYS] = {{0, 2, 0, 5, 1}, {3, 3, 0, 0, 4}};
    float before[STATIONS][DAYS + 1];
    uint64_t days[STATIONS];

    warmest(warmth[0], days);
    rain_before(rain[0], before[0]);
    for (int i = 0; i < STATIONS; i++)
        printf("station %d: warmest on day %d, rain of days 1 to 3: %g, "
               "in all %g\n", i, (int)days[i], before[i][4] - before[i][1],
               before[i][DAYS]);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The union of intervals that are sorted by their beginnings: when was
 * anybody at work, and how long?
 */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* Minutes of a day, from first to before last. */
struct stretch {
    int32_t first, last;
};

/* The last stretch of the union of what both stand for. */
static struct stretch unite(struct stretch earlier, struct stretch later)
{
    if (earlier.last >= later.first) {
        later.first = earlier.first;
        later.last = earlier.last > later.last ? earlier.last : later.last;
    }
    return later;
}

PREFIX_COMBINE(unite_all, struct stretch, unite(earlier, later))

int main(void)
{
    enum { N = 7, DAY = 24 * 60 };
    const struct stretch shifts[N] = {
        {360, 600}, {420, 480},   {540, 720},  {780, 840},
        {840, 900}, {1080, 1200}, {1140, 1170}};
    struct stretch united[N];
    char busy[DAY] = {0};
    int total = 0, counted = 0;
    prefix_operator *op;
    prefix_plan *plan;

    check(prefix_operator_create(&op, sizeof(struct stretch),
                                 sizeof(int32_t)));
    check(prefix_operator_set_host(op, unite_all));
    check(prefix_operator_check(NULL, op, NULL, shifts, N, NULL));
    check(prefix_plan_create_operator(&plan, NULL, op));
    check(prefix_plan_run(plan, shifts, united, N));
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);

    for (int i = 0; i < N; i++) {
        memset(busy + shifts[i].first, 1,
               (size_t)(shifts[i].last - shifts[i].first));
        if (i + 1 < N && united[i + 1].first == united[i].first)
            continue;
        printf("%02d:%02d to %02d:%02d\n", (int)united[i].first / 60,
               (int)united[i].first % 60, (int)united[i].last / 60,
               (int)united[i].last % 60);
        total += united[i].last - united[i].first;
    }
    printf("%d minutes\n", total);
    for (int minute = 0; minute < DAY; minute++)
        counted += busy[minute];
    return counted != total;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The work and the span of every algorithm, on 1024 elements. */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>

static prefix_ctx *ctx;

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(ctx));
    exit(1);
}

int main(void)
{
    enum { N = 1024 };
    static int32_t in[N], out[N];
    prefix_plan *plan;
    check(prefix_ctx_create(&ctx, "serial"));
    check(prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32));
    check(prefix_plan_set_counting(plan, 1));
    check(prefix_plan_set_tile(plan, 32));
    for (int algorithm = PREFIX_ALGORITHM_SERIAL;
         algorithm <= PREFIX_ALGORITHM_CHAINED_SCAN; algorithm++) {
        uint64_t work, span;
        check(prefix_plan_set_algorithm(plan, algorithm));
        check(prefix_plan_run(plan, in, out, N));
        check(prefix_plan_counts(plan, &work, &span));
        printf("%-20s %6d %5d\n", prefix_algorithm_name(algorithm),
               (int)work, (int)span);
    }
    prefix_plan_destroy(plan);
    prefix_ctx_destroy(ctx);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The work and the span of every algorithm, on 1024 elements. */
#include <inttypes.h>
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1024

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s\n", prefix_strerror(status));
    exit(1);
}

int main(void)
{
    static int32_t in[N], out[N];
    prefix_ctx *ctx;
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
        printf("%-20s %6" PRIu64 " %5" PRIu64 "\n",
               prefix_algorithm_name(algorithm), work, span);
    }
    prefix_plan_destroy(plan);
    prefix_ctx_destroy(ctx);
    return 0;
}

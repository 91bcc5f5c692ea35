/* SPDX-License-Identifier: BSD-3-Clause */
/* Data that stays on a GPU, in a program that links libprefix alone. */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>

static prefix_ctx *ctx; /* NULL stands for the default context */

/* Ends the program if a call has failed. */
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
    char reason[256];
    int status = prefix_backend_probe("cuda", reason, sizeof reason);
    if (status != PREFIX_OK) {
        printf("no device: %s\n", reason);
        return 0;
    }

    enum { N = 1000000 };
    static uint32_t values[N];
    void *memory, *workspace;
    prefix_plan *plan;
    size_t bytes;
    check(prefix_ctx_create(&ctx, "cuda"));

    /* Scratch memory of the program instead of the context's. */
    check(prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_U32));
    check(prefix_plan_workspace(plan, N, &bytes));
    check(prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &workspace,
                              bytes));
    check(prefix_plan_set_workspace(plan, workspace, bytes));

    for (uint32_t i = 0; i < N; i++)
        values[i] = i + 1;
    check(prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &memory,
                              sizeof values));
    check(prefix_memory_copy(ctx, memory, values, sizeof values));

    /* Queued on the context's stream: the sums of the maxima. */
    check(prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_MAX, PREFIX_U32,
                      memory, memory, N));
    check(prefix_plan_run(plan, memory, memory, N));
    /* Waits for the result. */
    check(prefix_memory_copy(ctx, values, memory, sizeof values));

    prefix_plan_destroy(plan);
    check(prefix_memory_free(ctx, workspace));
    check(prefix_memory_free(ctx, memory));
    prefix_ctx_destroy(ctx);

    printf("sum 1 to %d modulo 2^32: %u\n", N, (unsigned)values[N - 1]);
    return 0;
}

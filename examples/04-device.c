/* SPDX-License-Identifier: BSD-3-Clause */
/* Data that stays on a GPU, in a program that links libprefix alone. */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000000

static uint32_t values[N];
static prefix_ctx *ctx;

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status), prefix_ctx_error(ctx));
    exit(1);
}

int main(void)
{
    char reason[256];
    if (prefix_backend_probe("cuda", reason, sizeof reason) != PREFIX_OK) {
        printf("no device: %s\n", reason);
        return 0;
    }
    for (uint32_t i = 0; i < N; i++)
        values[i] = i + 1;

    check(prefix_ctx_create(&ctx, "cuda"));
    void *memory;
    check(prefix_memory_alloc(ctx, &memory, sizeof values, PREFIX_MEMORY_DEVICE));
    check(prefix_memory_copy(ctx, memory, values, sizeof values));
    /* Queued, in place, one after the other on the context's stream: the sums of the maxima. */
    check(prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_MAX, PREFIX_U32, memory, memory, N));
    check(prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_U32, memory, memory, N));
    check(prefix_memory_copy(ctx, values, memory, sizeof values)); /* waits for the result */
    check(prefix_memory_free(ctx, memory));
    prefix_ctx_destroy(ctx);

    printf("sum 1 to %d modulo 2^32: %u\n", N, (unsigned)values[N - 1]);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* An array in parts on all GPUs, or else on two contexts of the CPU. */
#include <prefix/prefix.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 8, N = 1000000 };

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* A context for each device; returns how many there are. */
static int open_contexts(prefix_ctx **contexts, int *memory)
{
    int count = 0;

    if (prefix_backend_devices("cuda", &count) != PREFIX_OK)
        count = 0;
    const char *backend = count > 0 ? "cuda" : "serial";
    *memory = count > 0 ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST;
    if (count == 0)
        count = 2;
    if (count > MOST)
        count = MOST;
    for (int i = 0; i < count; i++) {
        check(prefix_ctx_create(&contexts[i], backend));
        if (*memory == PREFIX_MEMORY_DEVICE)
            check(prefix_ctx_set_device(contexts[i], i));
    }
    return count;
}

/* Running sums of x, whose parts are copied to their contexts and back. */
static void scan(prefix_team *team, prefix_ctx **contexts, int memory,
                 int64_t *x)
{
    void *parts[MOST] = {NULL};
    const void *in[MOST] = {NULL};
    size_t sizes[MOST] = {0};
    int64_t *at = x;

    check(prefix_team_cuts(team, N, sizes));
    for (int i = 0; i < MOST && sizes[i] > 0; at += sizes[i++]) {
        size_t bytes = sizes[i] * sizeof *x;
        check(prefix_memory_alloc(contexts[i], memory, &parts[i], bytes));
        check(prefix_memory_copy(contexts[i], parts[i], at, bytes));
        in[i] = parts[i];
    }
    check(prefix_team_scan(team, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I64,
                           in, parts, sizes));
    at = x;
    for (int i = 0; i < MOST && sizes[i] > 0; at += sizes[i++]) {
        size_t bytes = sizes[i] * sizeof *x;
        check(prefix_memory_copy(contexts[i], at, parts[i], bytes));
        check(prefix_memory_free(contexts[i], parts[i]));
    }
}

int main(void)
{
    static int64_t x[N];
    prefix_ctx *contexts[MOST];
    prefix_team *team;
    int memory, count = open_contexts(contexts, &memory);

    for (int i = 0; i < N; i++)
        x[i] = i % 10;
    check(prefix_team_create(&team, contexts, (size_t)count));
    scan(team, contexts, memory, x);
    prefix_team_destroy(team);
    for (int i = 0; i < count; i++)
        prefix_ctx_destroy(contexts[i]);
    printf("%d %d ... %d\n", (int)x[9], (int)x[19], (int)x[N - 1]);
    return 0;
}

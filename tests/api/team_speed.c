/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What doc/scale.md says how to measure of teams: BACKEND DEVICE,DEVICE,... ELEMENTS...
 * First running sums of f32 of so many elements on each device, beside the reduction and the scan of such a part by the
 * first device alone, the least that a team can do; then of one array in host memory, by the first device, by all, and
 * by two contexts on each. Best of interleaved runs, in milliseconds. No test: timings decide nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <prefix/prefix.h>

enum { MOST = 16, REPEAT = 30, REPEAT_HOST = 9 };

/* CUDA's stream of the calling thread: threads of a team would else wait for each other. Others ignore it. */
#define STREAM_PER_THREAD ((void *)2)

static prefix_ctx *contexts[2 * MOST]; /* one on each device, and another one on each */
static size_t devices;

static void check(prefix_ctx *ctx, int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s\n", prefix_ctx_error(ctx));
    exit(1);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static void keep_least(double *best, double time)
{
    if (*best == 0 || time < *best)
        *best = time;
}

/* On the device, or where the backend has none in host memory. */
static void *allocate(prefix_ctx *ctx, size_t bytes)
{
    void *memory;
    if (prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &memory, bytes) != PREFIX_OK)
        check(ctx, prefix_memory_alloc(ctx, PREFIX_MEMORY_HOST, &memory, bytes));
    return memory;
}

/* The reduction and the scan of a part by one device. */
static double alone(const float *in, float *out, float *total, size_t n)
{
    prefix_ctx *ctx = contexts[0];
    const double begin = now();
    check(ctx, prefix_reduce(ctx, PREFIX_SUM, PREFIX_F32, in, total, n));
    check(ctx, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, out, n));
    check(ctx, prefix_ctx_synchronize(ctx));
    return now() - begin;
}

static double together(prefix_team *team, void *const *in, void *const *out, const size_t *n)
{
    const double begin = now();
    check(NULL, prefix_team_scan(team, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, (const void *const *)in, out, n));
    check(NULL, prefix_team_synchronize(team));
    return now() - begin;
}

static void measure_parts(prefix_team *team, const float *values, size_t n)
{
    void *in[MOST], *out[MOST], *total = allocate(contexts[0], sizeof(float));
    size_t sizes[MOST];
    double best[2] = {0};
    for (size_t i = 0; i < devices; i++) {
        in[i] = allocate(contexts[i], n * sizeof *values);
        out[i] = allocate(contexts[i], n * sizeof *values);
        sizes[i] = n;
        check(contexts[i], prefix_memory_copy(contexts[i], in[i], values, n * sizeof *values));
    }
    for (int i = 0; i < REPEAT; i++) {
        keep_least(&best[0], alone(in[0], out[0], total, n));
        keep_least(&best[1], together(team, in, out, sizes));
    }
    printf("| %zu | parts | %.3f | %.3f | %.3f | | |\n", n, best[0], best[1], best[0] / best[1]);
    for (size_t i = 0; i < devices; i++) {
        check(contexts[i], prefix_memory_free(contexts[i], in[i]));
        check(contexts[i], prefix_memory_free(contexts[i], out[i]));
    }
    check(contexts[0], prefix_memory_free(contexts[0], total));
}

static void measure_array(prefix_team *const *teams, const prefix_plan *plan, const float *values, size_t n, int memory,
                          const char *name)
{
    double best[3] = {0};
    void *in, *out;
    if (prefix_memory_alloc(contexts[0], memory, &in, n * sizeof *values) != PREFIX_OK)
        return; /* there is none such here */
    check(contexts[0], prefix_memory_alloc(contexts[0], memory, &out, n * sizeof *values));
    memcpy(in, values, n * sizeof *values);
    memset(out, 0, n * sizeof *values);
    for (int i = 0; i < REPEAT_HOST; i++)
        for (int t = 0; t < 3; t++) {
            const double begin = now();
            check(NULL, prefix_team_array_run(teams[t], plan, in, out, n));
            keep_least(&best[t], now() - begin);
        }
    printf("| %zu | one %s array | %.3f | %.3f | %.3f | %.3f | %.3f |\n", n, name, best[0], best[1], best[0] / best[1],
           best[2], best[0] / best[2]);
    check(contexts[0], prefix_memory_free(contexts[0], in));
    check(contexts[0], prefix_memory_free(contexts[0], out));
}

static void open_all(const char *backend, char *list)
{
    int numbers[MOST];
    for (char *number = strtok(list, ","); number && devices < MOST; number = strtok(NULL, ","))
        numbers[devices++] = atoi(number);
    for (size_t i = 0; i < 2 * devices; i++) {
        check(NULL, prefix_ctx_create(&contexts[i], backend));
        check(contexts[i], prefix_ctx_set_device(contexts[i], numbers[i % devices]));
        check(contexts[i], prefix_ctx_set_stream(contexts[i], STREAM_PER_THREAD));
    }
}

int main(int argc, char **argv)
{
    prefix_team *teams[3];
    prefix_plan *plan;
    if (argc < 4) {
        fprintf(stderr, "usage: %s BACKEND DEVICE,DEVICE,... ELEMENTS...\n", argv[0]);
        return 2;
    }
    open_all(argv[1], argv[2]);
    for (int t = 0; t < 3; t++)
        check(NULL, prefix_team_create(&teams[t], contexts, (size_t)t * devices + (t == 0)));
    check(NULL, prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_F32));
    printf("| elements | what | one device, ms | all, ms | one / all | two contexts on each, ms | one / these |\n"
           "|---|---|---|---|---|---|---|\n");
    for (int a = 3; a < argc; a++) {
        const size_t n = strtoull(argv[a], NULL, 10);
        float *values = malloc(n * sizeof *values);
        if (!values || n == 0)
            return 1;
        for (size_t i = 0; i < n; i++)
            values[i] = (float)(i % 7);
        measure_parts(teams[1], values, n);
        measure_array(teams, plan, values, n, PREFIX_MEMORY_HOST, "pageable");
        measure_array(teams, plan, values, n, PREFIX_MEMORY_PINNED, "pinned");
        free(values);
    }
    prefix_plan_destroy(plan);
    for (int t = 0; t < 3; t++)
        prefix_team_destroy(teams[t]);
    for (size_t i = 0; i < 2 * devices; i++)
        prefix_ctx_destroy(contexts[i]);
    return 0;
}

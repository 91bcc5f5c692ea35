/* SPDX-License-Identifier: BSD-3-Clause */
/* Teams of devices (mocks): what is queued and waited for in which order, and one that dies. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"

enum { PARTS = 3, N = 5 };

static char logged[256];

/* The first letter of what each device is asked, and which. */
static void keep(void *user, int level, const char *text)
{
    const size_t used = strlen(logged);
    if (level == PREFIX_LOG_ERROR && used + 4 < sizeof logged)
        snprintf(logged + used, sizeof logged - used, "%c%s ", *text, (const char *)user);
}

static prefix_ctx *open_logged(const char *backend, const char *name)
{
    prefix_ctx *ctx;
    must(NULL, prefix_ctx_create(&ctx, backend));
    must(ctx, prefix_ctx_set_log(ctx, keep, (void *)(uintptr_t)name));
    return ctx;
}

/* On the device, of three parts the first two; they are 1 to 15. */
static void place(prefix_ctx *const *contexts, int32_t *on_host, void **parts)
{
    for (size_t i = 0; i < PARTS; i++) {
        int32_t values[N];
        for (int k = 0; k < N; k++)
            values[k] = (int32_t)i * N + k + 1;
        parts[i] = on_host;
        if (i < 2)
            must(contexts[i], prefix_memory_alloc(contexts[i], PREFIX_MEMORY_DEVICE, &parts[i], sizeof values));
        memcpy(parts[i], values, sizeof values);
    }
    logged[0] = 0;
}

static void test_order(prefix_ctx *const *contexts)
{
    static const size_t n[PARTS] = {N, N, N};
    int32_t on_host[N], result = 0;
    void *parts[PARTS];
    prefix_team *team;
    place(contexts, on_host, parts);
    const int32_t *first = parts[0], *second = parts[1];
    must(NULL, prefix_team_create(&team, contexts, PARTS));
    must(NULL, prefix_team_reduce(team, PREFIX_SUM, PREFIX_I32, (const void *const *)parts, &result, n));
    is_str(logged, "r0 r1 c0 c1 c0 ", "reductions are queued, and waited for once");
    is_int(result, 120, "which give the total");
    logged[0] = 0;
    must(NULL, prefix_team_scan(team, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, (const void *const *)parts, parts, n));
    is_str(logged, "r0 r1 c0 c1 s0 s1 ", "scans are queued behind");
    ok(first[N - 1] == N && on_host[N - 1] == 120, "and not waited for, but where the host has the part");
    must(NULL, prefix_team_synchronize(team));
    ok(first[N - 1] == 15 && second[0] == 21 && second[N - 1] == 55 && on_host[0] == 66, "until it is asked");
    prefix_team_destroy(team);
}

/* Three devices, which wait for one another: two calls, of which none is waited for, in whatever order work is done. */
static void test_all(void)
{
    static const size_t n[PARTS] = {N, N, N};
    static const char *const names[PARTS] = {"0", "1", "2"};
    int good = 1;
    for (int order = 0; order < PARTS; order++) {
        int32_t values[N] = {1, 2, 3, 4, 5};
        prefix_ctx *contexts[PARTS];
        void *parts[PARTS];
        prefix_team *team;
        for (int i = 0; i < PARTS; i++) {
            contexts[i] = open_logged("queued", names[i]);
            must(contexts[i], prefix_memory_alloc(contexts[i], PREFIX_MEMORY_DEVICE, &parts[i], sizeof values));
            memcpy(parts[i], values, sizeof values);
        }
        const int32_t *first = parts[0], *last = parts[2];
        must(NULL, prefix_team_create(&team, contexts, PARTS));
        logged[0] = 0;
        must(NULL,
             prefix_team_scan(team, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, (const void *const *)parts, parts, n));
        must(NULL,
             prefix_team_scan(team, PREFIX_EXCLUSIVE, PREFIX_SUM, PREFIX_I32, (const void *const *)parts, parts, n));
        if (order == 0)
            is_str(logged, "r0 r1 s0 s1 s2 r0 r1 s0 s1 s2 ", "where all parts are on devices nothing is copied");
        good = good && last[0] == 1;
        for (int i = 0; i < PARTS; i++)
            must(NULL, prefix_ctx_synchronize(contexts[(order + i) % PARTS]));
        /* 1 3 6 10 15, 16 18 21 25 30, 31 33 36 40 45: sums of 35, 110 and 185. */
        good = good && first[0] == 0 && first[4] == 20 && last[0] == 145 && last[4] == 145 + 31 + 33 + 36 + 40;
        prefix_team_destroy(team);
        for (int i = 0; i < PARTS; i++)
            prefix_ctx_destroy(contexts[i]);
    }
    ok(good, "or waited for, and the devices wait for one another");
}

/* Without a device for the first or the last part. */
static void test_mixed(prefix_ctx *const *contexts)
{
    prefix_ctx *const turned[PARTS] = {contexts[2], contexts[0], contexts[1]};
    static const size_t n[PARTS] = {N, N, N};
    int32_t on_host[N];
    void *parts[PARTS];
    prefix_team *team;
    place(contexts, on_host, parts);
    void *const in[PARTS] = {parts[2], parts[0], parts[1]};
    const int32_t *last = in[2];
    must(NULL, prefix_team_create(&team, turned, PARTS));
    must(NULL, prefix_team_scan(team, PREFIX_EXCLUSIVE, PREFIX_SUM, PREFIX_I32, (const void *const *)in, in, n));
    is_str(logged, "r0 c0 s0 s1 ", "the last part is not reduced");
    must(NULL, prefix_team_synchronize(team));
    ok(on_host[0] == 0 && last[0] == 80 && last[N - 1] == 80 + 6 + 7 + 8 + 9, "host memory, then devices");
    prefix_team_destroy(team);
}

/* Where the host has the first part, or the last, and cannot do it. */
static void test_death(prefix_ctx *const *contexts)
{
    static const size_t n[2] = {N, N};
    int32_t on_host[N] = {1, 1, 1, 1, 1};
    void *parts[PARTS];
    prefix_ctx *bad;
    prefix_team *team;
    place(contexts, on_host, parts);
    must(NULL, prefix_ctx_create(&bad, "bad_scan"));
    must(NULL, prefix_team_create(&team, (prefix_ctx *[]){contexts[0], bad}, 2));
    ok_refused(NULL, "a device that dies",
               prefix_team_scan(team, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, (const void *[]){parts[0], parts[2]},
                                (void *[]){parts[0], parts[2]}, n),
               PREFIX_ERROR_DEVICE, "part 1: the mock died after 2 elements");
    prefix_team_destroy(team);
    logged[0] = 0;
    must(NULL, prefix_team_create(&team, (prefix_ctx *[]){bad, contexts[0]}, 2));
    int32_t result = 7;
    ok_refused(NULL, "a backend without reductions",
               prefix_team_reduce(team, PREFIX_SUM, PREFIX_I32, (const void *[]){parts[2], parts[0]}, &result, n),
               PREFIX_ERROR_UNSUPPORTED, "part 0: bad_scan has scans, but no reductions");
    is_str(logged, "r0 ", "devices begin before the host does");
    is_int(result, 7, "and there is no result");
    prefix_team_destroy(team);
    prefix_ctx_destroy(bad);
}

enum { LENGTH = 300000 };

static int are_sums(const int32_t *x, const int32_t *sums, int32_t total)
{
    int32_t sum = 0;
    int good = 1;
    for (int i = 0; i < LENGTH; i++) {
        sum += x[i];
        good = good && sums[i] == sum;
    }
    return good && total == sum;
}

/*
 * One array, of which the device gets pieces if it is pinned, which is no promise about these; and else all at once.
 */
static void test_array(prefix_ctx *const *contexts)
{
    static int32_t x[LENGTH], sums[LENGTH];
    prefix_ctx *const some[] = {contexts[2], contexts[0]};
    int32_t total = 0;
    prefix_team *team;
    prefix_plan *plan;
    for (int i = 0; i < LENGTH; i++)
        x[i] = i % 7;
    must(NULL, prefix_team_create(&team, some, 2));
    must(NULL, prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_I32));
    must(NULL, prefix_plan_set_total(plan, PREFIX_I32, &total));
    must(contexts[0], prefix_ctx_set_memory(contexts[0], PREFIX_MEMORY_PINNED));
    must(NULL, prefix_team_array_run(team, plan, x, sums, LENGTH));
    ok(are_sums(x, sums, total), "one array in pieces, on the device and on the host");
    memset(sums, 0, sizeof sums);
    total = 0;
    logged[0] = 0;
    must(contexts[0], prefix_ctx_set_memory(contexts[0], PREFIX_MEMORY_HOST));
    must(NULL, prefix_team_array_run(team, plan, x, sums, LENGTH));
    must(contexts[0], prefix_ctx_synchronize(contexts[0]));
    is_str(logged, "s0 ", "one that is not pinned is the device's alone");
    ok(are_sums(x, sums, total), "which scans it");
    prefix_plan_destroy(plan);
    prefix_team_destroy(team);
}

int main(void)
{
    char mocks[2048];
    const char *folder = getenv("top_builddir");
    snprintf(mocks, sizeof mocks, "%s/tests/mock/.libs", folder ? folder : ".");
    if (setenv("LIBPREFIX_BACKEND_PATH", mocks, 1))
        bail_out("setenv");
    prefix_ctx *contexts[PARTS] = {open_logged("queued", "0"), open_logged("queued", "1"), open_logged("serial", "2")};
    test_order(contexts);
    test_all();
    test_mixed(contexts);
    test_death(contexts);
    test_array(contexts);
    for (int i = 0; i < PARTS; i++)
        prefix_ctx_destroy(contexts[i]);
    return done();
}

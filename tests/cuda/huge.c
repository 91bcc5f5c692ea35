/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sizes past 2^31 and 2^32 elements, all of which are checked, against a formula. It takes tens of
 * gigabytes of the device's memory, and runs with LIBPREFIX_TEST_LEVEL=long.
 */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "kernels.h"
#include "../support/support.h"

enum { PATIENCE = 300 /* seconds */ };

static prefix_ctx *ctx;

static const struct {
    int type, kind, reverse;
    size_t n;
} subjects[] = {
    {PREFIX_I8, PREFIX_INCLUSIVE, 0, (size_t)1 << 34},        {PREFIX_I8, PREFIX_EXCLUSIVE, 1, ((size_t)1 << 33) + 16},
    {PREFIX_I16, PREFIX_EXCLUSIVE, 0, ((size_t)1 << 33) + 1}, {PREFIX_I32, PREFIX_INCLUSIVE, 0, ((size_t)1 << 32) + 3},
    {PREFIX_I32, PREFIX_INCLUSIVE, 1, ((size_t)1 << 32) + 3}, {PREFIX_I64, PREFIX_INCLUSIVE, 0, ((size_t)1 << 31) + 1},
};

/* The pattern, scanned in place. */
static void scan(size_t s)
{
    int size = (int)prefix_type_size(subjects[s].type);
    size_t n = subjects[s].n, room = 0, all = 0;
    void *memory;
    prefix_plan *plan;
    cudaMemGetInfo(&room, &all);
    if (cudaMalloc(&memory, n * (size_t)size) != cudaSuccess) {
        (void)cudaGetLastError();
        skip("%zu GiB of the device's memory are needed, and %zu are free", n * (size_t)size >> 30, room >> 30);
        return;
    }
    pattern_fill(memory, size, n, subjects[s].reverse);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, subjects[s].type));
    must(ctx, prefix_plan_set_kind(plan, subjects[s].kind));
    must(ctx, prefix_plan_set_reverse(plan, subjects[s].reverse));
    must(ctx, prefix_plan_run(plan, memory, memory, n));
    must(ctx, prefix_ctx_synchronize(ctx));
    prefix_plan_destroy(plan);
    size_t wrong = pattern_wrong(memory, size, n, subjects[s].kind == PREFIX_EXCLUSIVE, subjects[s].reverse);
    ok(wrong == 0, "%s%s of %zu %s", prefix_kind_name(subjects[s].kind), subjects[s].reverse ? ", reversed," : "", n,
       prefix_type_name(subjects[s].type));
    if (wrong)
        diag("%zu elements are wrong", wrong);
    cudaFree(memory);
}

/* The same in host memory. */
static void scan_host(void)
{
    const size_t n = ((size_t)1 << 32) + 5;
    void *memory, *host = malloc(n);
    if (!host || cudaMalloc(&memory, n) != cudaSuccess) {
        skip("no memory for %zu bytes on host and device", n);
        free(host);
        return;
    }
    pattern_fill(memory, 1, n, 0);
    cudaMemcpy(host, memory, n, cudaMemcpyDeviceToHost);
    must(ctx, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I8, host, host, n));
    cudaMemcpy(memory, host, n, cudaMemcpyHostToDevice);
    ok(pattern_wrong(memory, 1, n, 0, 0) == 0, "%zu i8 in host memory", n);
    cudaFree(memory);
    free(host);
}

int main(void)
{
    if (test_level() != TEST_LONG)
        skip_all("this is for LIBPREFIX_TEST_LEVEL=long");
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    device_alone();
    alarm(PATIENCE);
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++)
        scan(s);
    scan_host();
    prefix_ctx_destroy(ctx);
    return done();
}

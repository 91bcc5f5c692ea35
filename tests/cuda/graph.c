/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Graphs: scans and reductions captured and replayed, with the caller's workspace; the workspace that a graph uses
 * more often than tags are there for, and one that has been used before in every way; and what a
 * capture refuses.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "check.h"
#include "kernels.h"
#include "../support/data.h"
#include "../support/support.h"

enum { MOST = (9 << 20) + 77, PATIENCE = 120 /* seconds */ };

/* Of the workspace, see backends/cuda/grid/claim.cuh. */
enum { HEADER_WORDS = 32 };

static const size_t sizes[] = {8193, 70 * 1000, 3 << 20, MOST};
static const int types[] = {PREFIX_I32, PREFIX_F32, PREFIX_F64, PREFIX_U8};
/* The default first, which is the only one to have the same bits of floats. */
static const int algorithms[] = {PREFIX_ALGORITHM_AUTO, PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE,
                                 PREFIX_ALGORITHM_REDUCE_THEN_SCAN, PREFIX_ALGORITHM_CHAINED_SCAN};
enum { SIZES = sizeof sizes / sizeof *sizes, TYPES = sizeof types / sizeof *types };

static cudaStream_t stream;
static prefix_ctx *ctx, *serial;
static void *in, *out, *want; /* on the device */

static void make_data(int type)
{
    size_t bytes = MOST * prefix_type_size(type);
    struct rng rng = rng_make((uint64_t)type);
    void *x = must_alloc(bytes), *y = must_alloc(bytes);
    data_fill(&rng, DATA_SMALL, type, x, MOST);
    must(serial, prefix_scan(serial, PREFIX_INCLUSIVE, PREFIX_SUM, type, x, y, MOST));
    cuda(cudaMemcpy(in, x, bytes, cudaMemcpyHostToDevice));
    cuda(cudaMemcpy(want, y, bytes, cudaMemcpyHostToDevice));
    free(x);
    free(y);
}

/* Whether out holds the scan of n elements; then it is spoilt for the next. */
static int right(int type, size_t n)
{
    size_t bytes = n * prefix_type_size(type);
    cuda(cudaStreamSynchronize(stream));
    int good = differing_words(out, want, bytes) == 0;
    cuda(cudaMemset(out, 0xa5, bytes));
    cuda(cudaDeviceSynchronize());
    return good;
}

static int needs_workspace(int type, size_t n)
{
    prefix_plan *plan;
    size_t bytes;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, type));
    must(ctx, prefix_plan_workspace(plan, n, &bytes));
    prefix_plan_destroy(plan);
    return bytes > 0;
}

/* A plan whose workspace holds garbage, and no run of it. */
static prefix_plan *make_plan(int type, int algorithm, size_t n, void **workspace, size_t *bytes)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, type));
    must(ctx, prefix_plan_set_algorithm(plan, algorithm));
    must(ctx, prefix_plan_workspace(plan, n, bytes));
    cuda(cudaMalloc(workspace, *bytes));
    cuda(cudaMemset(*workspace, 0x01, *bytes));
    cuda(cudaDeviceSynchronize());
    must(ctx, prefix_plan_set_workspace(plan, *workspace, *bytes));
    return plan;
}

static cudaGraphExec_t capture(prefix_plan *plan, size_t n, int times)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < times; i++)
        must(ctx, prefix_plan_run(plan, in, out, n));
    cuda(cudaStreamEndCapture(stream, &graph));
    cuda(cudaGraphInstantiate(&exec, graph, 0));
    cuda(cudaGraphDestroy(graph));
    return exec;
}

/* Captured before it ever ran, replayed, run between replays with another size, and by the default. */
static void replay(int type, int algorithm, size_t n)
{
    void *workspace;
    size_t bytes;
    int good = 1;
    prefix_plan *plan = make_plan(type, algorithm, n, &workspace, &bytes);
    cudaGraphExec_t exec = capture(plan, n, 3);
    must(ctx, prefix_plan_run(plan, in, out, n / 2));
    good &= right(type, n / 2);
    for (int i = 0; i < 20; i++) {
        cuda(cudaGraphLaunch(exec, stream));
        if (i % 5 == 4)
            good &= right(type, n);
        if (i % 7 == 0) {
            must(ctx, prefix_plan_run(plan, in, out, n - 4 * (size_t)i));
            good &= right(type, n - 4 * (size_t)i);
            must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_AUTO));
            must(ctx, prefix_plan_run(plan, in, out, n));
            good &= right(type, n);
            must(ctx, prefix_plan_set_algorithm(plan, algorithm));
        }
    }
    ok(good, "%s, n = %zu: captured, replayed (%s)", prefix_type_name(type), n, prefix_algorithm_name(algorithm));
    cuda(cudaGraphExecDestroy(exec));
    prefix_plan_destroy(plan);
    cuda(cudaFree(workspace));
}

/*
 * The workspace as 2^32 - 2 - left launches of all sizes left it: descriptors of any tag but the coming ones. The
 * last tag is one before the last number, for there are launches that need two.
 */
static void age(uint64_t *workspace, size_t bytes, uint32_t left)
{
    uint64_t *words = must_alloc(bytes);
    for (size_t i = 0; i < bytes / sizeof *words; i++)
        words[i] = i < HEADER_WORDS ? 0 : (uint64_t)(1 + i % 9) << 32 | (0x1234567u + i);
    words[0] = (uint64_t)(UINT32_MAX - 1 - left) << 32;
    cuda(cudaMemcpy(workspace, words, bytes, cudaMemcpyHostToDevice));
    free(words);
}

static uint64_t counter_of(const void *workspace)
{
    uint64_t counter;
    cuda(cudaMemcpy(&counter, workspace, sizeof counter, cudaMemcpyDeviceToHost));
    return counter;
}

/* Through the end of the tags, by runs and by replays, small sizes before large ones. */
static void wrap(int type, size_t n)
{
    void *workspace;
    size_t bytes;
    int good = 1;
    prefix_plan *plan = make_plan(type, PREFIX_ALGORITHM_AUTO, n, &workspace, &bytes);
    must(ctx, prefix_plan_run(plan, in, out, n));
    good &= right(type, n);
    for (uint32_t left = 1; left < 5; left++) {
        age(workspace, bytes, left);
        uint32_t used = 0;
        for (uint32_t i = 0; i < 8; i++) {
            size_t needed, count = i % 4 < 2 ? n : n / 8 + 8192 * 8;
            count = count < n ? count : n;
            must(ctx, prefix_plan_workspace(plan, count, &needed));
            used += needed > 0;
            must(ctx, prefix_plan_run(plan, in, out, count));
            good &= right(type, count);
        }
        good &= counter_of(workspace) == (uint64_t)(used - left) << 32;
    }
    ok(good, "%s, n = %zu: tags begin anew", prefix_type_name(type), n);

    cudaGraphExec_t exec = capture(plan, n, 1);
    age(workspace, bytes, 5);
    good = 1;
    for (uint32_t i = 0; i < 12; i++) {
        cuda(cudaGraphLaunch(exec, stream));
        good &= right(type, n);
    }
    ok(good && counter_of(workspace) == (uint64_t)(12 - 5) << 32, "%s, n = %zu: tags begin anew in a graph",
       prefix_type_name(type), n);
    cuda(cudaGraphExecDestroy(exec));
    prefix_plan_destroy(plan);
    cuda(cudaFree(workspace));
}

/* Whether total, on the device, is the last of n elements of want; then it is spoilt for the next. */
static int total_right(int type, size_t n, void *total)
{
    size_t size = prefix_type_size(type);
    unsigned char got[8], last[8];
    cuda(cudaStreamSynchronize(stream));
    cuda(cudaMemcpy(got, total, size, cudaMemcpyDeviceToHost));
    cuda(cudaMemcpy(last, (char *)want + (n - 1) * size, size, cudaMemcpyDeviceToHost));
    int good = memcmp(got, last, size) == 0;
    cuda(cudaMemset(total, 0xa5, size));
    cuda(cudaDeviceSynchronize());
    return good;
}

/* Reductions to the device, between scans that share the workspace: captured, and through the end of the tags. */
static void reductions(int type, size_t n)
{
    void *workspace, *total;
    size_t bytes;
    int good = 1;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    prefix_plan *plan = make_plan(type, PREFIX_ALGORITHM_AUTO, n, &workspace, &bytes);
    cuda(cudaMalloc(&total, 256));
    must(ctx, prefix_plan_set_total(plan, type, total));
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    must(ctx, prefix_plan_run(plan, in, out, n));
    for (int i = 0; i < 3; i++)
        must(ctx, prefix_plan_reduce(plan, in, n - 4096 * (size_t)(2 - i)));
    cuda(cudaStreamEndCapture(stream, &graph));
    cuda(cudaGraphInstantiate(&exec, graph, 0));
    cuda(cudaGraphDestroy(graph));
    for (uint32_t left = 0; left < 8; left++) {
        age(workspace, bytes, left);
        for (int i = 0; i < 3; i++) {
            cuda(cudaGraphLaunch(exec, stream));
            good &= total_right(type, n, total) && right(type, n);
            must(ctx, prefix_plan_reduce(plan, in, n / 2));
            good &= total_right(type, n / 2, total);
        }
    }
    ok(good, "%s, n = %zu: reductions captured, replayed, and beyond the end of tags", prefix_type_name(type), n);
    cuda(cudaGraphExecDestroy(exec));
    prefix_plan_destroy(plan);
    cuda(cudaFree(workspace));
    cuda(cudaFree(total));
}

/* What a capture cannot hold is an error, and the capture goes on. */
static void refused(void)
{
    float host[4] = {1, 2, 3, 4};
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    size_t nodes = 0;
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    must(ctx, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, out, 8192));
    int large = prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, out, MOST);
    must(ctx, prefix_ctx_set_memory(ctx, PREFIX_MEMORY_HOST));
    int staged = prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, host, host, 4);
    must(ctx, prefix_ctx_set_memory(ctx, PREFIX_MEMORY_DEVICE));
    int ended = cudaStreamEndCapture(stream, &graph) == cudaSuccess;
    is_int(large, PREFIX_ERROR_WORKSPACE, "a capture with the context's workspace is refused");
    is_int(staged, PREFIX_ERROR_UNSUPPORTED, "a capture of host arrays is refused");
    ok(ended && cudaGraphGetNodes(graph, NULL, &nodes) == cudaSuccess && nodes == 1 && host[3] == 4,
       "and the capture goes on");
    cuda(cudaGraphInstantiate(&exec, graph, 0));
    cuda(cudaGraphLaunch(exec, stream));
    ok(right(PREFIX_F32, 8192), "one tile needs no workspace");
    cuda(cudaGraphExecDestroy(exec));
    cuda(cudaGraphDestroy(graph));
}

/* Nor a total that the host waits for: of a scan, and of a reduction. */
static void refused_total(void)
{
    float total = 7;
    prefix_plan *plan;
    cudaGraph_t graph;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    must(ctx, prefix_plan_set_total(plan, PREFIX_F32, &total));
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    int scan = prefix_plan_run(plan, in, out, 8192), reduction = prefix_plan_reduce(plan, in, 8192);
    int ended = cudaStreamEndCapture(stream, &graph) == cudaSuccess;
    is_int(scan, PREFIX_ERROR_UNSUPPORTED, "a capture of a scan with its total in host memory is refused");
    is_int(reduction, PREFIX_ERROR_UNSUPPORTED, "a capture of a reduction to host memory is refused");
    ok(ended && total == 7, "and the capture goes on");
    if (ended)
        cuda(cudaGraphDestroy(graph));
    (void)cudaGetLastError();
    prefix_plan_destroy(plan);
}

/* A scan elsewhere, allocations and all, while the program captures one of its streams. */
static void beside_a_capture(void)
{
    cudaGraph_t graph;
    prefix_ctx *other;
    cudaStream_t other_stream;
    cuda(cudaStreamCreateWithFlags(&other_stream, cudaStreamNonBlocking));
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    must(NULL, prefix_ctx_create(&other, "cuda"));
    must(other, prefix_ctx_set_stream(other, other_stream));
    must(other, prefix_scan(other, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, out, MOST));
    int ended = cudaStreamEndCapture(stream, &graph) == cudaSuccess;
    must(other, prefix_ctx_synchronize(other));
    ok(ended && right(PREFIX_F32, MOST), "a context's first scan beside a capture");
    prefix_ctx_destroy(other);
    cuda(cudaStreamDestroy(other_stream));
    cuda(cudaGraphDestroy(graph));
}

int main(void)
{
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    alarm(PATIENCE);
    must(NULL, prefix_ctx_create(&serial, "serial"));
    cuda(cudaStreamCreate(&stream));
    cuda(cudaMalloc(&in, MOST * 8));
    cuda(cudaMalloc(&out, MOST * 8));
    cuda(cudaMalloc(&want, MOST * 8));
    must(ctx, prefix_ctx_set_stream(ctx, stream));
    must(ctx, prefix_ctx_set_memory(ctx, PREFIX_MEMORY_DEVICE));
    for (int t = 0; t < TYPES; t++) {
        make_data(types[t]);
        for (int s = 0; s < SIZES; s++) {
            if (!needs_workspace(types[t], sizes[s]))
                continue;
            for (size_t a = 0; a < (types[t] < PREFIX_F16 ? sizeof algorithms / sizeof *algorithms : 1); a++)
                replay(types[t], algorithms[a], sizes[s]);
            wrap(types[t], sizes[s]);
            if (sizes[s] > 8193)
                reductions(types[t], sizes[s]);
        }
    }
    make_data(PREFIX_F32);
    refused();
    refused_total();
    beside_a_capture();
    cuda(cudaFree(in));
    cuda(cudaFree(out));
    cuda(cudaFree(want));
    prefix_ctx_destroy(ctx);
    prefix_ctx_destroy(serial);
    cuda(cudaStreamDestroy(stream));
    return done();
}

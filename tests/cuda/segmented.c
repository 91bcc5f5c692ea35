/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments in device memory, besides what segmented.c tests: in streams at once, captured and replayed, through
 * the end of the tags of the scratch memory, and with more than 2^32 elements (LIBPREFIX_TEST_LEVEL=long). The
 * backend is linked into this program. All runs of a case must give the bits of the serial backend.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "calls/segmented.h"
#include "check.h"
#include "../support/data.h"
#include "open_session.h"
#include "../support/support.h"

enum { STREAMS = 3, RUNS = 8, APART = 1000, PATIENCE = 120 /* seconds */ };

static struct prefix_session *session;
static float *in, *out[STREAMS], *want, *seen;
static uint32_t *keys;
static cudaStream_t streams[STREAMS];

/* Elements and keys whose runs are of about 300, or of many thousands. */
static void make_data(size_t n, uint64_t longest)
{
    struct rng rng = rng_make(n);
    prefix_ctx *ctx;
    prefix_plan *plan;
    float *host = must_alloc(n * sizeof *host);
    uint32_t *host_keys = must_alloc(n * sizeof *host_keys), key = 0;
    for (size_t i = 0; i < n; i++) {
        host[i] = (float)(int)rng_below(&rng, 2001) / 7 - 100;
        host_keys[i] = key += rng_below(&rng, longest) == 0;
    }
    must(NULL, prefix_ctx_create(&ctx, "serial"));
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    must(ctx, prefix_plan_set_kind(plan, PREFIX_INCLUSIVE));
    must(ctx, prefix_plan_set_keys(plan, PREFIX_U32, host_keys));
    must(ctx, prefix_plan_run(plan, host, want, n));
    prefix_plan_destroy(plan);
    prefix_ctx_destroy(ctx);
    cuda(cudaMemcpy(in, host, n * sizeof *host, cudaMemcpyHostToDevice));
    cuda(cudaMemcpy(keys, host_keys, n * sizeof *host_keys, cudaMemcpyHostToDevice));
    free(host);
    free(host_keys);
}

static int scan(size_t n, int which)
{
    const struct prefix_scan_work work = {
        .size = sizeof work,
        .kind = PREFIX_INCLUSIVE,
        .op = PREFIX_SUM,
        .type = PREFIX_F32,
        .output_type = PREFIX_F32,
        .carry_type = PREFIX_F64,
        .in = in,
        .out = out[which],
        .n = n,
        .in_memory = PREFIX_MEMORY_DEVICE,
        .out_memory = PREFIX_MEMORY_DEVICE,
        .stream = streams[which],
    };
    const struct prefix_segmented_work segmented = {
        .size = sizeof segmented,
        .scan = &work,
        .heads = {.form = PREFIX_HEADS_KEYS,
                  .memory = PREFIX_MEMORY_DEVICE,
                  .data = keys,
                  .size = sizeof *keys,
                  .mask = UINT32_MAX,
                  .range = UINT32_MAX},
    };
    return prefix__cuda_segmented(session, &segmented) == PREFIX_OK;
}

static int right(size_t n, int which)
{
    cuda(cudaMemcpy(seen, out[which], n * sizeof *seen, cudaMemcpyDeviceToHost));
    cuda(cudaMemset(out[which], 0xa5, n * sizeof *seen));
    return memcmp(seen, want, n * sizeof *seen) == 0;
}

/* Runs that may overlap, and whose launches follow each other closely. */
static void check_streams(size_t n)
{
    int good = 1;
    for (int i = 0; i < RUNS * STREAMS; i++)
        good &= scan(n, i % STREAMS);
    cuda(cudaDeviceSynchronize());
    for (int s = 0; s < STREAMS; s++)
        good &= right(n, s);
    ok(good, "%zu elements in %d streams", n, STREAMS);
}

static void check_capture(size_t n)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cuda(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
    int good = scan(n, 0) && scan(n, 0);
    cuda(cudaStreamEndCapture(streams[0], &graph));
    cuda(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < RUNS; i++) {
        cuda(cudaGraphLaunch(exec, streams[0]));
        good &= scan(n, 0);
        cuda(cudaStreamSynchronize(streams[0]));
        good &= right(n, 0);
    }
    ok(good, "%zu elements, captured and replayed", n);
    cuda(cudaGraphExecDestroy(exec));
    cuda(cudaGraphDestroy(graph));
}

/* A launch takes two tags, so that the end may come at either. */
static void check_tags(size_t n)
{
    int good = 1;
    for (uint64_t first = 0xfffffff8u; first < 0xfffffffau; first++) {
        const uint64_t counter = first << 32;
        for (int w = 0; w < PREFIX__CUDA_WORKSPACES; w++)
            if (session->workspaces[w].memory)
                cuda(cudaMemcpy(session->workspaces[w].memory, &counter, sizeof counter, cudaMemcpyHostToDevice));
        for (int i = 0; i < RUNS; i++) {
            good &= scan(n, 0);
            cuda(cudaStreamSynchronize(streams[0]));
            good &= right(n, 0);
        }
    }
    ok(good, "%zu elements, through the end of tags", n);
}

/* Elements of bytes 1, in segments of APART: the sum of bytes up to the i-th is known. */
static void check_huge(int type, size_t n)
{
    const size_t size = prefix_type_size(type), count = (size_t)1 << 22;
    const size_t places[] = {0, (size_t)1 << 31, ((size_t)1 << 32) - count / 2, n - count};
    unsigned char *elements, *flags, *results = must_alloc(count * size);
    int good = 1;
    prefix_ctx *ctx;
    prefix_plan *plan;
    if (cudaMalloc((void **)&elements, n * size) != cudaSuccess || cudaMalloc((void **)&flags, n) != cudaSuccess) {
        (void)cudaGetLastError();
        skip("no device memory for %zu %s", n, prefix_type_name(type));
        return;
    }
    cuda(cudaMemset(elements, 1, n * size));
    cuda(cudaMemset(flags, 0, n));
    cuda(cudaMemset2D(flags, APART, 1, 1, n / APART));
    must(NULL, prefix_ctx_create(&ctx, "cuda"));
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, type));
    must(ctx, prefix_plan_set_kind(plan, PREFIX_INCLUSIVE));
    must(ctx, prefix_plan_set_head_flags(plan, flags));
    must(ctx, prefix_plan_run(plan, elements, elements, n));
    must(ctx, prefix_ctx_synchronize(ctx));
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        cuda(cudaMemcpy(results, elements + places[p] * size, count * size, cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < count; i++) {
            const size_t before = (places[p] + i) / APART * APART,
                         begin = before < n / APART * APART ? before : before - APART;
            const uint64_t sum = (places[p] + i - begin + 1) * 0x0101010101010101u;
            good &= memcmp(results + i * size, &sum, size) == 0;
        }
    }
    ok(good, "%zu %s", n, prefix_type_name(type));
    prefix_plan_destroy(plan);
    prefix_ctx_destroy(ctx);
    cuda(cudaFree(elements));
    cuda(cudaFree(flags));
    free(results);
}

int main(void)
{
    static const size_t sizes[] = {8191, 8193, 70001, 1081000, 1500000, 4700003};
    const size_t most = sizes[5] * sizeof *in;
    test_seed();
    session = open_session();
    if (!session)
        return done();
    alarm(PATIENCE);
    cuda(cudaMalloc((void **)&in, most));
    cuda(cudaMalloc((void **)&keys, most));
    want = must_alloc(most);
    seen = must_alloc(most);
    for (int s = 0; s < STREAMS; s++) {
        cuda(cudaMalloc((void **)&out[s], most));
        cuda(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    }
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int longs = 0; longs < 2; longs++) {
            make_data(sizes[i], longs ? 50000 : 300);
            check_streams(sizes[i]);
            check_capture(sizes[i]);
            check_tags(sizes[i]);
        }
    for (int s = 0; s < STREAMS; s++) {
        cuda(cudaFree(out[s]));
        cuda(cudaStreamDestroy(streams[s]));
    }
    cuda(cudaFree(in));
    cuda(cudaFree(keys));
    prefix__cuda_close(session);
    free(want);
    free(seen);
    if (test_level() == TEST_LONG) {
        check_huge(PREFIX_I8, ((size_t)1 << 32) + 4000003);
        check_huge(PREFIX_I32, ((size_t)1 << 32) + 5000003);
    }
    return done();
}

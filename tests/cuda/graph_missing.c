/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans and reductions that skip missing elements, captured in one graph, by NaN and by a bitmap, in place too.
 * Replayed on other data each time, they give what the serial backend gives.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "check.h"
#include "../support/data.h"
#include "../support/support.h"

enum { REPLAYS = 4, PLANS = 3 };

/* The arrays of the calls, all in one memory. */
struct work {
    prefix_ctx *ctx;
    size_t n;
    float *in, *out;
    int32_t *in_place;
    uint8_t *bits;
    float *total;
    int32_t *sum;
    prefix_plan *plans[PLANS];
    void *workspace;
};

static cudaStream_t stream;
static prefix_ctx *ctx, *serial;

static size_t bytes_of(size_t n)
{
    return 8 + 3 * n * sizeof(float) + (n + 7) / 8;
}

static struct work lay_out(prefix_ctx *owner, char *memory, size_t n)
{
    struct work w = {.ctx = owner, .n = n, .total = (float *)memory, .sum = (int32_t *)(memory + 4)};
    size_t bytes = 0;
    w.in = (float *)(memory + 8);
    w.in_place = (int32_t *)(w.in + n);
    w.out = (float *)(w.in_place + n);
    w.bits = (uint8_t *)(w.out + n);
    must(owner, prefix_plan_create(&w.plans[0], owner, PREFIX_SUM, PREFIX_F32));
    must(owner, prefix_plan_set_missing(w.plans[0], PREFIX_MISSING_KEEP));
    must(owner, prefix_plan_set_total(w.plans[0], PREFIX_F32, w.total));
    must(owner, prefix_plan_create(&w.plans[1], owner, PREFIX_MAX, PREFIX_I32));
    must(owner, prefix_plan_set_missing(w.plans[1], PREFIX_MISSING_SKIP));
    must(owner, prefix_plan_set_validity(w.plans[1], w.bits, 0));
    must(owner, prefix_plan_create(&w.plans[2], owner, PREFIX_SUM, PREFIX_I32));
    must(owner, prefix_plan_set_missing(w.plans[2], PREFIX_MISSING_SKIP));
    must(owner, prefix_plan_set_validity(w.plans[2], w.bits, 0));
    must(owner, prefix_plan_set_total(w.plans[2], PREFIX_I32, w.sum));
    for (int i = 0; i < PLANS && owner == ctx; i++) {
        size_t needed;
        must(owner, prefix_plan_workspace(w.plans[i], n, &needed));
        bytes = needed > bytes ? needed : bytes;
    }
    if (bytes > 0)
        cuda(cudaMalloc(&w.workspace, bytes));
    for (int i = 0; i < PLANS && bytes > 0; i++)
        must(owner, prefix_plan_set_workspace(w.plans[i], w.workspace, bytes));
    return w;
}

static void call_all(const struct work *w)
{
    must(w->ctx, prefix_plan_run(w->plans[0], w->in, w->out, w->n));
    must(w->ctx, prefix_plan_reduce(w->plans[2], w->in_place, w->n));
    must(w->ctx, prefix_plan_run(w->plans[1], w->in_place, w->in_place, w->n));
}

static void let_go(struct work *w)
{
    for (int i = 0; i < PLANS; i++)
        prefix_plan_destroy(w->plans[i]);
    cuda(cudaFree(w->workspace));
}

static cudaGraphExec_t capture(const struct work *w)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    call_all(w);
    cuda(cudaStreamEndCapture(stream, &graph));
    cuda(cudaGraphInstantiate(&exec, graph, 0));
    cuda(cudaGraphDestroy(graph));
    return exec;
}

static int same(const struct work *a, const struct work *b)
{
    int good = memcmp(a->total, b->total, sizeof *a->total) == 0 && *a->sum == *b->sum;
    good &= memcmp(a->in_place, b->in_place, a->n * sizeof *a->in_place) == 0;
    for (size_t i = 0; i < a->n; i++)
        good &= isnan(a->out[i]) ? isnan(b->out[i]) : memcmp(&a->out[i], &b->out[i], sizeof *a->out) == 0;
    return good;
}

static void replay(size_t n)
{
    struct rng rng = rng_make(n);
    char *memory, *there = must_alloc(bytes_of(n)), *seen = must_alloc(bytes_of(n));
    cuda(cudaMalloc((void **)&memory, bytes_of(n)));
    struct work device = lay_out(ctx, memory, n), host = lay_out(serial, there, n);
    cudaGraphExec_t exec = capture(&device);
    int good = 1;
    for (int i = 0; i < REPLAYS && good; i++) {
        memset(there, ARENA_POISON, bytes_of(n));
        data_fill(&rng, DATA_STRETCHES, PREFIX_F32, host.in, n);
        data_fill(&rng, DATA_BITS, PREFIX_I32, host.in_place, n);
        data_fill(&rng, DATA_BITS, PREFIX_U8, host.bits, (n + 7) / 8);
        for (size_t k = 0; k < n; k += 1 + rng_below(&rng, 1 + 40 * (size_t)i))
            host.in[k] = NAN;
        cuda(cudaMemcpy(memory, there, bytes_of(n), cudaMemcpyHostToDevice));
        cuda(cudaDeviceSynchronize());
        cuda(cudaGraphLaunch(exec, stream));
        call_all(&host);
        cuda(cudaStreamSynchronize(stream));
        cuda(cudaMemcpy(seen, memory, bytes_of(n), cudaMemcpyDeviceToHost));
        struct work result = lay_out(serial, seen, n);
        good = same(&result, &host);
        let_go(&result);
    }
    ok(good, "n = %zu: captured, replayed", n);
    cuda(cudaGraphExecDestroy(exec));
    let_go(&device);
    let_go(&host);
    cuda(cudaFree(memory));
    free(there);
    free(seen);
}

/* A total that goes to the host is none for a capture, which goes on, with nothing in it. */
static void refused(void)
{
    float *in, total = 7;
    size_t nodes = 1;
    cudaGraph_t graph;
    prefix_plan *plan;
    cuda(cudaMalloc((void **)&in, 1000 * sizeof *in));
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP));
    must(ctx, prefix_plan_set_total(plan, PREFIX_F32, &total));
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    const int status = prefix_plan_run(plan, in, in, 1000);
    cuda(cudaStreamEndCapture(stream, &graph));
    cuda(cudaGraphGetNodes(graph, NULL, &nodes));
    is_int(status, PREFIX_ERROR_UNSUPPORTED, "a capture with the total in host memory is refused");
    ok(nodes == 0 && total == 7, "and nothing of it is captured");
    cuda(cudaGraphDestroy(graph));
    prefix_plan_destroy(plan);
    cuda(cudaFree(in));
}

int main(void)
{
    static const size_t sizes[] = {1, 31, 8193, 70 * 1000, (1 << 20) + 1, (9 << 20) + 77};
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    cuda(cudaStreamCreate(&stream));
    must(ctx, prefix_ctx_set_stream(ctx, stream));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        replay(sizes[s]);
    refused();
    prefix_ctx_destroy(ctx);
    prefix_ctx_destroy(serial);
    cuda(cudaStreamDestroy(stream));
    return done();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans at once on one GPU: in streams of different priority, from several contexts and threads, in
 * more streams than a context has workspaces for, in streams that come and go, and next to a kernel
 * that leaves them almost no room. Each must end, and have the bits of the serial backend.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "check.h"
#include "kernels.h"
#include "../support/data.h"
#include "../support/support.h"

enum {
    MOST = (9 << 20) + 77, /* elements: enough for the persistent kernel */
    OUTPUTS = 12,
    ROUNDS = 12,
    STREAMS = 9,
    THREADS = 8,
    PATIENCE = 120 /* seconds: whoever waits longer hangs */
};

static float *in, *want; /* on the device */

/* One array, and what was last put into it. */
struct output {
    float *data;
    size_t n;
};

static void make_data(void)
{
    prefix_ctx *serial;
    struct rng rng = rng_make(1);
    float *x = must_alloc(MOST * sizeof *x), *y = must_alloc(MOST * sizeof *y);
    data_fill(&rng, DATA_SMALL, PREFIX_F32, x, MOST);
    must(NULL, prefix_ctx_create(&serial, "serial"));
    must(serial, prefix_scan(serial, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, x, y, MOST));
    prefix_ctx_destroy(serial);
    cuda(cudaMalloc((void **)&in, MOST * sizeof *in));
    cuda(cudaMalloc((void **)&want, MOST * sizeof *want));
    cuda(cudaMemcpy(in, x, MOST * sizeof *in, cudaMemcpyHostToDevice));
    cuda(cudaMemcpy(want, y, MOST * sizeof *want, cudaMemcpyHostToDevice));
    free(x);
    free(y);
}

static void make_outputs(struct output *outputs)
{
    for (int i = 0; i < OUTPUTS; i++)
        cuda(cudaMalloc((void **)&outputs[i].data, MOST * sizeof *outputs[i].data));
}

static void release_outputs(struct output *outputs)
{
    for (int i = 0; i < OUTPUTS; i++)
        cuda(cudaFree(outputs[i].data));
}

/* Sizes of one tile, of few, of many, and of the persistent kernel. */
static size_t draw_size(struct rng *rng)
{
    static const size_t limits[] = {8192, 100 * 1000, 1 << 20, MOST};
    size_t limit = limits[rng_below(rng, 4)];
    return limit == MOST ? MOST - rng_below(rng, 1 << 20) : 1 + rng_below(rng, limit);
}

/* Scans into every output, in whatever stream of the context. */
static void queue(prefix_ctx *ctx, struct rng *rng, struct output *output)
{
    output->n = draw_size(rng);
    must(ctx, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, output->data, output->n));
}

/* Whether all outputs are right; everything queued has ended. */
static int all_right(const struct output *outputs)
{
    int good = 1;
    for (int i = 0; i < OUTPUTS; i++) {
        size_t differing = differing_words(outputs[i].data, want, outputs[i].n * sizeof(float));
        if (differing)
            diag("n = %zu: %zu elements differ", outputs[i].n, differing);
        good &= !differing;
    }
    return good;
}

static prefix_ctx *make_ctx(cudaStream_t stream)
{
    prefix_ctx *ctx;
    must(NULL, prefix_ctx_create(&ctx, "cuda"));
    must(ctx, prefix_ctx_set_stream(ctx, stream));
    must(ctx, prefix_ctx_set_memory(ctx, PREFIX_MEMORY_DEVICE));
    return ctx;
}

/* Two contexts, each with a stream of its own priority, take turns. */
static void priorities(struct output *outputs)
{
    int least, greatest, good = 1;
    cudaStream_t streams[2];
    prefix_ctx *ctx[2];
    struct rng rng = rng_make(2);
    cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    for (int i = 0; i < 2; i++) {
        cuda(cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, i ? greatest : least));
        ctx[i] = make_ctx(streams[i]);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 2 * OUTPUTS; i++)
            queue(ctx[i % 2], &rng, &outputs[i % OUTPUTS]);
        cuda(cudaDeviceSynchronize());
        good &= all_right(outputs);
    }
    ok(good, "%d scans in two streams of different priority", ROUNDS * 2 * OUTPUTS);
    for (int i = 0; i < 2; i++) {
        prefix_ctx_destroy(ctx[i]);
        cuda(cudaStreamDestroy(streams[i]));
    }
}

/* One context in more streams than it has workspaces, some of which end while their work runs. */
static void many_streams(struct output *outputs)
{
    cudaStream_t streams[STREAMS];
    prefix_ctx *ctx = make_ctx(NULL);
    struct rng rng = rng_make(3);
    int good = 1;
    for (int i = 0; i < STREAMS; i++)
        cuda(cudaStreamCreateWithFlags(&streams[i], i % 2 ? cudaStreamNonBlocking : cudaStreamDefault));
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < OUTPUTS; i++) {
            size_t which = rng_below(&rng, STREAMS + 2);
            cudaStream_t stream = which == STREAMS ? NULL : which > STREAMS ? cudaStreamPerThread : streams[which];
            must(ctx, prefix_ctx_set_stream(ctx, stream));
            queue(ctx, &rng, &outputs[i]);
            if (i % 3 == 0 && which < STREAMS) { /* the next stream likely gets its handle */
                cuda(cudaStreamDestroy(streams[which]));
                cuda(cudaStreamCreateWithFlags(&streams[which], cudaStreamNonBlocking));
            }
        }
        cuda(cudaDeviceSynchronize());
        good &= all_right(outputs);
    }
    ok(good, "one context in %d streams, some of them destroyed meanwhile", STREAMS + 2);
    prefix_ctx_destroy(ctx);
    for (int i = 0; i < STREAMS; i++)
        cuda(cudaStreamDestroy(streams[i]));
}

/* Plans of one context, each with its own workspace, in two streams. */
static void own_workspaces(struct output *outputs)
{
    cudaStream_t streams[2];
    prefix_plan *plans[2];
    void *workspaces[2];
    prefix_ctx *ctx = make_ctx(NULL);
    struct rng rng = rng_make(4);
    int good = 1;
    for (int i = 0; i < 2; i++) {
        size_t bytes;
        cuda(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
        must(ctx, prefix_plan_create(&plans[i], ctx, PREFIX_SUM, PREFIX_F32));
        must(ctx, prefix_plan_workspace(plans[i], MOST, &bytes));
        cuda(cudaMalloc(&workspaces[i], bytes));
        cuda(cudaMemset(workspaces[i], 0x5a, bytes));
        must(ctx, prefix_plan_set_workspace(plans[i], workspaces[i], bytes));
    }
    cuda(cudaDeviceSynchronize());
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < OUTPUTS; i++) {
            outputs[i].n = draw_size(&rng);
            must(ctx, prefix_ctx_set_stream(ctx, streams[i % 2]));
            must(ctx, prefix_plan_run(plans[i % 2], in, outputs[i].data, outputs[i].n));
        }
        cuda(cudaDeviceSynchronize());
        good &= all_right(outputs);
    }
    ok(good, "two plans with workspaces, in two streams");
    for (int i = 0; i < 2; i++) {
        prefix_plan_destroy(plans[i]);
        cuda(cudaFree(workspaces[i]));
        cuda(cudaStreamDestroy(streams[i]));
    }
    prefix_ctx_destroy(ctx);
}

/*
 * Progress needs one multiprocessor, and neither all blocks nor their order. By name, the algorithm
 * does without clusters, whose blocks begin together.
 */
static void beside_a_hog(struct output *outputs, int spared)
{
    static const size_t sizes[] = {1, 8192, 8193, 100 * 1000, 1000 * 1000, MOST};
    cudaStream_t stream;
    prefix_plan *plan;
    cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    prefix_ctx *ctx = make_ctx(stream);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK));
    must(ctx, prefix_plan_run(plan, in, outputs[0].data, MOST));
    must(ctx, prefix_ctx_synchronize(ctx)); /* what is loaded and allocated once, is */
    void *hog = hog_start(spared);
    if (!hog) {
        skip("the hog did not get its %d multiprocessors less than all", spared);
    } else {
        for (int i = 0; i < OUTPUTS; i++) {
            outputs[i].n = sizes[(size_t)i % (sizeof sizes / sizeof *sizes)];
            must(ctx, prefix_plan_run(plan, in, outputs[i].data, outputs[i].n));
        }
        must(ctx, prefix_ctx_synchronize(ctx));
        int ended = hog_stop(hog);
        ok(!ended && all_right(outputs), "%d multiprocessor%s suffice%s", spared, spared > 1 ? "s" : "",
           spared > 1 ? "" : "s");
    }
    prefix_plan_destroy(plan);
    prefix_ctx_destroy(ctx);
    cuda(cudaStreamDestroy(stream));
}

static void *thread(void *user)
{
    struct output *output = user;
    cudaStream_t stream;
    struct rng rng = rng_make((uint64_t)(uintptr_t)output);
    cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    prefix_ctx *ctx = make_ctx(stream);
    for (int i = 0; i < 30; i++)
        queue(ctx, &rng, output);
    must(ctx, prefix_ctx_synchronize(ctx));
    prefix_ctx_destroy(ctx);
    cuda(cudaStreamDestroy(stream));
    return NULL;
}

static void threads(struct output *outputs)
{
    pthread_t ids[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&ids[i], NULL, thread, &outputs[i]) != 0)
            bail_out("no thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(ids[i], NULL);
    for (int i = THREADS; i < OUTPUTS; i++)
        outputs[i].n = 0;
    ok(all_right(outputs), "%d threads, each with a context and a stream", THREADS);
}

int main(void)
{
    struct output outputs[OUTPUTS];
    prefix_ctx *ctx = open_backend("cuda");
    if (!ctx)
        return done();
    prefix_ctx_destroy(ctx);
    alarm(PATIENCE);
    make_data();
    make_outputs(outputs);
    priorities(outputs);
    many_streams(outputs);
    own_workspaces(outputs);
    beside_a_hog(outputs, 1);
    beside_a_hog(outputs, 3);
    threads(outputs);
    release_outputs(outputs);
    cuda(cudaFree(in));
    cuda(cudaFree(want));
    return done();
}

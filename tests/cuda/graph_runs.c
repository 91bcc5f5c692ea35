/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls that leave a count, captured in one graph: run-length encoding and decoding, reduction by key, unique
 * keys, a scan by keys. Replayed on other data each time, with calls of the same context in between, they have
 * to give what the serial backend gives, and to leave what is after that as it was.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "check.h"
#include "../support/data.h"
#include "../support/support.h"

enum { REPLAYS = 5, WORD = 4 /* bytes of all elements, keys and lengths */, MOST_REPEATS = 4 };

/* What goes in, what the calls give, and the places of their counts. */
enum { KEYS, ELEMENTS, REPEATS, INPUTS, RUN_KEYS = INPUTS, LENGTHS, UNIQUE, SUMS, DECODED, KEPT, SCANNED, ARRAYS };
enum { ENCODE, REDUCE, DECODE, KEEP, COUNTS };

/* The calls' arrays, all in one memory. */
struct work {
    prefix_ctx *ctx;
    prefix_plan *plan; /* of the scan by keys */
    size_t n;
    char *arrays[ARRAYS];
    uint64_t *counts;
};

static cudaStream_t stream;
static prefix_ctx *ctx, *serial;

static size_t bytes_of(size_t n)
{
    return ARRAYS * n * WORD + COUNTS * sizeof(uint64_t);
}

static struct work lay_out(prefix_ctx *owner, char *memory, size_t n)
{
    struct work w = {.ctx = owner, .n = n, .counts = (uint64_t *)memory};
    for (int i = 0; i < ARRAYS; i++)
        w.arrays[i] = memory + COUNTS * sizeof(uint64_t) + (size_t)i * n * WORD;
    must(owner, prefix_plan_create(&w.plan, owner, PREFIX_SUM, PREFIX_F32));
    must(owner, prefix_plan_set_keys(w.plan, PREFIX_I32, w.arrays[KEYS]));
    return w;
}

static void call_all(const struct work *w)
{
    char *const *a = w->arrays;
    const size_t n = w->n;
    must(w->ctx, prefix_run_length_encode(w->ctx, PREFIX_I32, PREFIX_U32, a[KEYS], a[RUN_KEYS], a[LENGTHS], n, n,
                                          &w->counts[ENCODE]));
    must(w->ctx, prefix_reduce_by_key(w->ctx, PREFIX_SUM, PREFIX_I32, PREFIX_F32, a[KEYS], a[ELEMENTS], a[UNIQUE],
                                      a[SUMS], n, n, &w->counts[REDUCE]));
    must(w->ctx, prefix_run_length_decode(w->ctx, PREFIX_F32, PREFIX_U32, a[ELEMENTS], a[REPEATS], a[DECODED],
                                          n / MOST_REPEATS, n, &w->counts[DECODE]));
    must(w->ctx, prefix_unique(w->ctx, PREFIX_I32, a[KEYS], a[KEPT], n, n, &w->counts[KEEP]));
    must(w->ctx, prefix_plan_run(w->plan, a[ELEMENTS], a[SCANNED], n));
}

/* Runs of up to so many elements. */
static void make_input(struct rng *rng, const struct work *w, size_t longest)
{
    int32_t *keys = (int32_t *)w->arrays[KEYS];
    size_t left = 0;
    for (size_t i = 0; i < w->n; i++) {
        if (left == 0)
            left = 1 + rng_below(rng, longest);
        keys[i] = i > 0 && --left > 0 ? keys[i - 1] : (int32_t)rng_next(rng);
    }
    for (size_t i = 0; i < w->n; i++)
        ((uint32_t *)w->arrays[REPEATS])[i] = (uint32_t)rng_below(rng, MOST_REPEATS + 1);
    data_fill(rng, DATA_STRETCHES, PREFIX_F32, w->arrays[ELEMENTS], w->n);
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

/* Inputs to the device, poison to all else. */
static void begin(const struct work *device, const struct work *host)
{
    const size_t bytes = device->n * WORD;
    for (int i = 0; i < ARRAYS; i++) {
        if (i >= INPUTS)
            memset(host->arrays[i], ARENA_POISON, bytes);
        cuda(cudaMemcpy(device->arrays[i], host->arrays[i], bytes, cudaMemcpyHostToDevice));
    }
    cuda(cudaMemset(device->counts, ARENA_POISON, COUNTS * sizeof *device->counts));
    cuda(cudaDeviceSynchronize());
}

static void replay(size_t n)
{
    static const size_t longest[REPLAYS] = {1, 3, 100, 5000, (size_t)1 << 40};
    struct rng rng = rng_make(n);
    char *memory, *there = must_alloc(bytes_of(n)), *seen = must_alloc(bytes_of(n));
    cuda(cudaMalloc((void **)&memory, bytes_of(n)));
    struct work device = lay_out(ctx, memory, n), host = lay_out(serial, there, n);
    cudaGraphExec_t exec = capture(&device);
    int good = 1;
    for (int i = 0; i < REPLAYS && good; i++) {
        make_input(&rng, &host, longest[i]);
        begin(&device, &host);
        cuda(cudaGraphLaunch(exec, stream));
        call_all(&host);
        cuda(cudaStreamSynchronize(stream));
        cuda(cudaMemcpy(seen, memory, bytes_of(n), cudaMemcpyDeviceToHost));
        good = memcmp(seen, there, bytes_of(n)) == 0;
        if (i % 2 == 0)
            call_all(&device); /* with workspaces of the context's own */
    }
    ok(good, "n = %zu: captured, replayed", n);
    cuda(cudaGraphExecDestroy(exec));
    prefix_plan_destroy(device.plan);
    prefix_plan_destroy(host.plan);
    cuda(cudaStreamSynchronize(stream));
    cuda(cudaFree(memory));
    free(there);
    free(seen);
}

static size_t room(void)
{
    size_t left, all;
    cuda(cudaDeviceSynchronize());
    cuda(cudaMemGetInfo(&left, &all));
    return left;
}

/* What graphs had is free when they and their executables are destroyed, and not before: each is run once more. */
static void again_and_again(size_t n)
{
    enum { TIMES = 200, LIVING = 3 };
    char *memory;
    size_t before = 0;
    cudaGraphExec_t living[LIVING];
    cuda(cudaMalloc((void **)&memory, bytes_of(n)));
    cuda(cudaMemset(memory, 0, bytes_of(n)));
    struct work device = lay_out(ctx, memory, n);
    device_alone(); /* memory is counted */
    for (int i = 0; i < TIMES; i++) {
        if (i == LIVING + 1)
            before = room();
        cudaGraphExec_t exec = capture(&device);
        cuda(cudaGraphLaunch(exec, stream));
        cuda(cudaStreamSynchronize(stream));
        if (i < LIVING)
            living[i] = exec;
        else
            cuda(cudaGraphExecDestroy(exec));
    }
    const size_t after = room();
    device_among_others();
    ok(after + ((size_t)16 << 20) > before,
       "%d captures one after the other take no more memory (%zu and %zu MiB left)", TIMES, before >> 20, after >> 20);
    uint64_t counts[COUNTS] = {0};
    for (int i = 0; i < LIVING; i++) {
        cuda(cudaMemset(device.counts, 0, sizeof counts));
        cuda(cudaDeviceSynchronize());
        cuda(cudaGraphLaunch(living[i], stream));
        cuda(cudaStreamSynchronize(stream));
        cuda(cudaMemcpy(counts, device.counts, sizeof counts, cudaMemcpyDeviceToHost));
        ok(counts[ENCODE] == 1 && counts[REDUCE] == 1 && counts[KEEP] == 1, "graph %d still runs", i);
        cuda(cudaGraphExecDestroy(living[i]));
    }
    prefix_plan_destroy(device.plan);
    cuda(cudaFree(memory));
}

/* A count that goes to the host is none for a capture, which goes on. */
static void refused(void)
{
    int32_t *keys;
    uint64_t count = 7;
    cudaGraph_t graph;
    cuda(cudaMalloc((void **)&keys, 2 * 1000 * sizeof *keys));
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    int status = prefix_unique(ctx, PREFIX_I32, keys, keys + 1000, 1000, 1000, &count);
    int ended = cudaStreamEndCapture(stream, &graph) == cudaSuccess;
    is_int(status, PREFIX_ERROR_UNSUPPORTED, "a capture with the count in host memory is refused");
    ok(ended && count == 7, "and the capture goes on");
    cuda(cudaGraphDestroy(graph));
    cuda(cudaFree(keys));
}

int main(void)
{
    static const size_t sizes[] = {1, 31, 4097, 70 * 1000, (1 << 20) + 1, (9 << 20) + 77};
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    cuda(cudaStreamCreate(&stream));
    must(ctx, prefix_ctx_set_stream(ctx, stream));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        replay(sizes[s]);
    again_and_again((9 << 20) + 77);
    refused();
    prefix_ctx_destroy(ctx);
    prefix_ctx_destroy(serial);
    cuda(cudaStreamDestroy(stream));
    return done();
}

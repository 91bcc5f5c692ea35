/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Selections in device memory: captured in graphs, their counts on the device; many in place, next to
 * kernels that leave them almost no room and others of their kind; with LIBPREFIX_TEST_LEVEL=long past
 * 2^32 elements. All that is written is checked on the device, against a formula.
 */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "check.h"
#include "kernels.h"
#include "../support/support.h"

enum { PATIENCE = 300 /* seconds */, LEAST = -100, PERIOD = 251, STREAMS = 3 };

static prefix_ctx *ctx;

static size_t kept_of(size_t n, int kept)
{
    size_t rest = n % PERIOD;
    return n / PERIOD * (size_t)kept + (rest < (size_t)kept ? rest : (size_t)kept);
}

/* Keeps so many values of the pattern of each 251: of i8, no more than 200, which do not wrap round to others. */
static void keep(prefix_ctx *in_ctx, int type, int kept, const void *in, void *out, size_t n, uint64_t *count)
{
    int64_t bounds[2] = {LEAST, LEAST + kept - 1};
    int8_t i8[2] = {LEAST, (int8_t)bounds[1]};
    int16_t i16[2] = {LEAST, (int16_t)bounds[1]};
    int32_t i32[2] = {LEAST, (int32_t)bounds[1]};
    const void *operand = type == PREFIX_I8 ? (void *)i8 : type == PREFIX_I16 ? (void *)i16 : (void *)i32;
    if (type == PREFIX_I64)
        operand = bounds;
    must(in_ctx, prefix_select_if(in_ctx, PREFIX_BETWEEN, type, operand, in, out, n, n, count));
}

static uint64_t on_host(const uint64_t *count)
{
    uint64_t value;
    cuda(cudaMemcpy(&value, count, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

/* Each replay selects from what the one before left: all of it, in place, but for the values that are taken away. */
static void graph(int type, size_t n)
{
    static const int kept[] = {200, 150, 100};
    int size = (int)prefix_type_size(type), good = 1;
    uint64_t *counts;
    void *memory;
    cudaStream_t stream;
    cudaGraph_t captured;
    cudaGraphExec_t exec;
    cuda(cudaMalloc(&memory, n * (size_t)size));
    cuda(cudaMalloc((void **)&counts, 3 * sizeof *counts));
    cuda(cudaStreamCreate(&stream));
    must(ctx, prefix_ctx_set_stream(ctx, stream));
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 3; i++)
        keep(ctx, type, kept[i], memory, memory, n, counts + i);
    cuda(cudaStreamEndCapture(stream, &captured));
    cuda(cudaGraphInstantiate(&exec, captured, 0));
    cuda(cudaGraphDestroy(captured));
    for (int i = 0; i < 10; i++) {
        pattern_fill(memory, size, n, 0);
        cuda(cudaGraphLaunch(exec, stream));
        cuda(cudaStreamSynchronize(stream));
        /* What the passes leave after the selected elements is selected from again. */
        good &= on_host(counts) == kept_of(n, kept[0]) && on_host(counts + 1) >= kept_of(n, kept[1]);
        good &= pattern_kept_wrong(memory, size, kept_of(n, kept[2]), kept[2]) == 0;
    }
    ok(good, "%s, n = %zu: captured, replayed", prefix_type_name(type), n);
    cuda(cudaGraphExecDestroy(exec));
    must(ctx, prefix_ctx_set_stream(ctx, NULL));
    cuda(cudaStreamDestroy(stream));
    cuda(cudaFree(memory));
    cuda(cudaFree(counts));
}

/* What needs the host cannot be captured, and says so. */
static void refused(void)
{
    int32_t operand = 0, host = 1;
    uint64_t count, *there;
    void *memory;
    cudaStream_t stream;
    cudaGraph_t captured;
    cuda(cudaMalloc(&memory, 1 << 20));
    cuda(cudaMalloc((void **)&there, sizeof *there));
    cuda(cudaStreamCreate(&stream));
    must(ctx, prefix_ctx_set_stream(ctx, stream));
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    int one = prefix_select_if(ctx, PREFIX_LESS, PREFIX_I32, &operand, memory, memory, 1 << 18, 1 << 18, &count);
    int other = prefix_select_if(ctx, PREFIX_LESS, PREFIX_I32, &operand, &host, &host, 1, 1, there);
    int ended = cudaStreamEndCapture(stream, &captured) == cudaSuccess;
    ok(one == PREFIX_ERROR_UNSUPPORTED && other == PREFIX_ERROR_UNSUPPORTED && ended,
       "a count or an array on the host cannot be captured");
    if (ended && captured)
        cuda(cudaGraphDestroy(captured));
    must(ctx, prefix_ctx_set_stream(ctx, NULL));
    cuda(cudaStreamDestroy(stream));
    cuda(cudaFree(memory));
    cuda(cudaFree(there));
}

/* In place, in several streams at once, with few multiprocessors left or all. */
static void stress(int type, size_t n, int spared, int rounds)
{
    int size = (int)prefix_type_size(type), good = 1;
    prefix_ctx *contexts[STREAMS];
    cudaStream_t streams[STREAMS];
    void *memory[STREAMS];
    uint64_t *counts;
    cuda(cudaMalloc((void **)&counts, STREAMS * sizeof *counts));
    for (int s = 0; s < STREAMS; s++) {
        must(NULL, prefix_ctx_create(&contexts[s], "cuda"));
        cuda(cudaStreamCreateWithPriority(&streams[s], cudaStreamNonBlocking, -s));
        must(contexts[s], prefix_ctx_set_stream(contexts[s], streams[s]));
        cuda(cudaMalloc(&memory[s], n * (size_t)size));
    }
    for (int round = 0; round < rounds; round++) {
        int kept[STREAMS];
        for (int s = 0; s < STREAMS; s++)
            pattern_fill(memory[s], size, n, 0);
        void *hog = spared && round > 0 ? hog_start(spared) : NULL; /* while it runs nobody allocates memory */
        for (int s = 0; s < STREAMS; s++) {
            kept[s] = (int[]){1, 100, 199, 126}[(s + round) % 4];
            keep(contexts[s], type, kept[s], memory[s], memory[s], n - (size_t)s * 4099, counts + s);
        }
        for (int s = 0; s < STREAMS; s++)
            must(contexts[s], prefix_ctx_synchronize(contexts[s]));
        if (hog)
            hog_stop(hog);
        for (int s = 0; s < STREAMS; s++) {
            size_t left = n - (size_t)s * 4099;
            good &= on_host(counts + s) == kept_of(left, kept[s]);
            good &= pattern_kept_wrong(memory[s], size, kept_of(left, kept[s]), kept[s]) == 0;
        }
    }
    ok(good, "%s, n = %zu, in place, %d streams, %d multiprocessors (0: all), %d rounds", prefix_type_name(type), n,
       STREAMS, spared, rounds);
    for (int s = 0; s < STREAMS; s++) {
        prefix_ctx_destroy(contexts[s]);
        cuda(cudaStreamDestroy(streams[s]));
        cuda(cudaFree(memory[s]));
    }
    cuda(cudaFree(counts));
}

static void huge(int type, size_t n, int kept)
{
    int size = (int)prefix_type_size(type);
    uint64_t count = 0;
    void *memory;
    if (cudaMalloc(&memory, n * (size_t)size) != cudaSuccess) {
        (void)cudaGetLastError();
        skip("no memory on the device for %zu %s", n, prefix_type_name(type));
        return;
    }
    pattern_fill(memory, size, n, 0);
    keep(ctx, type, kept, memory, memory, n, &count);
    size_t wrong = pattern_kept_wrong(memory, size, (size_t)count, kept);
    ok(count == kept_of(n, kept) && wrong == 0, "%d of 251 of %zu %s, in place", kept, n, prefix_type_name(type));
    cuda(cudaFree(memory));
}

int main(void)
{
    int thorough = test_level() == TEST_LONG;
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    if (thorough)
        device_alone();
    alarm(PATIENCE);
    graph(PREFIX_I32, 1000);
    graph(PREFIX_I32, 100003);
    graph(PREFIX_I64, (4 << 20) + 77);
    graph(PREFIX_I8, (20 << 20) + 5);
    refused();
    stress(PREFIX_I32, 100003, 1, 4);
    stress(PREFIX_I32, (9 << 20) + 1, 1, 3);
    stress(PREFIX_I16, (9 << 20) + 1, 0, thorough ? 100 : 10);
    stress(PREFIX_I32, thorough ? (size_t)1 << 28 : (16 << 20) + 3, 0, thorough ? 20 : 4);
    if (thorough) {
        stress(PREFIX_I32, (size_t)1 << 28, 2, 3);
        huge(PREFIX_I8, ((size_t)1 << 33) + 19, 126);
        huge(PREFIX_I8, ((size_t)1 << 33) + 19, 199);
        huge(PREFIX_I32, ((size_t)1 << 32) + 3, 3);
    }
    prefix_ctx_destroy(ctx);
    return done();
}

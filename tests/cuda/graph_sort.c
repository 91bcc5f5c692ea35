/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sorts captured in graphs, in a workspace of the caller and without one. Replayed on other data each time, with runs
 * of the same sorting in between, they give what the serial backend gives.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "check.h"
#include "../support/data.h"
#include "../support/support.h"

enum { REPLAYS = 4, SEGMENTS = 37, MOST = (4 << 20) + 77 };
enum { KEYS, VALUES, OFFSETS, OUT, VALUES_OUT, INDICES, ARRAYS, INPUTS = OUT };

static const struct subject {
    const char *what;
    int type;
    size_t value_size;
    int index_type;
    int wants_keys, in_place, has_segments, bits, algorithm;
} subjects[] = {
    {"keys", PREFIX_U32, 0, 0, 1, 0, 0, 0, 0},
    {"keys in place", PREFIX_I64, 0, 0, 1, 1, 0, 0, 0},
    {"keys by counts", PREFIX_U8, 0, 0, 1, 0, 0, 0, 0},
    {"keys by some bits", PREFIX_U16, 0, 0, 1, 1, 0, 11, 0},
    {"pairs", PREFIX_F32, 4, 0, 1, 0, 0, 0, 0},
    {"pairs in place", PREFIX_U16, 8, 0, 1, 1, 0, 0, 0},
    {"pairs of other values in place", PREFIX_F64, 12, 0, 1, 1, 0, 0, 0},
    {"places", PREFIX_F16, 0, PREFIX_U32, 0, 0, 0, 0, 0},
    {"places and keys", PREFIX_I32, 0, PREFIX_U64, 1, 0, 0, 0, 0},
    {"places in segments", PREFIX_F32, 0, PREFIX_U32, 1, 1, 1, 0, 0},
    {"pairs in segments", PREFIX_U8, 16, 0, 1, 0, 1, 0, 0},
    {"pairs by name", PREFIX_I16, 2, 0, 1, 1, 0, 0, PREFIX_ALGORITHM_SPLIT_MERGE},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* The arrays of a sort, all in one memory, of the device or the host. */
struct work {
    prefix_ctx *ctx;
    prefix_sorting *sorting;
    size_t n, bytes[ARRAYS];
    char *memory, *arrays[ARRAYS];
};

static cudaStream_t stream;
static prefix_ctx *ctx, *serial;

static size_t whole(size_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

/* memory NULL: how much there must be. */
static size_t place(struct work *w, const struct subject *s, char *memory)
{
    size_t used = 0;
    const size_t key = w->n * prefix_type_size(s->type), value = w->n * s->value_size;
    const size_t bytes[ARRAYS] = {
        [KEYS] = key, [VALUES] = value,     [OFFSETS] = (SEGMENTS + 1) * sizeof(uint32_t),
        [OUT] = key,  [VALUES_OUT] = value, [INDICES] = s->index_type ? w->n * prefix_type_size(s->index_type) : 0};
    w->memory = memory;
    for (int i = 0; i < ARRAYS; i++) {
        w->bytes[i] = bytes[i];
        w->arrays[i] = memory ? memory + used : NULL;
        used += whole(bytes[i]);
    }
    return used;
}

static void make_sorting(struct work *w, const struct subject *s)
{
    char *const *a = w->arrays;
    must(w->ctx, prefix_sorting_create(&w->sorting, w->ctx, s->type));
    must(w->ctx, prefix_sorting_set_algorithm(w->sorting, s->algorithm));
    if (s->bits)
        must(w->ctx, prefix_sorting_set_bits(w->sorting, 2, s->bits));
    if (s->value_size)
        must(w->ctx,
             prefix_sorting_set_values(w->sorting, s->value_size, a[VALUES], s->in_place ? a[VALUES] : a[VALUES_OUT]));
    if (s->index_type)
        must(w->ctx, prefix_sorting_set_indices(w->sorting, s->index_type, a[INDICES]));
    if (s->has_segments)
        must(w->ctx, prefix_sorting_set_offsets(w->sorting, PREFIX_U32, a[OFFSETS], SEGMENTS));
}

static int sort(const struct work *w, const struct subject *s, size_t n)
{
    void *const out = s->in_place ? w->arrays[KEYS] : w->arrays[OUT];
    return prefix_sorting_run(w->sorting, w->arrays[KEYS], s->wants_keys ? out : NULL, n);
}

/* Any keys; few different ones; all the same; any, which are in order already. */
static void make_input(struct rng *rng, struct work *host, const struct subject *s, int round)
{
    char *const *a = host->arrays;
    const size_t n = host->n, size = prefix_type_size(s->type);
    memset(host->memory, ARENA_POISON, place(host, s, host->memory));
    data_fill(rng, round == 2 ? DATA_EQUAL : DATA_BITS, s->type, a[KEYS], n);
    for (size_t i = 7; round == 1 && i < n; i++)
        memcpy(a[KEYS] + i * size, a[KEYS] + rng_below(rng, 7) * size, size);
    if (round == 3)
        must(serial, prefix_sort(serial, PREFIX_ASCENDING, s->type, a[KEYS], a[KEYS], n));
    data_fill(rng, DATA_BITS, PREFIX_U8, a[VALUES], host->bytes[VALUES]);
    uint32_t *const offsets = (uint32_t *)a[OFFSETS];
    for (size_t k = 0, at = 0; k <= SEGMENTS; k++) {
        offsets[k] = (uint32_t)at;
        at += rng_below(rng, (n - at) / 8 + 1);
    }
}

static cudaGraphExec_t capture(const struct work *w, const struct subject *s, int *allocates)
{
    enum { NODES = 64 };
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t nodes[NODES];
    size_t count = NODES;
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    must(ctx, sort(w, s, w->n));
    cuda(cudaStreamEndCapture(stream, &graph));
    cuda(cudaGraphGetNodes(graph, nodes, &count));
    *allocates = 0;
    for (size_t i = 0; i < count && i < NODES; i++) {
        enum cudaGraphNodeType type;
        cuda(cudaGraphNodeGetType(nodes[i], &type));
        *allocates |= type == cudaGraphNodeTypeMemAlloc;
    }
    cuda(cudaGraphInstantiate(&exec, graph, 0));
    cuda(cudaGraphDestroy(graph));
    return exec;
}

static int replay(const struct work *device, struct work *host, const struct subject *s, cudaGraphExec_t exec)
{
    struct rng rng = rng_make(device->n + (uint64_t)(s - subjects));
    const size_t bytes = place(host, s, host->memory);
    char *seen = must_alloc(bytes);
    int good = 1;
    for (int i = 0; i < REPLAYS; i++) {
        make_input(&rng, host, s, i);
        cuda(cudaMemcpy(device->memory, host->memory, bytes, cudaMemcpyHostToDevice));
        cuda(cudaDeviceSynchronize());
        cuda(cudaGraphLaunch(exec, stream));
        must(serial, sort(host, s, host->n));
        cuda(cudaStreamSynchronize(stream));
        cuda(cudaMemcpy(seen, device->memory, bytes, cudaMemcpyDeviceToHost));
        good &= memcmp(seen, host->memory, bytes) == 0;
        if (!s->has_segments) /* whose offsets are of all elements */
            must(ctx, sort(device, s, device->n - device->n / 3));
    }
    cuda(cudaStreamSynchronize(stream));
    free(seen);
    return good;
}

static void try(const struct subject *s, size_t n)
{
    struct work device = {.ctx = ctx, .n = n}, host = {.ctx = serial, .n = n};
    const size_t bytes = place(&host, s, NULL);
    char *memory;
    void *workspace = NULL;
    size_t needed;
    int allocates;
    cuda(cudaMalloc((void **)&memory, bytes));
    place(&device, s, memory);
    place(&host, s, must_alloc(bytes));
    make_sorting(&device, s);
    make_sorting(&host, s);
    must(ctx, prefix_sorting_workspace(device.sorting, n, &needed));
    if (needed > 0) {
        cuda(cudaMalloc(&workspace, needed));
        cuda(cudaMemset(workspace, 0x5a, needed));
        cuda(cudaDeviceSynchronize());
        must(ctx, prefix_sorting_set_workspace(device.sorting, workspace, needed));
        cudaGraphExec_t exec = capture(&device, s, &allocates);
        ok(replay(&device, &host, s, exec) && !allocates, "%s, n = %zu: captured with %zu bytes, replayed", s->what, n,
           needed);
        cuda(cudaGraphExecDestroy(exec));
        must(ctx, prefix_sorting_set_workspace(device.sorting, NULL, 0));
    }
    cudaGraphExec_t exec = capture(&device, s, &allocates);
    ok(replay(&device, &host, s, exec) && allocates == (needed > 0), "%s, n = %zu: captured without a workspace, %s",
       s->what, n, allocates ? "which the graph allocates" : "of which it needs none");
    cuda(cudaGraphExecDestroy(exec));
    prefix_sorting_destroy(device.sorting);
    prefix_sorting_destroy(host.sorting);
    cuda(cudaFree(workspace));
    cuda(cudaFree(memory));
    free(host.memory);
}

/* What is too small is an error, nor are arrays of the host captured; the capture goes on. */
static void refused(void)
{
    enum { N = 100000 };
    static uint32_t host[N];
    uint32_t *keys;
    void *workspace;
    size_t needed;
    prefix_sorting *sorting;
    cudaGraph_t graph;
    cuda(cudaMalloc((void **)&keys, N * sizeof *keys));
    must(ctx, prefix_sorting_create(&sorting, ctx, PREFIX_U32));
    must(ctx, prefix_sorting_workspace(sorting, N, &needed));
    cuda(cudaMalloc(&workspace, needed));
    must(ctx, prefix_sorting_set_workspace(sorting, workspace, needed - 1));
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    const int small = prefix_sorting_run(sorting, keys, keys, N), staged = prefix_sorting_run(sorting, host, host, N);
    const int ended = cudaStreamEndCapture(stream, &graph) == cudaSuccess;
    size_t nodes = 1;
    is_int(small, PREFIX_ERROR_WORKSPACE, "a workspace that is a byte too small is refused");
    is_int(staged, PREFIX_ERROR_UNSUPPORTED, "a capture of host arrays is refused");
    ok(ended && cudaGraphGetNodes(graph, NULL, &nodes) == cudaSuccess && nodes == 0,
       "and the capture goes on, without anything");
    cuda(cudaGraphDestroy(graph));
    prefix_sorting_destroy(sorting);
    cuda(cudaFree(workspace));
    cuda(cudaFree(keys));
}

/* A workspace for so many elements is one for fewer, across all sizes at which something changes. */
static void ask(const struct subject *s)
{
    static uint32_t nowhere[SEGMENTS + 1];
    struct work w = {.ctx = ctx, .n = MOST};
    size_t before = 0, needed;
    int good = 1;
    for (int i = 0; i < ARRAYS; i++)
        w.arrays[i] = (char *)nowhere;
    make_sorting(&w, s);
    for (size_t n = 1; n < (size_t)1 << 31; n += 1 + n / 1000) {
        must(ctx, prefix_sorting_workspace(w.sorting, n, &needed));
        good &= needed >= before;
        before = needed;
    }
    prefix_sorting_destroy(w.sorting);
    ok(good, "%s: no fewer elements need more than others", s->what);
}

int main(void)
{
    static const size_t sizes[] = {1, 1000, 5000, 70 * 1000, MOST};
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    cuda(cudaStreamCreate(&stream));
    must(ctx, prefix_ctx_set_stream(ctx, stream));
    for (int s = 0; s < SUBJECTS; s++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            try(&subjects[s], sizes[i]);
        ask(&subjects[s]);
    }
    refused();
    prefix_ctx_destroy(ctx);
    prefix_ctx_destroy(serial);
    cuda(cudaStreamDestroy(stream));
    return done();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Failures of the GPU: a device that is full, a launch that is refused, and a kernel that traps,
 * after which CUDA does nothing for the process any more. Each in a process of its own, as the last
 * leaves no other way; the parent never starts CUDA.
 */
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "kernels.h"
#include "../support/support.h"

enum { ITEMS = 3 << 20, LARGE = 400 << 20, PATIENCE = 100 /* seconds */, NO_GPU = 77 };

static prefix_ctx *ctx;
static int bad; /* what did not hold */

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            diag("line %d: not so: %s; %s", __LINE__, #condition, prefix_ctx_error(ctx));                              \
            bad++;                                                                                                     \
        }                                                                                                              \
    } while (0)

static int scan(void *in, void *out, size_t n)
{
    return prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_U32, in, out, n);
}

/* Whether out holds 1, 2, 3, ...; out lies on the device. */
static int counts(const uint32_t *out, size_t n)
{
    uint32_t *copy = must_alloc(n * sizeof *copy);
    int good = cudaMemcpy(copy, out, n * sizeof *copy, cudaMemcpyDeviceToHost) == cudaSuccess;
    for (size_t i = 0; i < n && good; i++)
        good = copy[i] == i + 1;
    free(copy);
    return good;
}

static uint32_t *ones_on_device(size_t n)
{
    uint32_t *ones = must_alloc(n * sizeof *ones), *memory = NULL;
    for (size_t i = 0; i < n; i++)
        ones[i] = 1;
    CHECK(cudaMalloc((void **)&memory, n * sizeof *ones) == cudaSuccess);
    CHECK(cudaMemcpy(memory, ones, n * sizeof *ones, cudaMemcpyHostToDevice) == cudaSuccess);
    free(ones);
    return memory;
}

/* Takes all memory that the device has left but some; gives the blocks back. */
enum { BLOCKS_MAX = 4096 };
static void *blocks[BLOCKS_MAX];
static int block_count;

static void fill_device(size_t least)
{
    for (size_t bytes = (size_t)16 << 30; bytes >= least; bytes /= 2)
        while (block_count < BLOCKS_MAX && cudaMalloc(&blocks[block_count], bytes) == cudaSuccess)
            block_count++;
    (void)cudaGetLastError();
}

static void empty_device(void)
{
    while (block_count > 0)
        CHECK(cudaFree(blocks[--block_count]) == cudaSuccess);
}

static void full_device(void)
{
    uint32_t *in = ones_on_device(LARGE), *out;
    uint32_t host[3] = {1, 1, 1}, *host_large = must_alloc(ITEMS * sizeof *host_large);
    CHECK(cudaMalloc((void **)&out, LARGE * sizeof *out) == cudaSuccess);
    CHECK(scan(in, out, ITEMS) == PREFIX_OK);
    for (size_t i = 0; i < ITEMS; i++)
        host_large[i] = 1;
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    fill_device((size_t)1 << 18);
    /* The workspace does not grow, and what is there still works. */
    CHECK(scan(in, out, LARGE) == PREFIX_ERROR_NOMEM);
    CHECK(strstr(prefix_ctx_error(ctx), "memory") != NULL);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(scan(in, out, 5000) == PREFIX_OK && prefix_ctx_synchronize(ctx) == PREFIX_OK && counts(out, 5000));
    CHECK(scan(host_large, host_large, ITEMS) == PREFIX_ERROR_NOMEM);
    CHECK(host_large[0] == 1 && host_large[ITEMS - 1] == 1);
    void *memory = &memory;
    CHECK(prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &memory, (size_t)1 << 30) == PREFIX_ERROR_NOMEM && !memory);
    empty_device();
    /* And with memory all is well. */
    CHECK(scan(in, out, LARGE) == PREFIX_OK && prefix_ctx_synchronize(ctx) == PREFIX_OK && counts(out, LARGE));
    CHECK(scan(host_large, host_large, ITEMS) == PREFIX_OK && host_large[ITEMS - 1] == ITEMS);
    CHECK(scan(host, host, 3) == PREFIX_OK && host[2] == 3);
    prefix_ctx_destroy(ctx);
    CHECK(cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess);
    free(host_large);
}

/* The default stream cannot take work while another, which it would wait for, is captured. */
static void refused_launch(void)
{
    uint32_t *in = ones_on_device(ITEMS), *out = ones_on_device(ITEMS);
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    CHECK(cudaStreamCreate(&stream) == cudaSuccess);
    for (int i = 0; i < 3; i++) {
        CHECK(scan(in, out, ITEMS) == PREFIX_OK && prefix_ctx_synchronize(ctx) == PREFIX_OK && counts(out, ITEMS));
        CHECK(prefix_ctx_set_memory(ctx, PREFIX_MEMORY_DEVICE) == PREFIX_OK);
        CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
        CHECK(scan(in, out, ITEMS - 1) == PREFIX_ERROR_DEVICE);
        CHECK(strstr(prefix_ctx_error(ctx), "launching a scan: ") && !strstr(prefix_ctx_error(ctx), "destroyed"));
        (void)cudaStreamEndCapture(stream, &graph);
        (void)cudaGetLastError();
    }
    CHECK(scan(in, out, ITEMS) == PREFIX_OK && prefix_ctx_synchronize(ctx) == PREFIX_OK && counts(out, ITEMS));
    prefix_ctx_destroy(ctx);
    CHECK(cudaStreamDestroy(stream) == cudaSuccess && cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess);
}

/* Every call fails with a sentence; nothing crashes; the CPU still scans. */
static void expect_lost(void *in, void *out)
{
    void *memory = &memory;
    uint32_t host[3] = {1, 1, 1};
    prefix_ctx *other = NULL;
    for (int i = 0; i < 2; i++) {
        CHECK(scan(in, out, ITEMS) == PREFIX_ERROR_DEVICE && strstr(prefix_ctx_error(ctx), "destroyed"));
        CHECK(scan(in, out, 3) == PREFIX_ERROR_DEVICE && strstr(prefix_ctx_error(ctx), "destroyed"));
    }
    CHECK(prefix_ctx_synchronize(ctx) == PREFIX_ERROR_DEVICE && strstr(prefix_ctx_error(ctx), "destroyed"));
    CHECK(prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &memory, 4096) == PREFIX_ERROR_DEVICE && !memory);
    CHECK(prefix_memory_copy(ctx, out, in, 64) == PREFIX_ERROR_DEVICE);
    CHECK(scan(host, host, 3) == PREFIX_ERROR_DEVICE && host[2] == 1);
    int status = prefix_ctx_create(&other, "cuda");
    CHECK(status == PREFIX_ERROR_DEVICE && !other);
    prefix_ctx_destroy(other);
    prefix_ctx_destroy(ctx);
    ctx = NULL;
    CHECK(prefix_ctx_create(&other, "serial") == PREFIX_OK);
    CHECK(prefix_scan(other, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_U32, host, host, 3) == PREFIX_OK && host[2] == 3);
    prefix_ctx_destroy(other);
}

/* Another part of the process has a kernel that traps, which the program has seen. */
static void trapped_elsewhere(void)
{
    uint32_t *in = ones_on_device(ITEMS), *out = ones_on_device(ITEMS);
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    CHECK(scan(in, out, ITEMS) == PREFIX_OK && prefix_ctx_synchronize(ctx) == PREFIX_OK && counts(out, ITEMS));
    trap(stream);
    CHECK(cudaDeviceSynchronize() != cudaSuccess);
    expect_lost(in, out);
}

/* Nobody has seen it yet, and scans are under way. */
static void trapped_meanwhile(void)
{
    uint32_t *in = ones_on_device(ITEMS), *out = ones_on_device(ITEMS);
    int status = scan(in, out, ITEMS);
    CHECK(status == PREFIX_OK);
    trap(NULL);
    for (int i = 0; i < 50 && status == PREFIX_OK; i++)
        status = scan(in, out, ITEMS);
    if (status == PREFIX_OK)
        status = prefix_ctx_synchronize(ctx);
    CHECK(status == PREFIX_ERROR_DEVICE && strstr(prefix_ctx_error(ctx), "destroyed"));
    expect_lost(in, out);
}

/* It happens while a host array is under way in pieces. */
static void trapped_staged(void)
{
    uint32_t *in = ones_on_device(ITEMS), *out = ones_on_device(ITEMS), *host = must_alloc(LARGE * sizeof *host);
    cudaStream_t stream;
    for (size_t i = 0; i < LARGE; i++)
        host[i] = 1;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    CHECK(scan(host, host, ITEMS) == PREFIX_OK && host[ITEMS - 1] == ITEMS);
    linger(stream, 5000);
    trap(stream);
    CHECK(scan(host, host, LARGE) == PREFIX_ERROR_DEVICE && strstr(prefix_ctx_error(ctx), "destroyed"));
    CHECK(host[LARGE - 1] == 1);
    free(host); /* which nothing may touch any more */
    expect_lost(in, out);
}

/* A context that did nothing after the trap is destroyed. */
static void destroyed(void)
{
    uint32_t *in = ones_on_device(ITEMS), *out = ones_on_device(ITEMS), host[3] = {1, 1, 1};
    CHECK(scan(in, out, ITEMS) == PREFIX_OK && scan(host, host, 3) == PREFIX_OK);
    trap(NULL);
    prefix_ctx_destroy(ctx);
}

static void in_child(void (*play)(void), const char *what)
{
    int end;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        bail_out("no child");
    if (child == 0) {
        if (play == full_device)
            device_alone();
        else
            device_among_others();
        alarm(PATIENCE);
        if (prefix_ctx_create(&ctx, "cuda") != PREFIX_OK)
            _exit(NO_GPU);
        play();
        _exit(bad > 0);
    }
    if (waitpid(child, &end, 0) != child)
        bail_out("the child is gone");
    if (WIFSIGNALED(end))
        diag("%s: ended by signal %d", what, WTERMSIG(end));
    if (!WIFEXITED(end) || WEXITSTATUS(end) != NO_GPU)
        ok(WIFEXITED(end) && WEXITSTATUS(end) == 0, "%s", what);
    else if (backend_required("cuda"))
        ok(0, "%s: there is no CUDA", what);
    else
        skip("%s: no CUDA", what);
}

int main(void)
{
    in_child(full_device, "a full device");
    in_child(refused_launch, "a launch that is refused");
    in_child(trapped_elsewhere, "a kernel of the process has trapped");
    in_child(trapped_meanwhile, "a kernel traps among scans");
    in_child(trapped_staged, "a kernel traps while a host array is scanned");
    in_child(destroyed, "a context is destroyed after a trap");
    return done();
}

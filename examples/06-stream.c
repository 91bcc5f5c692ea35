/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Offsets from a histogram on a GPU, with memory and a stream of the
 * CUDA runtime:
 *
 *     cc 06-stream.c $(pkg-config --cflags --libs prefix) \
 *         -I/usr/local/cuda/include -L/usr/local/cuda/lib64 -lcudart
 */
#include <cuda_runtime_api.h>
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 1000000

static uint32_t counts[ROWS + 1]; /* the last may be anything */
static prefix_ctx *ctx;

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(ctx));
    exit(1);
}

static void check_cuda(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    exit(1);
}

int main(void)
{
    int devices;
    cudaError_t error = cudaGetDeviceCount(&devices);
    if (error != cudaSuccess) {
        printf("no device: %s\n", cudaGetErrorString(error));
        return 0;
    }
    for (uint32_t row = 0; row < ROWS; row++)
        counts[row] = row % 3;

    cudaStream_t stream;
    uint32_t *offsets;
    check_cuda(cudaStreamCreate(&stream));
    check_cuda(cudaMalloc((void **)&offsets, sizeof counts));
    check(prefix_ctx_create(&ctx, "cuda"));
    check(prefix_ctx_set_stream(ctx, stream));

    /* Queued on the stream, in this order; only the last line waits. */
    check_cuda(cudaMemcpyAsync(offsets, counts, sizeof counts,
                               cudaMemcpyHostToDevice, stream));
    check(prefix_scan(ctx, PREFIX_EXCLUSIVE, PREFIX_SUM, PREFIX_U32,
                      offsets, offsets, ROWS + 1));
    check_cuda(cudaMemcpyAsync(counts, offsets, sizeof counts,
                               cudaMemcpyDeviceToHost, stream));
    check_cuda(cudaStreamSynchronize(stream));

    prefix_ctx_destroy(ctx); /* before the stream that it uses */
    check_cuda(cudaFree(offsets));
    check_cuda(cudaStreamDestroy(stream));
    printf("row 2 begins at %u, and %u elements are in all rows\n",
           (unsigned)counts[2], (unsigned)counts[ROWS]);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels.h"

#include <stdint.h>
#include <stdlib.h>

#define SECOND 1000000000ull

static __device__ uint64_t now()
{
    uint64_t nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return nanoseconds;
}

/* words, of pinned memory: how many blocks run, and whether to end. */
static __global__ void hog_kernel(volatile int *words)
{
    extern __shared__ char all_of_it[];
    uint64_t begin = now();
    all_of_it[0] = 0;
    atomicAdd_system((int *)words, 1);
    while (!words[1] && now() - begin < 20 * SECOND)
        __nanosleep(1000);
}

static __global__ void trap_kernel()
{
    asm volatile("trap;");
}

static __global__ void linger_kernel(uint64_t nanoseconds)
{
    uint64_t begin = now();
    while (now() - begin < nanoseconds)
        ;
}

static __global__ void compare_kernel(const uint32_t *a, const uint32_t *b, size_t words, unsigned long long *count)
{
    unsigned long long mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words; i += (size_t)gridDim.x * blockDim.x)
        mine += a[i] != b[i];
    if (mine)
        atomicAdd(count, mine);
}

/* The sum of the first count elements of the pattern. */
static __device__ uint64_t sum_of(uint64_t count)
{
    const int64_t period = 251, offset = 100;
    int64_t rest = (int64_t)(count % period), each = period * (period - 1) / 2 - offset * period;
    return count / period * (uint64_t)each + (uint64_t)(rest * (rest - 1) / 2 - offset * rest);
}

template <class T> static __global__ void fill_kernel(T *to, size_t n, int reverse)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        to[reverse ? n - 1 - i : i] = (T)((int)(i % 251) - 100);
}

template <class T>
static __global__ void check_kernel(const T *sums, size_t n, int exclusive, int reverse, unsigned long long *count)
{
    unsigned long long mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        mine += sums[reverse ? n - 1 - i : i] != (T)sum_of(exclusive ? i : i + 1);
    if (mine)
        atomicAdd(count, mine);
}

template <class T> static __global__ void kept_kernel(const T *a, size_t n, int kept, unsigned long long *count)
{
    unsigned long long mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        mine += a[i] != (T)((int)(i % kept) - 100);
    if (mine)
        atomicAdd(count, mine);
}

struct hog {
    int *words;
    cudaStream_t stream;
};

extern "C" void *hog_start(int spared)
{
    int device, multiprocessors, shared;
    struct hog *hog = (struct hog *)calloc(1, sizeof *hog);
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    cudaFuncSetAttribute(hog_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
    cudaHostAlloc((void **)&hog->words, 2 * sizeof(int), cudaHostAllocMapped);
    cudaStreamCreateWithFlags(&hog->stream, cudaStreamNonBlocking);
    hog->words[0] = hog->words[1] = 0;
    /* All of a multiprocessor's shared memory: so there is one block on each, and nothing else runs there. */
    hog_kernel<<<multiprocessors - spared, 32, shared, hog->stream>>>(hog->words);
    if (cudaPeekAtLastError() != cudaSuccess)
        return NULL;
    while (*(volatile int *)hog->words < multiprocessors - spared)
        if (cudaStreamQuery(hog->stream) != cudaErrorNotReady)
            return NULL;
    (void)cudaGetLastError();
    return hog;
}

extern "C" int hog_stop(void *handle)
{
    struct hog *hog = (struct hog *)handle;
    int ended = cudaStreamQuery(hog->stream) != cudaErrorNotReady;
    (void)cudaGetLastError();
    *(volatile int *)(hog->words + 1) = 1;
    cudaStreamSynchronize(hog->stream);
    cudaStreamDestroy(hog->stream);
    cudaFreeHost(hog->words);
    free(hog);
    return ended;
}

extern "C" void trap(void *stream)
{
    trap_kernel<<<1, 1, 0, (cudaStream_t)stream>>>();
}

extern "C" void linger(void *stream, unsigned int microseconds)
{
    linger_kernel<<<1, 1, 0, (cudaStream_t)stream>>>(microseconds * 1000ull);
}

/* A counter on the device, from 0; and its value, when all is done. */
static unsigned long long *counter_make()
{
    unsigned long long *counter;
    if (cudaMalloc((void **)&counter, sizeof *counter) != cudaSuccess)
        return NULL;
    cudaMemset(counter, 0, sizeof *counter);
    return counter;
}

static size_t counter_take(unsigned long long *counter)
{
    unsigned long long count = ~0ull;
    cudaMemcpy(&count, counter, sizeof count, cudaMemcpyDeviceToHost);
    cudaFree(counter);
    return (size_t)count;
}

extern "C" size_t differing_words(const void *a, const void *b, size_t bytes)
{
    unsigned long long *counter = counter_make();
    compare_kernel<<<2048, 256>>>((const uint32_t *)a, (const uint32_t *)b, bytes / 4, counter);
    return counter_take(counter);
}

extern "C" void pattern_fill(void *to, int size, size_t n, int reverse)
{
    if (size == 1)
        fill_kernel<<<2048, 256>>>((int8_t *)to, n, reverse);
    else if (size == 2)
        fill_kernel<<<2048, 256>>>((int16_t *)to, n, reverse);
    else if (size == 4)
        fill_kernel<<<2048, 256>>>((int32_t *)to, n, reverse);
    else
        fill_kernel<<<2048, 256>>>((int64_t *)to, n, reverse);
    cudaDeviceSynchronize();
}

extern "C" size_t pattern_wrong(const void *sums, int size, size_t n, int exclusive, int reverse)
{
    unsigned long long *counter = counter_make();
    if (size == 1)
        check_kernel<<<2048, 256>>>((const int8_t *)sums, n, exclusive, reverse, counter);
    else if (size == 2)
        check_kernel<<<2048, 256>>>((const int16_t *)sums, n, exclusive, reverse, counter);
    else if (size == 4)
        check_kernel<<<2048, 256>>>((const int32_t *)sums, n, exclusive, reverse, counter);
    else
        check_kernel<<<2048, 256>>>((const int64_t *)sums, n, exclusive, reverse, counter);
    return counter_take(counter);
}

extern "C" size_t pattern_kept_wrong(const void *a, int size, size_t n, int kept)
{
    unsigned long long *counter = counter_make();
    if (size == 1)
        kept_kernel<<<2048, 256>>>((const int8_t *)a, n, kept, counter);
    else if (size == 2)
        kept_kernel<<<2048, 256>>>((const int16_t *)a, n, kept, counter);
    else if (size == 4)
        kept_kernel<<<2048, 256>>>((const int32_t *)a, n, kept, counter);
    else
        kept_kernel<<<2048, 256>>>((const int64_t *)a, n, kept, counter);
    return counter_take(counter);
}

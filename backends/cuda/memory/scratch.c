/* SPDX-License-Identifier: BSD-3-Clause */
#include "memory/scratch.h"

#include "base/context.h"

/* Of freed memory a session keeps a part of the device's, or at least so much: to map it anew takes longer than a call.
 */
#define POOL_PART 32
#define POOL_BYTES ((size_t)64 << 20)

int prefix__cuda_on_host(int kind)
{
    return kind == PREFIX_MEMORY_HOST || kind == PREFIX_MEMORY_PINNED;
}

int prefix__cuda_scratch_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind)
{
    enum cudaStreamCaptureMode mode = prefix__cuda_capture_mode(cudaStreamCaptureModeRelaxed);
    int pinned = kind == PREFIX_MEMORY_PINNED;
    cudaError_t error = pinned ? cudaHostAlloc(memory, bytes, cudaHostAllocDefault) : cudaMalloc(memory, bytes);
    prefix__cuda_capture_mode(mode);
    if (error != cudaSuccess)
        *memory = NULL;
    return prefix__cuda_check(session, error, pinned ? "allocating pinned memory" : "allocating scratch memory");
}

void prefix__cuda_scratch_free(void *memory, int kind)
{
    if (!memory)
        return;
    enum cudaStreamCaptureMode mode = prefix__cuda_capture_mode(cudaStreamCaptureModeRelaxed);
    if (kind == PREFIX_MEMORY_PINNED)
        cudaFreeHost(memory);
    else
        cudaFree(memory);
    (void)cudaGetLastError();
    prefix__cuda_capture_mode(mode);
}

int prefix__cuda_clear_now(struct prefix_session *session, void *memory, size_t bytes)
{
    enum cudaStreamCaptureMode mode = prefix__cuda_capture_mode(cudaStreamCaptureModeRelaxed);
    cudaStream_t stream = NULL;
    cudaError_t error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (error == cudaSuccess)
        error = cudaMemsetAsync(memory, 0, bytes, stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    if (stream)
        cudaStreamDestroy(stream);
    prefix__cuda_capture_mode(mode);
    return prefix__cuda_check(session, error, "clearing the workspace");
}

void prefix__cuda_pool_make(struct prefix_session *session, int device, size_t all)
{
    enum cudaStreamCaptureMode mode = prefix__cuda_capture_mode(cudaStreamCaptureModeRelaxed);
    uint64_t kept = all / POOL_PART > POOL_BYTES ? all / POOL_PART : POOL_BYTES;
    const struct cudaMemPoolProps props = {.allocType = cudaMemAllocationTypePinned,
                                           .location = {.type = cudaMemLocationTypeDevice, .id = device}};
    if (cudaMemPoolCreate(&session->pool, &props) != cudaSuccess)
        session->pool = NULL;
    else
        (void)cudaMemPoolSetAttribute(session->pool, cudaMemPoolAttrReleaseThreshold, &kept);
    (void)cudaGetLastError();
    prefix__cuda_capture_mode(mode);
}

void prefix__cuda_pool_free(struct prefix_session *session)
{
    if (!session->pool)
        return;
    enum cudaStreamCaptureMode mode = prefix__cuda_capture_mode(cudaStreamCaptureModeRelaxed);
    cudaMemPoolDestroy(session->pool);
    (void)cudaGetLastError();
    prefix__cuda_capture_mode(mode);
}

int prefix__cuda_allocate(struct prefix_session *session, void **memory, size_t bytes, void *stream)
{
    cudaError_t error = session->pool ? cudaMallocFromPoolAsync(memory, bytes, session->pool, (cudaStream_t)stream)
                                      : cudaMallocAsync(memory, bytes, (cudaStream_t)stream);
    if (error != cudaSuccess)
        *memory = NULL;
    return prefix__cuda_check(session, error, "allocating scratch memory");
}

int prefix__cuda_release(struct prefix_session *session, void *memory, void *stream, int status)
{
    cudaError_t error = memory ? cudaFreeAsync(memory, (cudaStream_t)stream) : cudaSuccess;
    if (status == PREFIX_OK)
        return prefix__cuda_check(session, error, "freeing scratch memory");
    (void)cudaGetLastError();
    return status;
}

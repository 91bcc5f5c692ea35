/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a scan is one for the persistent kernel of device/ring_scan.cuh, and with what ring. */
#include "session.h"

/* Bytes of output from which its longer start pays. Lowered, in a build to test it on small arrays. */
#ifndef PREFIX__CUDA_RING_LEAST
#define PREFIX__CUDA_RING_LEAST ((uint64_t)32 << 20)
#endif

/* The engine's unit, and how much of its work in flight suffices. */
#define BULK_ALIGNMENT 16
#define AHEAD_BYTES ((size_t)64 << 10)

static int look_at_device(struct prefix_session *session)
{
    int device, major, shared, count;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "asking about the device");
    session->multiprocessors = (unsigned int)count;
    session->ring_shared = major >= 9 ? (size_t)shared : 0;
    return PREFIX_OK;
}

/*
 * Code for an older architecture, translated by the driver, has an empty kernel: attributes tell.
 * Done once for each kernel.
 */
static int prepare(struct prefix_session *session, const struct prefix__cuda_kernel *kernel, uint64_t bit)
{
    struct cudaFuncAttributes attributes;
    session->ring_known |= bit;
    int status = prefix__cuda_check(session, cudaFuncGetAttributes(&attributes, kernel->ring), "loading a kernel");
    if (status != PREFIX_OK || attributes.ptxVersion < 90 || attributes.sharedSizeBytes >= session->ring_shared)
        return status;
    int room = (int)(session->ring_shared - attributes.sharedSizeBytes);
    status = prefix__cuda_check(session,
                                cudaFuncSetAttribute(kernel->ring, cudaFuncAttributeMaxDynamicSharedMemorySize, room),
                                "reserving shared memory");
    if (status == PREFIX_OK)
        session->ring_usable |= bit;
    return status;
}

int prefix__cuda_ring(struct prefix_session *session, const struct prefix__cuda_kernel *kernel,
                      struct prefix__cuda_scan *params)
{
    uint64_t bit = (uint64_t)1 << params->kernel;
    size_t stage = (size_t)kernel->tile * params->in_size;
    uintptr_t start = (uintptr_t)params->in + (params->reverse ? params->n * params->in_size : 0);
    int status = PREFIX_OK;
    params->ring_stages = 0;
    if (params->tiles < 2 || params->n * kernel->out_size < PREFIX__CUDA_RING_LEAST || start % BULK_ALIGNMENT != 0)
        return PREFIX_OK;
    /* Its reducers, two warps for all of a tile, have no time for costly operators and conversions. */
    if (!kernel->ring || params->in_size != kernel->out_size || params->map != PREFIX__CUDA_MAP_NONE)
        return PREFIX_OK;
    if (session->multiprocessors == 0)
        status = look_at_device(session);
    if (status == PREFIX_OK && session->ring_shared > 0 && !(session->ring_known & bit))
        status = prepare(session, kernel, bit);
    if (status != PREFIX_OK || !(session->ring_usable & bit))
        return status;
    size_t stages = (session->ring_shared - kernel->ring_shared) / stage;
    if (stages > PREFIX__CUDA_RING_STAGES_MAX)
        stages = PREFIX__CUDA_RING_STAGES_MAX;
    if (stages < 2 + PREFIX__CUDA_RING_REDUCERS)
        return PREFIX_OK;
    size_t ahead = AHEAD_BYTES / stage;
    if (ahead > stages - PREFIX__CUDA_RING_REDUCERS)
        ahead = stages - PREFIX__CUDA_RING_REDUCERS;
    params->ring_stages = (uint8_t)stages;
    params->ring_ahead = (uint8_t)ahead;
    return PREFIX_OK;
}

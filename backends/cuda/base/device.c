/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/device.h"

#include <limits.h>

#include "base/context.h"

/* Of a block's shared memory, all. Lowered, in a build to test devices that have less. */
#ifndef PREFIX__CUDA_SHARED_MOST
#define PREFIX__CUDA_SHARED_MOST INT_MAX
#endif

int prefix__cuda_look_at_device(struct prefix_session *session)
{
    if (session->multiprocessors > 0)
        return PREFIX_OK;
    int device, shared, all, count;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "asking about the device");
    session->multiprocessors = (unsigned int)count;
    session->ring_shared = (size_t)(shared < PREFIX__CUDA_SHARED_MOST ? shared : PREFIX__CUDA_SHARED_MOST);
    session->solo_shared = (size_t)all / 2;
    return PREFIX_OK;
}

/* Code for an older architecture has an empty kernel, whatever the driver translated it for: attributes tell. */
int prefix__cuda_look_at_ring(struct prefix_session *session, const void *function, struct prefix__cuda_ring_room *room)
{
    struct cudaFuncAttributes attributes;
    int status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(session, cudaFuncGetAttributes(&attributes, function), "loading a kernel");
    if (status != PREFIX_OK)
        return status;
    room->known = 1;
    if (attributes.ptxVersion < 90 || attributes.sharedSizeBytes >= session->ring_shared)
        return PREFIX_OK;
#if CUDART_VERSION >= 12030 /* as in launch/cluster.c */
    room->dependent = 1;
#endif
    room->bytes = session->ring_shared - attributes.sharedSizeBytes;
    return prefix__cuda_check(
        session, cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)room->bytes),
        "reserving shared memory");
}

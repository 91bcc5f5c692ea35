/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small arrays: all tiles in one block, or in the blocks of one cluster, which need no workspace, 5 to 15 % faster
 * (grid/cluster_scan.cuh). And what else sm_90 brought to launches: a kernel that starts while
 * the one before it in the stream ends (grid/dependent.cuh).
 */
#include "launch/cluster.h"

#include "base/context.h"
#include "base/device.h"

/* Clusters of 8 are available wherever there are clusters, larger ones not on every part of a GPU. */
enum { PORTABLE = 8, LARGEST = 16 };

/* The attributes came with CUDA 11.8, and can be captured since 12.3. */
#if CUDART_VERSION >= 12030

/*
 * Code for an older architecture, translated by the driver, knows nothing of clusters, nor waits
 * for the kernel before: attributes tell.
 */
static int largest_cluster(struct prefix_session *session, const void *function, unsigned int threads,
                           unsigned int *blocks)
{
    struct cudaFuncAttributes attributes;
    *blocks = 1;
    int status = prefix__cuda_check(session, cudaFuncGetAttributes(&attributes, function), "loading a kernel");
    if (status != PREFIX_OK || attributes.ptxVersion < 90)
        return status;
    for (unsigned int size = LARGEST; size >= PORTABLE && *blocks == 1; size /= 2) {
        cudaLaunchAttribute cluster = {.id = cudaLaunchAttributeClusterDimension, .val.clusterDim = {size, 1, 1}};
        cudaLaunchConfig_t config = {
            .gridDim = {size, 1, 1}, .blockDim = {threads, 1, 1}, .attrs = &cluster, .numAttrs = 1};
        int count = 0;
        if (size > PORTABLE &&
            cudaFuncSetAttribute(function, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) != cudaSuccess)
            continue;
        if (cudaOccupancyMaxActiveClusters(&count, function, &config) == cudaSuccess && count > 0)
            *blocks = size;
    }
    (void)cudaGetLastError();
    return PREFIX_OK;
}

/* A block that asks for half of a multiprocessor's shared memory, and has some besides, is alone there. */
static int prepare_solo(struct prefix_session *session, const void *function)
{
    int status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(
            session,
            cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)session->solo_shared),
            "preparing a kernel");
    if (status == PREFIX_OK)
        session->solo_blocks = session->multiprocessors;
    return status;
}

int prefix__cuda_cluster(struct prefix_session *session, const struct prefix__cuda_kernel *kernel, int which,
                         unsigned int *blocks)
{
    unsigned int one = 1, other = 1;
    int status = PREFIX_OK;
    *blocks = session->cluster[which];
    if (*blocks != 0)
        return PREFIX_OK;
    status = largest_cluster(session, kernel->function, kernel->threads, &one);
    if (status == PREFIX_OK)
        status = largest_cluster(session, kernel->small, kernel->small_threads, &other);
    if (status == PREFIX_OK && other > 1)
        status = prepare_solo(session, kernel->small);
    if (status != PREFIX_OK)
        return status;
    *blocks = one < other ? one : other;
    session->cluster[which] = (uint8_t)*blocks;
    return PREFIX_OK;
}

#else

int prefix__cuda_cluster(struct prefix_session *session, const struct prefix__cuda_kernel *kernel, int which,
                         unsigned int *blocks)
{
    (void)session, (void)kernel, (void)which;
    *blocks = 1;
    return PREFIX_OK;
}

#endif

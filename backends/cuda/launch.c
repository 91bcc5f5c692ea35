/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Launching, and the workspace that a scan of more than one tile needs: see device/claim.cuh. It
 * serves one scan at a time. In one stream that is a matter of course; when the stream changes,
 * the new one waits for the old one's last use.
 */
#include "session.h"

/* Tags have 32 bits: long before they come round again, the workspace is cleared. */
#define LAUNCHES_MAX ((uint64_t)1 << 31)

static uint64_t tiles_of(const struct prefix__cuda_kernel *kernel, uint64_t n)
{
    return (n - 1) / kernel->tile + 1;
}

size_t prefix__cuda_workspace_bytes(const struct prefix__cuda_kernel *kernel, uint64_t n)
{
    uint64_t tiles = tiles_of(kernel, n);
    if (tiles == 1)
        return 0;
    uint64_t aggregates = (tiles * kernel->aggregate_words + 1) / 2 * 2;
    uint64_t prefixes = (tiles + PREFIX__CUDA_GROUP - 1) / PREFIX__CUDA_GROUP * kernel->prefix_words;
    return (size_t)(PREFIX__CUDA_HEADER_WORDS + aggregates + prefixes) * sizeof(uint64_t);
}

static int grow(struct prefix_session *session, size_t bytes)
{
    size_t room = (size_t)1 << 16;
    while (room < bytes)
        room *= 2;
    session->workspace_bytes = 0;
    cudaFree(session->workspace); /* waits until nothing uses it */
    session->workspace = NULL;
    int status =
        prefix__cuda_check(session, cudaMalloc((void **)&session->workspace, room), "allocating scratch memory");
    if (status != PREFIX_OK)
        return status;
    session->workspace_bytes = room;
    session->workspace_clear = 1;
    if (session->workspace_event)
        return PREFIX_OK;
    return prefix__cuda_check(session, cudaEventCreateWithFlags(&session->workspace_event, cudaEventDisableTiming),
                              "creating an event");
}

static int own_workspace(struct prefix_session *session, cudaStream_t stream, size_t bytes)
{
    enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    int status = prefix__cuda_check(session, cudaStreamIsCapturing(stream, &capture), "looking at the stream");
    if (status != PREFIX_OK)
        return status;
    if (capture != cudaStreamCaptureStatusNone) {
        session->host->error(session->owner, "to capture a scan of this size, give its plan a workspace");
        return PREFIX_ERROR_WORKSPACE;
    }
    if (bytes > session->workspace_bytes || !session->workspace_event) {
        status = grow(session, bytes);
        if (status != PREFIX_OK)
            return status;
    } else if (stream != session->workspace_stream || stream == cudaStreamPerThread) {
        status = prefix__cuda_check(session, cudaStreamWaitEvent(stream, session->workspace_event, 0),
                                    "waiting for a stream");
        if (status != PREFIX_OK)
            return status;
    }
    if (session->workspace_clear || session->launches >= LAUNCHES_MAX) {
        session->workspace_clear = 1;
        status = prefix__cuda_check(session, cudaMemsetAsync(session->workspace, 0, session->workspace_bytes, stream),
                                    "clearing scratch memory");
        if (status != PREFIX_OK)
            return status;
        session->workspace_clear = 0;
        session->launches = 0;
    }
    return PREFIX_OK;
}

static int callers_workspace(struct prefix_session *session, const struct prefix_scan_work *work, cudaStream_t stream,
                             size_t bytes)
{
    if (work->workspace_bytes < bytes) {
        session->host->error(session->owner, "the workspace has %zu bytes; %zu are needed", work->workspace_bytes,
                             bytes);
        return PREFIX_ERROR_WORKSPACE;
    }
    if (!work->workspace_fresh)
        return PREFIX_OK;
    return prefix__cuda_check(session, cudaMemsetAsync(work->workspace, 0, work->workspace_bytes, stream),
                              "clearing the workspace");
}

static int queue(struct prefix_session *session, const struct prefix__cuda_kernel *kernel,
                 struct prefix__cuda_scan *params, cudaStream_t stream)
{
    void *arguments[] = {params};
    const void *function = kernel->function;
    dim3 grid = {(unsigned int)params->tiles, 1, 1};
    dim3 block = {kernel->threads, 1, 1};
    size_t shared = 0;
    if (params->ring_stages > 0) {
        function = kernel->ring;
        if (grid.x > session->multiprocessors)
            grid.x = session->multiprocessors;
        block.x = kernel->ring_threads;
        shared = (size_t)params->ring_stages * kernel->tile * params->in_size;
    }
    return prefix__cuda_check(session, cudaLaunchKernel(function, grid, block, arguments, shared, stream),
                              "launching a scan");
}

int prefix__cuda_launch(struct prefix_session *session, const struct prefix_scan_work *work,
                        const struct prefix__cuda_kernel *kernel, struct prefix__cuda_scan *params)
{
    cudaStream_t stream = (cudaStream_t)work->stream;
    size_t bytes = prefix__cuda_workspace_bytes(kernel, params->n);
    int own = bytes > 0 && !work->workspace;
    params->tiles = tiles_of(kernel, params->n);
    int status = prefix__cuda_ring(session, kernel, params);
    if (status != PREFIX_OK)
        return status;
    if (own)
        status = own_workspace(session, stream, bytes);
    else if (bytes > 0)
        status = callers_workspace(session, work, stream, bytes);
    if (status != PREFIX_OK)
        return status;

    params->workspace = own ? session->workspace : work->workspace;
    status = queue(session, kernel, params, stream);
    if (!own)
        return status;
    if (status == PREFIX_OK)
        status = prefix__cuda_check(session, cudaEventRecord(session->workspace_event, stream), "recording an event");
    if (status != PREFIX_OK)
        session->workspace_clear = 1;
    session->workspace_stream = stream;
    session->launches++;
    return status;
}

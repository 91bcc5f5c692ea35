/* SPDX-License-Identifier: BSD-3-Clause */
/* Launching, with the grid and the workspace that the size asks for. */
#include "session.h"

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

static cudaError_t find(struct prefix_session *session, const void *symbol, cudaFunction_t *function)
{
    struct prefix__cuda_function *seen = &session->functions[(uintptr_t)symbol / 16 % PREFIX__CUDA_FUNCTIONS];
    if (seen->symbol != symbol) {
        cudaError_t error = cudaGetFuncBySymbol(&seen->function, symbol);
        seen->symbol = error == cudaSuccess ? symbol : NULL;
        if (error != cudaSuccess)
            return error;
    }
    *function = seen->function;
    return cudaSuccess;
}

static int queue(struct prefix_session *session, const struct prefix__cuda_kernel *kernel,
                 struct prefix__cuda_scan *params, cudaStream_t stream)
{
    void *arguments[] = {params};
    const void *symbol = kernel->function;
    cudaFunction_t function;
    unsigned int blocks = (unsigned int)params->tiles, threads = kernel->threads;
    size_t shared = 0;
    if (params->ring_stages > 0) {
        symbol = kernel->ring;
        if (blocks > session->multiprocessors)
            blocks = session->multiprocessors;
        threads = kernel->ring_threads;
        shared = (size_t)params->ring_stages * kernel->tile * params->in_size;
    }
    cudaError_t error = find(session, symbol, &function);
    if (error == cudaSuccess)
        error = (cudaError_t)prefix__cuda_launch_kernel(function, blocks, threads, shared, stream, arguments);
    return prefix__cuda_check(session, error, "launching a scan");
}

int prefix__cuda_launch(struct prefix_session *session, const struct prefix_scan_work *work,
                        const struct prefix__cuda_kernel *kernel, struct prefix__cuda_scan *params)
{
    size_t bytes = prefix__cuda_workspace_bytes(kernel, params->n);
    struct prefix__cuda_workspace *own = NULL;
    params->tiles = tiles_of(kernel, params->n);
    int status = prefix__cuda_ring(session, kernel, params);
    /* A fresh workspace is cleared by the first run, whatever that needs: the next is not told again. */
    if (status == PREFIX_OK && (bytes > 0 || (work->workspace && work->workspace_fresh)))
        status = prefix__cuda_workspace_take(session, work, bytes, params, &own);
    if (status != PREFIX_OK)
        return status;
    status = queue(session, kernel, params, (cudaStream_t)work->stream);
    return prefix__cuda_workspace_used(session, own, work->stream, status);
}

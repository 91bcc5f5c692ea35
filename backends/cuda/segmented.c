/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan of segments, or the reduction of each: the launch, with the workspace that the size asks for. */
#include "segmented.h"

/* Whether the kernel may start while the one before ends: what cluster.c finds out of a plain scan's. */
static int is_dependent(struct prefix_session *session, const struct prefix_scan_work *work, int *dependent)
{
    struct prefix__cuda_scan params;
    const struct prefix__cuda_kernel *kernel = prefix__cuda_lower(work, &params);
    unsigned int blocks = 1;
    int status = prefix__cuda_cluster(session, kernel, params.kernel, &blocks);
    *dependent = blocks > 1;
    return status;
}

static int take_workspace(struct prefix_session *session, const struct prefix__cuda_segmented_kernel *kernel,
                          void *stream, struct prefix__cuda_scan *scan, struct prefix__cuda_workspace **own)
{
    const struct prefix_scan_work work = {.stream = stream};
    const uint64_t aggregates = (scan->tiles * kernel->aggregate_words + 1) / 2 * 2;
    const uint64_t prefixes = ((scan->tiles - 1) / PREFIX__CUDA_GROUP + 1) * kernel->prefix_words;
    const size_t bytes = (size_t)(PREFIX__CUDA_HEADER_WORDS + aggregates + prefixes) * sizeof(uint64_t);
    uint64_t number;
    int capturing;
    cudaError_t error = (cudaError_t)prefix__cuda_stream((cudaStream_t)stream, &number, &capturing);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "looking at the stream");
    return capturing ? prefix__cuda_workspace_keep(session, bytes, scan)
                     : prefix__cuda_workspace_take(session, &work, bytes, scan, own);
}

int prefix__cuda_segmented_on_device(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct prefix__cuda_segmented params;
    struct prefix__cuda_scan *scan = &params.scan;
    struct prefix__cuda_workspace *own = NULL;
    struct prefix__cuda_grid grid = {0, 0, 0, 0, 0};
    const struct prefix__cuda_segmented_kernel *kernel = prefix__cuda_segmented_lower(work, &params);
    void *stream = work->scan->stream, *arguments[] = {&params};
    cudaFunction_t function;
    scan->in = work->scan->in;
    scan->out = work->scan->out;
    scan->total = work->scan->out ? NULL : work->scan->total;
    scan->n = work->scan->n;
    scan->tiles = scan->n > 0 ? (scan->n - 1) / kernel->tile + 1 : 1;
    grid.blocks = (unsigned int)scan->tiles;
    grid.threads = kernel->threads;
    if (params.form == PREFIX_HEADS_OFFSETS)
        grid.shared = kernel->tile + (scan->out ? 0 : kernel->results);
    int status = is_dependent(session, work->scan, &grid.dependent);
    if (status == PREFIX_OK && scan->tiles > 1)
        status = take_workspace(session, kernel, stream, scan, &own);
    if (status != PREFIX_OK)
        return status;
    if (own && session->cleared) /* as in launch.c */
        grid.dependent = 0;
    cudaError_t error = prefix__cuda_function(session, kernel->function, &function);
    if (error == cudaSuccess)
        error = (cudaError_t)prefix__cuda_launch_kernel(function, &grid, (cudaStream_t)stream, arguments);
    status = prefix__cuda_check(session, error, "launching a scan of segments");
    return prefix__cuda_workspace_used(session, own, stream, status);
}

int prefix__cuda_segmented(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_segmented_is_staged(work) ? prefix__cuda_segmented_staged(session, work)
                                                    : prefix__cuda_segmented_on_device(session, work);
    prefix__cuda_leave(&scope);
    return status;
}

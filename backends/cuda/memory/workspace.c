/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The workspace that a scan of more than one tile needs: see grid/claim.cuh. It serves one scan
 * at a time, which is a matter of course in one stream. So the first streams that a session meets
 * have a workspace each, at no cost to a call. All further ones share the last, and wait for its
 * last use by an event. Streams are told apart by their number, which is never used again, as a
 * handle may be while work of its former stream still runs.
 */
#include "memory/workspace.h"

#include <stdlib.h>

#include "base/context.h"
#include "base/driver.h"
#include "memory/scratch.h"

#define LEAST_BYTES ((size_t)1 << 16)

/* In a build to test them, each is as large as asked for, so that whatever is written behind it is noticed. */
#ifndef PREFIX__CUDA_WORKSPACES_EXACT
#define PREFIX__CUDA_WORKSPACES_EXACT 0
#endif

static struct prefix__cuda_workspace *find(struct prefix_session *session, uint64_t stream)
{
    struct prefix__cuda_workspace *workspace = session->workspaces;
    for (int i = 0; i < PREFIX__CUDA_WORKSPACES - 1; i++, workspace++)
        if (!workspace->memory || workspace->stream == stream)
            break;
    return workspace;
}

static int is_shared(const struct prefix_session *session, const struct prefix__cuda_workspace *workspace)
{
    return workspace == &session->workspaces[PREFIX__CUDA_WORKSPACES - 1];
}

static int grow(struct prefix_session *session, struct prefix__cuda_workspace *workspace, size_t bytes)
{
    size_t room = PREFIX__CUDA_WORKSPACES_EXACT ? bytes : LEAST_BYTES;
    int status = PREFIX_OK;
    while (room < bytes)
        room *= 2;
    if (is_shared(session, workspace) && !session->shared_event) {
        status = prefix__cuda_check(session, cudaEventCreateWithFlags(&session->shared_event, cudaEventDisableTiming),
                                    "creating an event");
        if (status != PREFIX_OK) {
            session->shared_event = NULL; /* whatever was left there */
            return status;
        }
    }
    workspace->bytes = 0;
    prefix__cuda_scratch_free(workspace->memory, PREFIX_MEMORY_DEVICE); /* waits until nothing uses it */
    workspace->memory = NULL;
    status = prefix__cuda_scratch_alloc(session, (void **)&workspace->memory, room, PREFIX_MEMORY_DEVICE);
    if (status != PREFIX_OK)
        return status;
    workspace->bytes = room;
    workspace->clear = 1;
    return PREFIX_OK;
}

static int take_own(struct prefix_session *session, const struct prefix_scan_work *work, size_t bytes,
                    struct prefix__cuda_workspace **taken)
{
    uint64_t stream;
    int capturing;
    cudaStream_t handle = (cudaStream_t)work->stream;
    cudaError_t error = (cudaError_t)prefix__cuda_stream(handle, &stream, &capturing);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "looking at the stream");
    if (capturing) {
        session->host->error(session->owner, "to capture a scan of this size, give its plan a workspace");
        return PREFIX_ERROR_WORKSPACE;
    }
    struct prefix__cuda_workspace *workspace = find(session, stream);
    int status = PREFIX_OK;
    if (bytes > workspace->bytes || (PREFIX__CUDA_WORKSPACES_EXACT && bytes < workspace->bytes))
        status = grow(session, workspace, bytes);
    else if (is_shared(session, workspace) && stream != workspace->stream)
        status =
            prefix__cuda_check(session, cudaStreamWaitEvent(handle, session->shared_event, 0), "waiting for a stream");
    session->cleared = workspace->clear;
    if (status == PREFIX_OK && workspace->clear)
        status = prefix__cuda_check(session, cudaMemsetAsync(workspace->memory, 0, workspace->bytes, handle),
                                    "clearing scratch memory");
    if (status != PREFIX_OK)
        return status;
    workspace->clear = 0;
    workspace->stream = stream;
    *taken = workspace;
    return PREFIX_OK;
}

/* At once and not in the stream: if that is being captured, the clearing must not be replayed. */
static int clear_callers(struct prefix_session *session, const struct prefix_scan_work *work)
{
    uint64_t stream;
    int capturing;
    cudaStream_t handle = (cudaStream_t)work->stream;
    cudaError_t error = (cudaError_t)prefix__cuda_stream(handle, &stream, &capturing);
    if (error == cudaSuccess && !capturing)
        error = cudaMemsetAsync(work->workspace, 0, work->workspace_bytes, handle);
    else if (error == cudaSuccess)
        return prefix__cuda_clear_now(session, work->workspace, work->workspace_bytes);
    return prefix__cuda_check(session, error, "clearing the workspace");
}

static int take_callers(struct prefix_session *session, const struct prefix_scan_work *work, size_t bytes)
{
    if (work->workspace_bytes < bytes) {
        session->host->error(session->owner, "the workspace has %zu bytes; %zu are needed", work->workspace_bytes,
                             bytes);
        return PREFIX_ERROR_WORKSPACE;
    }
    session->cleared = work->workspace_fresh;
    return work->workspace_fresh ? clear_callers(session, work) : PREFIX_OK;
}

int prefix__cuda_workspace_take(struct prefix_session *session, const struct prefix_scan_work *work, size_t bytes,
                                struct prefix__cuda_scan *params, struct prefix__cuda_workspace **own)
{
    int status;
    *own = NULL;
    if (work->workspace) {
        status = take_callers(session, work, bytes);
        params->workspace = work->workspace;
        params->workspace_words = work->workspace_bytes / sizeof(uint64_t);
        return status;
    }
    status = take_own(session, work, bytes, own);
    if (status == PREFIX_OK) {
        params->workspace = (*own)->memory;
        params->workspace_words = (*own)->bytes / sizeof(uint64_t);
    }
    return status;
}

int prefix__cuda_workspace_used(struct prefix_session *session, struct prefix__cuda_workspace *own, void *stream,
                                int status)
{
    if (!own)
        return status;
    if (status == PREFIX_OK && is_shared(session, own))
        status = prefix__cuda_check(session, cudaEventRecord(session->shared_event, (cudaStream_t)stream),
                                    "recording an event");
    if (status != PREFIX_OK)
        own->clear = 1;
    return status;
}

/* By a thread of CUDA's as well, which may call nothing of CUDA. */
static void let_go(void *given)
{
    struct prefix__cuda_kept *kept = given;
    if (atomic_fetch_sub(&kept->holders, 1) == 1)
        free(kept);
}

static void free_kept(struct prefix_session *session, int all)
{
    for (struct prefix__cuda_kept **at = &session->kept, *kept; (kept = *at);) {
        if (!all && atomic_load(&kept->holders) > 1) {
            at = &kept->next;
            continue;
        }
        *at = kept->next;
        prefix__cuda_scratch_free(kept->memory, PREFIX_MEMORY_DEVICE);
        let_go(kept);
    }
}

/* The graph lets go of what it keeps when it and its executables are destroyed. */
static cudaError_t give_to_graph(struct prefix__cuda_kept *kept, cudaStream_t stream)
{
    CUgraph graph;
    cudaUserObject_t object;
    cudaError_t error = (cudaError_t)prefix__cuda_graph(stream, &graph);
    if (error == cudaSuccess)
        error = cudaUserObjectCreate(&object, kept, let_go, 1, cudaUserObjectNoDestructorSync);
    if (error != cudaSuccess)
        return error;
    atomic_fetch_add(&kept->holders, 1);
    error = cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
    if (error != cudaSuccess)
        cudaUserObjectRelease(object, 1);
    return error;
}

static int keep(struct prefix_session *session, size_t bytes, cudaStream_t stream, struct prefix__cuda_scan *params)
{
    free_kept(session, 0);                                 /* of graphs that are gone */
    struct prefix__cuda_kept *kept = malloc(sizeof *kept); /* it may outlive the session */
    if (!kept) {
        session->host->error(session->owner, "no memory to note a graph's workspace in");
        return PREFIX_ERROR_NOMEM;
    }
    atomic_init(&kept->holders, 1);
    int status = prefix__cuda_scratch_alloc(session, (void **)&kept->memory, bytes, PREFIX_MEMORY_DEVICE);
    kept->next = session->kept;
    session->kept = kept;
    if (status == PREFIX_OK)
        status = prefix__cuda_clear_now(session, kept->memory, bytes);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(session, give_to_graph(kept, stream), "giving a graph its workspace");
    params->workspace = kept->memory;
    params->workspace_words = bytes / sizeof(uint64_t);
    return status;
}

int prefix__cuda_workspace_for_call(struct prefix_session *session, size_t bytes, void *stream,
                                    struct prefix__cuda_scan *params, struct prefix__cuda_workspace **own)
{
    const struct prefix_scan_work work = {.stream = stream};
    uint64_t number;
    int capturing;
    cudaError_t error = (cudaError_t)prefix__cuda_stream((cudaStream_t)stream, &number, &capturing);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "looking at the stream");
    return capturing ? keep(session, bytes, (cudaStream_t)stream, params)
                     : prefix__cuda_workspace_take(session, &work, bytes, params, own);
}

void prefix__cuda_workspace_free(struct prefix_session *session)
{
    free_kept(session, 1);
    for (int i = 0; i < PREFIX__CUDA_WORKSPACES; i++)
        prefix__cuda_scratch_free(session->workspaces[i].memory, PREFIX_MEMORY_DEVICE);
    if (session->shared_event)
        cudaEventDestroy(session->shared_event);
}

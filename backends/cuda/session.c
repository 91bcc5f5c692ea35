/* SPDX-License-Identifier: BSD-3-Clause */
/* Sessions: a device, its scratch memory, and what every call does first and last. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

int prefix__cuda_enter(struct prefix_session *session, struct prefix__cuda_scope *scope)
{
    scope->saved_errno = errno;
    if (session->pid != getpid()) {
        session->host->error(session->owner, "the context was opened before fork(2); CUDA does not work in the child");
        return PREFIX_ERROR_FORKED;
    }
    CUresult result = prefix__cuda_push(session->context);
    if (result == CUDA_SUCCESS)
        return PREFIX_OK;
    session->host->error(session->owner, "making the device's context current: CUDA error %d", (int)result);
    errno = scope->saved_errno;
    return PREFIX_ERROR_DEVICE;
}

void prefix__cuda_leave(const struct prefix__cuda_scope *scope)
{
    prefix__cuda_pop();
    errno = scope->saved_errno;
}

int prefix__cuda_check(struct prefix_session *session, cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return PREFIX_OK;
    (void)cudaGetLastError(); /* the caller's next look must not find ours */
    session->host->error(session->owner, "%s: %s (%s)", what, cudaGetErrorString(error), cudaGetErrorName(error));
    return error == cudaErrorMemoryAllocation ? PREFIX_ERROR_NOMEM : PREFIX_ERROR_DEVICE;
}

int prefix__cuda_open(struct prefix_session **session, const struct prefix_host *host, void *owner, int device)
{
    int saved_errno = errno;
    char text[256];
    CUcontext context;
    *session = NULL;
    int status = prefix__cuda_context(device, &context, text, sizeof text);
    errno = saved_errno;
    if (status != PREFIX_OK) {
        host->error(owner, "%s", text);
        return status;
    }
    struct prefix_session *made = host->alloc(owner, sizeof *made);
    if (!made) {
        host->error(owner, "no memory for a session of the CUDA backend");
        return PREFIX_ERROR_NOMEM;
    }
    memset(made, 0, sizeof *made);
    made->host = host;
    made->owner = owner;
    made->context = context;
    made->pid = getpid();
    *session = made;
    return PREFIX_OK;
}

void prefix__cuda_close(struct prefix_session *session)
{
    struct prefix__cuda_scope scope;
    const struct prefix_host *host = session->host;
    void *owner = session->owner;
    if (session->pid == getpid() && prefix__cuda_enter(session, &scope) == PREFIX_OK) {
        cudaDeviceSynchronize();
        cudaFree(session->workspace);
        cudaFree(session->stage[0]);
        cudaFree(session->stage[1]);
        cudaFree(session->chain);
        cudaFreeHost(session->total);
        if (session->workspace_event)
            cudaEventDestroy(session->workspace_event);
        (void)cudaGetLastError();
        prefix__cuda_leave(&scope);
    }
    host->free(owner, session);
}

int prefix__cuda_synchronize(struct prefix_session *session, void *stream)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_check(session, cudaStreamSynchronize((cudaStream_t)stream), "waiting for the stream");
    prefix__cuda_leave(&scope);
    return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Sessions: a device, its scratch memory, and what every call does first and last. */
#include <errno.h>
#include <string.h>

#include "session.h"

#define LOST "CUDA gives this process no way back, and the context can only be destroyed"

int prefix__cuda_enter(struct prefix_session *session, struct prefix__cuda_scope *scope)
{
    scope->saved_errno = errno;
    if (prefix__cuda_forked()) {
        session->host->error(session->owner, "the context was opened before fork(2); CUDA does not work in the child");
        return PREFIX_ERROR_FORKED;
    }
    if (session->lost != cudaSuccess) {
        session->host->error(session->owner, "the device failed before: %s (%s); " LOST,
                             cudaGetErrorString(session->lost), cudaGetErrorName(session->lost));
        return PREFIX_ERROR_DEVICE;
    }
    CUresult result = prefix__cuda_push(session->context, &scope->pushed);
    if (result == CUDA_SUCCESS)
        return PREFIX_OK;
    session->host->error(session->owner, "making the device's context current: CUDA error %d", (int)result);
    errno = scope->saved_errno;
    return PREFIX_ERROR_DEVICE;
}

void prefix__cuda_leave(const struct prefix__cuda_scope *scope)
{
    if (scope->pushed)
        prefix__cuda_pop();
    errno = scope->saved_errno;
}

/*
 * Whether the device's context is of no more use: a kernel that traps or reaches for an address that
 * is not there, of whatever part of the process, ends it, and then every call fails in one of these ways.
 */
static int is_lost(cudaError_t error)
{
    switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContextIsDestroyed:
        return 1;
    default:
        return 0;
    }
}

int prefix__cuda_check(struct prefix_session *session, cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return PREFIX_OK;
    (void)cudaGetLastError(); /* the caller's next look must not find ours */
    if (is_lost(error))
        session->lost = error;
    session->host->error(session->owner, "%s: %s (%s)%s", what, cudaGetErrorString(error), cudaGetErrorName(error),
                         session->lost != cudaSuccess ? "; " LOST : "");
    return error == cudaErrorMemoryAllocation ? PREFIX_ERROR_NOMEM : PREFIX_ERROR_DEVICE;
}

/* A device that an earlier failure has taken from the process is refused at once. */
static int look(struct prefix_session *session, int device)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    size_t room, all;
    status = prefix__cuda_check(session, cudaMemGetInfo(&room, &all), "opening the device");
    if (status == PREFIX_OK)
        prefix__cuda_pool_make(session, device);
    prefix__cuda_leave(&scope);
    return status;
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
    status = look(made, device);
    if (status != PREFIX_OK)
        host->free(owner, made);
    else
        *session = made;
    return status;
}

void prefix__cuda_close(struct prefix_session *session)
{
    struct prefix__cuda_scope scope;
    const struct prefix_host *host = session->host;
    void *owner = session->owner;
    if (!prefix__cuda_forked() && session->lost == cudaSuccess && prefix__cuda_enter(session, &scope) == PREFIX_OK) {
        cudaDeviceSynchronize();
        prefix__cuda_workspace_free(session);
        prefix__cuda_stage_free(session);
        prefix__cuda_scratch_free(session->total, PREFIX_MEMORY_PINNED);
        prefix__cuda_pool_free(session);
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

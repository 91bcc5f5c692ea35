/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"

#include <errno.h>

#include "base/driver.h"

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

int prefix__cuda_not_captured(struct prefix_session *session, void *stream, const char *what)
{
    uint64_t number;
    int capturing;
    cudaError_t error = (cudaError_t)prefix__cuda_stream((cudaStream_t)stream, &number, &capturing);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "looking at the stream");
    if (!capturing)
        return PREFIX_OK;
    session->host->error(session->owner, "%s cannot be captured", what);
    return PREFIX_ERROR_UNSUPPORTED;
}

enum cudaStreamCaptureMode prefix__cuda_capture_mode(enum cudaStreamCaptureMode mode)
{
    cudaThreadExchangeStreamCaptureMode(&mode);
    return mode;
}

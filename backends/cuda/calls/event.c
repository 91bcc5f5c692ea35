/* SPDX-License-Identifier: BSD-3-Clause */
/* Events, by which the streams of several devices wait for one another. */
#include "calls/event.h"

#include "base/context.h"

static int record(struct prefix_session *session, void **event, void *stream)
{
    int status = prefix__cuda_not_captured(session, stream, "what devices do together");
    if (status != PREFIX_OK)
        return status;
    cudaEvent_t made = *event;
    cudaError_t error = made ? cudaSuccess : cudaEventCreateWithFlags(&made, cudaEventDisableTiming);
    if (error == cudaSuccess) {
        *event = made;
        error = cudaEventRecord(made, (cudaStream_t)stream);
    }
    return prefix__cuda_check(session, error, "recording an event");
}

int prefix__cuda_event_record(struct prefix_session *session, void **event, void *stream)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = record(session, event, stream);
    prefix__cuda_leave(&scope);
    return status;
}

int prefix__cuda_event_wait(struct prefix_session *session, void *event, void *stream)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_not_captured(session, stream, "what devices do together");
    if (status == PREFIX_OK)
        status = prefix__cuda_check(session, cudaStreamWaitEvent((cudaStream_t)stream, (cudaEvent_t)event, 0),
                                    "waiting for an event");
    prefix__cuda_leave(&scope);
    return status;
}

void prefix__cuda_event_free(struct prefix_session *session, void *event)
{
    struct prefix__cuda_scope scope;
    if (prefix__cuda_enter(session, &scope) != PREFIX_OK)
        return;
    cudaEventSynchronize((cudaEvent_t)event);
    cudaEventDestroy((cudaEvent_t)event);
    (void)cudaGetLastError();
    prefix__cuda_leave(&scope);
}

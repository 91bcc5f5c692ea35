/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/session.h"

#include <errno.h>
#include <string.h>

#include "base/context.h"
#include "base/driver.h"
#include "memory/scratch.h"
#include "memory/workspace.h"
#include "staging/stage.h"

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
        prefix__cuda_pool_make(session, device, all);
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

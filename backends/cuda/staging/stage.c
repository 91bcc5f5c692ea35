/* SPDX-License-Identifier: BSD-3-Clause */
#include "staging/stage.h"

#include "base/context.h"
#include "memory/scratch.h"

int prefix__cuda_stage_reserve(struct prefix_session *session, struct prefix__cuda_buffer *buffer, size_t bytes,
                               int kind)
{
    if (bytes <= buffer->bytes)
        return PREFIX_OK;
    buffer->bytes = 0;
    prefix__cuda_scratch_free(buffer->memory, kind);
    buffer->memory = NULL;
    int status = prefix__cuda_scratch_alloc(session, (void **)&buffer->memory, bytes, kind);
    if (status == PREFIX_OK)
        buffer->bytes = bytes;
    return status;
}

/* A failure may leave anything in the handle. */
static cudaError_t make_stream(cudaStream_t *stream)
{
    cudaError_t error = *stream ? cudaSuccess : cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
    if (error != cudaSuccess)
        *stream = NULL;
    return error;
}

static cudaError_t make_event(cudaEvent_t *event)
{
    cudaError_t error = *event ? cudaSuccess : cudaEventCreateWithFlags(event, cudaEventDisableTiming);
    if (error != cudaSuccess)
        *event = NULL;
    return error;
}

int prefix__cuda_stage_ready(struct prefix_session *session)
{
    struct prefix__cuda_stage *stage = &session->stage;
    if (stage->ready)
        return PREFIX_OK;
    cudaError_t error = make_stream(&stage->in);
    if (error == cudaSuccess)
        error = make_stream(&stage->scan);
    if (error == cudaSuccess)
        error = make_stream(&stage->out);
    for (int i = 0; i < PREFIX__CUDA_SLOTS && error == cudaSuccess; i++) {
        error = make_event(&stage->copied[i]);
        if (error == cudaSuccess)
            error = make_event(&stage->scanned[i]);
        if (error == cudaSuccess)
            error = make_event(&stage->done[i]);
    }
    int status = prefix__cuda_check(session, error, "preparing for host arrays");
    if (status == PREFIX_OK)
        status =
            prefix__cuda_scratch_alloc(session, (void **)&stage->chain, 2 * sizeof *stage->chain, PREFIX_MEMORY_DEVICE);
    stage->ready = status == PREFIX_OK;
    return status;
}

void prefix__cuda_stage_free(struct prefix_session *session)
{
    struct prefix__cuda_stage *stage = &session->stage;
    cudaStream_t streams[] = {stage->in, stage->scan, stage->out};
    for (int i = 0; i < 3; i++)
        if (streams[i])
            cudaStreamDestroy(streams[i]);
    for (int i = 0; i < PREFIX__CUDA_SLOTS; i++) {
        cudaEvent_t events[] = {stage->copied[i], stage->scanned[i], stage->done[i]};
        for (int k = 0; k < 3; k++)
            if (events[k])
                cudaEventDestroy(events[k]);
    }
    prefix__cuda_scratch_free(stage->device_in.memory, PREFIX_MEMORY_DEVICE);
    prefix__cuda_scratch_free(stage->device_out.memory, PREFIX_MEMORY_DEVICE);
    prefix__cuda_scratch_free(stage->pinned_in.memory, PREFIX_MEMORY_PINNED);
    prefix__cuda_scratch_free(stage->pinned_out.memory, PREFIX_MEMORY_PINNED);
    prefix__cuda_scratch_free(stage->chain, PREFIX_MEMORY_DEVICE);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays of a call some of which lie on the host: these are copied to the device as a whole, and back. */
#include "call.h"

static int is_host(const struct prefix__cuda_array *array)
{
    return (array->from || array->to) && prefix__cuda_on_host(array->memory);
}

int prefix__cuda_arrays_staged(const struct prefix__cuda_array *arrays, int count)
{
    int staged = 0;
    for (int i = 0; i < count; i++)
        staged |= is_host(&arrays[i]);
    return staged;
}

/* An array of no bytes has an address all the same. */
static int copy_in(struct prefix_session *session, struct prefix__cuda_array *array, cudaStream_t stream)
{
    if (!is_host(array))
        return PREFIX_OK;
    cudaError_t error = cudaMallocAsync(&array->copy, array->bytes > 0 ? array->bytes : 1, stream);
    if (error != cudaSuccess)
        array->copy = NULL;
    else if (array->from)
        error = cudaMemcpyAsync(array->copy, array->from, array->bytes, cudaMemcpyHostToDevice, stream);
    return prefix__cuda_check(session, error, "copying an array to the device");
}

int prefix__cuda_arrays_in(struct prefix_session *session, struct prefix__cuda_array *arrays, int count, void *stream)
{
    int status = PREFIX_OK;
    for (int i = 0; i < count && status == PREFIX_OK; i++)
        status = copy_in(session, &arrays[i], (cudaStream_t)stream);
    return status;
}

void *prefix__cuda_array_there(const struct prefix__cuda_array *array, const void *given)
{
    return array->copy ? array->copy : (void *)given;
}

int prefix__cuda_array_back(struct prefix_session *session, const struct prefix__cuda_array *array, size_t bytes,
                            void *stream)
{
    if (!is_host(array) || !array->to)
        return PREFIX_OK;
    if (bytes > array->bytes)
        bytes = array->bytes;
    return prefix__cuda_check(
        session, cudaMemcpyAsync(array->to, array->copy, bytes, cudaMemcpyDeviceToHost, (cudaStream_t)stream),
        "copying results from the device");
}

int prefix__cuda_arrays_end(struct prefix_session *session, struct prefix__cuda_array *arrays, int count, void *stream,
                            int status)
{
    for (int i = 0; i < count; i++)
        if (arrays[i].copy)
            cudaFreeAsync(arrays[i].copy, (cudaStream_t)stream);
    int ended = prefix__cuda_check(session, cudaStreamSynchronize((cudaStream_t)stream), "waiting for the stream");
    return status != PREFIX_OK ? status : ended;
}

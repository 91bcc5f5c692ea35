/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Selections of arrays some of which lie on the host: these are copied to the device as a whole, and
 * what is written there is copied back when the counts are known.
 */
#include <string.h>

#include "select.h"

enum { ARRAYS = 7 };

struct array {
    const void *from; /* what the device has to know of it; NULL: nothing */
    void *to;         /* where elements go when the call has ended; NULL: nowhere */
    size_t bytes;
    int memory;
    void *copy;
};

static int is_host(const struct array *array)
{
    return (array->from || array->to) && prefix__cuda_on_host(array->memory);
}

static void list(const struct prefix_select_work *work, struct array *arrays)
{
    size_t size = prefix__size_of(work->type), value = work->values ? prefix__size_of(work->value_type) : 0;
    size_t index = work->indices ? prefix__size_of(work->index_type) : 0;
    size_t flags = work->selector == PREFIX_SELECTOR_BITS ? (work->n - 1) / 8 + 1 : work->n;
    const struct array all[ARRAYS] = {
        {work->in, NULL, work->n * size, work->in_memory, NULL},
        {work->flags, NULL, flags, work->flags_memory, NULL},
        {work->values, NULL, work->n * value, work->values_memory, NULL},
        {NULL, work->out, work->capacity * size, work->out_memory, NULL},
        {NULL, work->rejected, work->rejected_capacity * size, work->rejected_memory, NULL},
        {NULL, work->indices, work->capacity * index, work->indices_memory, NULL},
        {NULL, work->values_out, work->capacity * value, work->values_out_memory, NULL},
    };
    memcpy(arrays, all, sizeof all);
}

int prefix__cuda_select_is_staged(const struct prefix_select_work *work)
{
    struct array arrays[ARRAYS];
    int staged = 0;
    list(work, arrays);
    for (int i = 0; i < ARRAYS; i++)
        staged |= is_host(&arrays[i]);
    return staged;
}

/* An array of no bytes has an address all the same. */
static int copy_in(struct prefix_session *session, struct array *array, cudaStream_t stream)
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

static int copy_back(struct prefix_session *session, const struct array *array, size_t bytes, cudaStream_t stream)
{
    if (!is_host(array) || !array->to)
        return PREFIX_OK;
    if (bytes > array->bytes)
        bytes = array->bytes;
    return prefix__cuda_check(session, cudaMemcpyAsync(array->to, array->copy, bytes, cudaMemcpyDeviceToHost, stream),
                              "copying what is selected from the device");
}

static void *there(const struct array *array, const void *given)
{
    return array->copy ? array->copy : (void *)given;
}

/* Every array's copy is another one, so that in place on the host is not in place on the device. */
static int run(struct prefix_session *session, const struct prefix_select_work *work, struct array *arrays)
{
    struct prefix_select_work copied = *work;
    uint64_t counts[2] = {0, 0}, selected;
    cudaStream_t stream = (cudaStream_t)work->stream;
    copied.in = there(&arrays[0], work->in);
    copied.flags = there(&arrays[1], work->flags);
    copied.values = there(&arrays[2], work->values);
    copied.out = there(&arrays[3], work->out);
    copied.rejected = there(&arrays[4], work->rejected);
    copied.indices = there(&arrays[5], work->indices);
    copied.values_out = there(&arrays[6], work->values_out);
    copied.count = counts;
    copied.count_memory = PREFIX_MEMORY_HOST;
    int status = prefix__cuda_select_on_device(session, &copied);
    if (status != PREFIX_OK)
        return status;
    selected = counts[0];
    size_t out = work->rejects == PREFIX_REJECTS_BEHIND ? work->n : (size_t)selected;
    size_t size = prefix__size_of(work->type);
    status = copy_back(session, &arrays[3], out * size, stream);
    if (status == PREFIX_OK)
        status = copy_back(session, &arrays[4], (work->n - (size_t)selected) * size, stream);
    if (status == PREFIX_OK && work->indices)
        status = copy_back(session, &arrays[5], (size_t)selected * prefix__size_of(work->index_type), stream);
    if (status == PREFIX_OK && work->values_out)
        status = copy_back(session, &arrays[6], (size_t)selected * prefix__size_of(work->value_type), stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(
            session,
            cudaMemcpyAsync(work->count, counts, (work->ways == 3 ? 2 : 1) * sizeof *counts, cudaMemcpyDefault, stream),
            "copying the count");
    return status;
}

int prefix__cuda_select_staged(struct prefix_session *session, const struct prefix_select_work *work)
{
    struct array arrays[ARRAYS];
    uint64_t number;
    int capturing, status = PREFIX_OK;
    cudaStream_t stream = (cudaStream_t)work->stream;
    cudaError_t error = (cudaError_t)prefix__cuda_stream(stream, &number, &capturing);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "looking at the stream");
    if (capturing) {
        session->host->error(session->owner, "a selection of host arrays cannot be captured");
        return PREFIX_ERROR_UNSUPPORTED;
    }
    list(work, arrays);
    for (int i = 0; i < ARRAYS && status == PREFIX_OK; i++)
        status = copy_in(session, &arrays[i], stream);
    if (status == PREFIX_OK)
        status = run(session, work, arrays);
    for (int i = 0; i < ARRAYS; i++)
        if (arrays[i].copy)
            cudaFreeAsync(arrays[i].copy, stream);
    int ended = prefix__cuda_check(session, cudaStreamSynchronize(stream), "waiting for the stream");
    return status != PREFIX_OK ? status : ended;
}

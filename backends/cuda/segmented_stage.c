/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments of arrays some of which lie on the host: these are copied to the device as a whole, and what is
 * written there is copied back.
 */
#include <string.h>

#include "segmented.h"

struct array {
    const void *from; /* what the device has to know of it; NULL: nothing */
    void *to;         /* where results go when the call has ended; NULL: nowhere */
    size_t bytes;
    int memory;
    void *copy;
};

enum { INPUT, OUTPUT, HEADS, ARRAYS };

static size_t heads_bytes(const struct prefix_segmented_work *work)
{
    const struct prefix_heads *heads = &work->heads;
    switch (heads->form) {
    case PREFIX_HEADS_BITS:
        return (heads->first + work->scan->n + 7) / 8;
    case PREFIX_HEADS_OFFSETS:
        return (heads->segments + 1) * heads->size;
    case PREFIX_HEADS_KEYS:
        return work->scan->n * heads->size;
    default:
        return work->scan->n;
    }
}

static void list(const struct prefix_segmented_work *work, struct array *arrays)
{
    const struct prefix_scan_work *scan = work->scan;
    const size_t size = prefix__size_of(scan->output_type);
    /* Of bits, those before the first may be many. */
    const size_t skip = work->heads.form == PREFIX_HEADS_BITS ? work->heads.first / 8 : 0;
    const struct array all[ARRAYS] = {
        [INPUT] = {scan->in, NULL, scan->n * prefix__size_of(scan->type), scan->in_memory, NULL},
        [OUTPUT] = {NULL, scan->out ? scan->out : scan->total, scan->out ? scan->n * size : work->heads.segments * size,
                    scan->out ? scan->out_memory : scan->total_memory, NULL},
        [HEADS] = {(const char *)work->heads.data + skip, NULL, heads_bytes(work) - skip, work->heads.memory, NULL},
    };
    memcpy(arrays, all, sizeof all);
}

static int is_host(const struct array *array)
{
    return array->bytes > 0 && prefix__cuda_on_host(array->memory);
}

int prefix__cuda_segmented_is_staged(const struct prefix_segmented_work *work)
{
    struct array arrays[ARRAYS];
    int staged = 0;
    list(work, arrays);
    for (int i = 0; i < ARRAYS; i++)
        staged |= is_host(&arrays[i]);
    return staged;
}

static int copy_in(struct prefix_session *session, struct array *array, cudaStream_t stream)
{
    if (!is_host(array))
        return PREFIX_OK;
    cudaError_t error = cudaMallocAsync(&array->copy, array->bytes, stream);
    if (error != cudaSuccess)
        array->copy = NULL;
    else if (array->from)
        error = cudaMemcpyAsync(array->copy, array->from, array->bytes, cudaMemcpyHostToDevice, stream);
    return prefix__cuda_check(session, error, "copying an array to the device");
}

static int copy_back(struct prefix_session *session, const struct array *array, cudaStream_t stream)
{
    if (!array->copy || !array->to)
        return PREFIX_OK;
    return prefix__cuda_check(session,
                              cudaMemcpyAsync(array->to, array->copy, array->bytes, cudaMemcpyDeviceToHost, stream),
                              "copying results from the device");
}

static int run(struct prefix_session *session, const struct prefix_segmented_work *work, const struct array *arrays)
{
    struct prefix_scan_work scan = *work->scan;
    struct prefix_segmented_work copied = *work;
    copied.scan = &scan;
    if (arrays[INPUT].copy)
        scan.in = arrays[INPUT].copy;
    if (arrays[OUTPUT].copy)
        *(scan.out ? &scan.out : &scan.total) = arrays[OUTPUT].copy;
    if (arrays[HEADS].copy) {
        copied.heads.data = arrays[HEADS].copy;
        if (copied.heads.form == PREFIX_HEADS_BITS)
            copied.heads.first %= 8;
    }
    return prefix__cuda_segmented_on_device(session, &copied);
}

int prefix__cuda_segmented_staged(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct array arrays[ARRAYS];
    uint64_t number;
    int capturing, status = PREFIX_OK;
    cudaStream_t stream = (cudaStream_t)work->scan->stream;
    cudaError_t error = (cudaError_t)prefix__cuda_stream(stream, &number, &capturing);
    if (error != cudaSuccess)
        return prefix__cuda_check(session, error, "looking at the stream");
    if (capturing) {
        session->host->error(session->owner, "a scan of host arrays cannot be captured");
        return PREFIX_ERROR_UNSUPPORTED;
    }
    list(work, arrays);
    for (int i = 0; i < ARRAYS && status == PREFIX_OK; i++)
        status = copy_in(session, &arrays[i], stream);
    if (status == PREFIX_OK)
        status = run(session, work, arrays);
    if (status == PREFIX_OK)
        status = copy_back(session, &arrays[OUTPUT], stream);
    for (int i = 0; i < ARRAYS; i++)
        if (arrays[i].copy)
            cudaFreeAsync(arrays[i].copy, stream);
    int ended = prefix__cuda_check(session, cudaStreamSynchronize(stream), "waiting for the stream");
    return status != PREFIX_OK ? status : ended;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Selections of arrays some of which lie on the host: these are copied to the device as a whole, and
 * what is written there is copied back when the counts are known.
 */
#include "staging/select.h"

#include <string.h>

#include "base/context.h"
#include "launch/select.h"
#include "shared/types.h"
#include "staging/arrays.h"

enum { ARRAYS = 7 };

static void list(const struct prefix_select_work *work, struct prefix__cuda_array *arrays)
{
    size_t size = prefix__size_of(work->type), value = work->values ? prefix__size_of(work->value_type) : 0;
    size_t index = work->indices ? prefix__size_of(work->index_type) : 0;
    size_t flags = work->selector == PREFIX_SELECTOR_BITS ? (work->n - 1) / 8 + 1 : work->n;
    const struct prefix__cuda_array all[ARRAYS] = {
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

/* Every array's copy is another one, so that in place on the host is not in place on the device. */
static int run(struct prefix_session *session, const struct prefix_select_work *work, struct prefix__cuda_array *arrays)
{
    struct prefix_select_work copied = *work;
    uint64_t counts[2] = {0, 0}, selected;
    cudaStream_t stream = (cudaStream_t)work->stream;
    copied.in = prefix__cuda_array_there(&arrays[0], work->in);
    copied.flags = prefix__cuda_array_there(&arrays[1], work->flags);
    copied.values = prefix__cuda_array_there(&arrays[2], work->values);
    copied.out = prefix__cuda_array_there(&arrays[3], work->out);
    copied.rejected = prefix__cuda_array_there(&arrays[4], work->rejected);
    copied.indices = prefix__cuda_array_there(&arrays[5], work->indices);
    copied.values_out = prefix__cuda_array_there(&arrays[6], work->values_out);
    copied.count = counts;
    copied.count_memory = PREFIX_MEMORY_HOST;
    int status = prefix__cuda_select_on_device(session, &copied);
    if (status != PREFIX_OK)
        return status;
    selected = counts[0];
    size_t out = work->rejects == PREFIX_REJECTS_BEHIND ? work->n : (size_t)selected;
    size_t size = prefix__size_of(work->type);
    status = prefix__cuda_array_back(session, &arrays[3], out * size, work->threads, stream);
    if (status == PREFIX_OK)
        status =
            prefix__cuda_array_back(session, &arrays[4], (work->n - (size_t)selected) * size, work->threads, stream);
    if (status == PREFIX_OK && work->indices)
        status = prefix__cuda_array_back(session, &arrays[5], (size_t)selected * prefix__size_of(work->index_type),
                                         work->threads, stream);
    if (status == PREFIX_OK && work->values_out)
        status = prefix__cuda_array_back(session, &arrays[6], (size_t)selected * prefix__size_of(work->value_type),
                                         work->threads, stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(
            session,
            cudaMemcpyAsync(work->count, counts, (work->ways == 3 ? 2 : 1) * sizeof *counts, cudaMemcpyDefault, stream),
            "copying the count");
    return status;
}

int prefix__cuda_select_anywhere(struct prefix_session *session, const struct prefix_select_work *work)
{
    struct prefix__cuda_array arrays[ARRAYS];
    list(work, arrays);
    if (!prefix__cuda_arrays_staged(arrays, ARRAYS))
        return prefix__cuda_select_on_device(session, work);
    int status = prefix__cuda_not_captured(session, work->stream, "a selection of host arrays");
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_arrays_in(session, arrays, ARRAYS, work->threads, work->stream);
    if (status == PREFIX_OK)
        status = run(session, work, arrays);
    return prefix__cuda_arrays_end(session, arrays, ARRAYS, work->stream, status);
}

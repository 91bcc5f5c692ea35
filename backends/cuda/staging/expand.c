/* SPDX-License-Identifier: BSD-3-Clause */
#include "staging/expand.h"

#include "base/context.h"
#include "launch/expand.h"
#include "staging/arrays.h"

enum { ARRAYS = 3 };

static int run_copied(struct prefix_session *session, const struct prefix_expand_work *work,
                      const struct prefix__cuda_array *arrays)
{
    struct prefix_expand_work copied = *work;
    uint64_t count = 0;
    copied.values = prefix__cuda_array_there(&arrays[0], work->values);
    copied.lengths = prefix__cuda_array_there(&arrays[1], work->lengths);
    copied.out = prefix__cuda_array_there(&arrays[2], work->out);
    copied.count = &count;
    copied.count_memory = PREFIX_MEMORY_HOST;
    int status = prefix__cuda_expand_on_device(session, &copied);
    if (status == PREFIX_OK)
        status = prefix__cuda_array_back(session, &arrays[2],
                                         count < work->capacity ? (size_t)count * work->value_size : arrays[2].bytes,
                                         work->threads, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(
            session, cudaMemcpyAsync(work->count, &count, sizeof count, cudaMemcpyDefault, (cudaStream_t)work->stream),
            "copying the count");
    return status;
}

int prefix__cuda_expand_anywhere(struct prefix_session *session, const struct prefix_expand_work *work)
{
    struct prefix__cuda_array arrays[ARRAYS] = {
        {work->values, NULL, work->runs * work->value_size, work->values_memory, NULL},
        {work->lengths, NULL, work->runs * work->index_size, work->lengths_memory, NULL},
        {NULL, work->out, work->capacity * work->value_size, work->out_memory, NULL},
    };
    if (!prefix__cuda_arrays_staged(arrays, ARRAYS))
        return prefix__cuda_expand_on_device(session, work);
    int status = prefix__cuda_not_captured(session, work->stream, "an expansion of host arrays");
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_arrays_in(session, arrays, ARRAYS, work->threads, work->stream);
    if (status == PREFIX_OK)
        status = run_copied(session, work, arrays);
    return prefix__cuda_arrays_end(session, arrays, ARRAYS, work->stream, status);
}

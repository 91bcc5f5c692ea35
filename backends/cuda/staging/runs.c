/* SPDX-License-Identifier: BSD-3-Clause */
#include "staging/runs.h"

#include "base/context.h"
#include "launch/runs.h"
#include "shared/types.h"
#include "staging/arrays.h"

enum { ARRAYS = 6 };

/* Every array's copy is another one, so that in place on the host is not in place on the device. */
static int run_copied(struct prefix_session *session, const struct prefix_runs_work *work,
                      const struct prefix__cuda_array *arrays)
{
    struct prefix_runs_work copied = *work;
    struct prefix_scan_work scan = {0};
    uint64_t count = 0;
    if (work->scan) {
        scan = *work->scan;
        scan.in = prefix__cuda_array_there(&arrays[4], scan.in);
        scan.out = prefix__cuda_array_there(&arrays[5], scan.out);
        copied.scan = &scan;
    }
    copied.keys.data = prefix__cuda_array_there(&arrays[0], work->keys.data);
    copied.unique = prefix__cuda_array_there(&arrays[1], work->unique);
    copied.offsets = prefix__cuda_array_there(&arrays[2], work->offsets);
    copied.lengths = prefix__cuda_array_there(&arrays[3], work->lengths);
    copied.count = &count;
    copied.count_memory = PREFIX_MEMORY_HOST;
    int status = prefix__cuda_runs_on_device(session, &copied);
    const size_t size = work->scan ? prefix__size_of(scan.type) : 0;
    const size_t sizes[ARRAYS] = {0, work->keys.size, work->index_size, work->index_size, 0, size};
    for (int i = 1; i < ARRAYS && status == PREFIX_OK; i++)
        status = prefix__cuda_array_back(session, &arrays[i], (size_t)count * sizes[i], work->threads, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(
            session, cudaMemcpyAsync(work->count, &count, sizeof count, cudaMemcpyDefault, (cudaStream_t)work->stream),
            "copying the count");
    return status;
}

int prefix__cuda_runs_anywhere(struct prefix_session *session, const struct prefix_runs_work *work)
{
    const struct prefix_scan_work *scan = work->scan;
    const size_t index_bytes = work->capacity * work->index_size, size = scan ? prefix__size_of(scan->type) : 0;
    struct prefix__cuda_array arrays[ARRAYS] = {
        {work->keys.data, NULL, work->n * work->keys.size, work->keys.memory, NULL},
        {NULL, work->unique, work->capacity * work->keys.size, work->unique_memory, NULL},
        {NULL, work->offsets, index_bytes, work->offsets_memory, NULL},
        {NULL, work->lengths, index_bytes, work->lengths_memory, NULL},
        {scan ? scan->in : NULL, NULL, work->n * size, scan ? scan->in_memory : PREFIX_MEMORY_HOST, NULL},
        {NULL, scan ? scan->out : NULL, work->capacity * size, scan ? scan->out_memory : PREFIX_MEMORY_HOST, NULL},
    };
    if (!prefix__cuda_arrays_staged(arrays, ARRAYS))
        return prefix__cuda_runs_on_device(session, work);
    int status = prefix__cuda_not_captured(session, work->stream, "a search for runs in host arrays");
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_arrays_in(session, arrays, ARRAYS, work->threads, work->stream);
    if (status == PREFIX_OK)
        status = run_copied(session, work, arrays);
    return prefix__cuda_arrays_end(session, arrays, ARRAYS, work->stream, status);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments of arrays some of which lie on the host: these are copied to the device as a whole, and what is
 * written there is copied back.
 */
#include "staging/segmented.h"

#include <string.h>

#include "base/context.h"
#include "launch/segmented.h"
#include "shared/types.h"
#include "staging/arrays.h"

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

static void list(const struct prefix_segmented_work *work, struct prefix__cuda_array *arrays)
{
    const struct prefix_scan_work *scan = work->scan;
    const size_t size = prefix__size_of(scan->output_type);
    /* Of bits, those before the first may be many. */
    const size_t skip = work->heads.form == PREFIX_HEADS_BITS ? work->heads.first / 8 : 0;
    const struct prefix__cuda_array all[ARRAYS] = {
        [INPUT] = {scan->in, NULL, scan->n * prefix__size_of(scan->type), scan->in_memory, NULL},
        [OUTPUT] = {NULL, scan->out ? scan->out : scan->total, scan->out ? scan->n * size : work->heads.segments * size,
                    scan->out ? scan->out_memory : scan->total_memory, NULL},
        [HEADS] = {(const char *)work->heads.data + skip, NULL, heads_bytes(work) - skip, work->heads.memory, NULL},
    };
    memcpy(arrays, all, sizeof all);
}

static int run(struct prefix_session *session, const struct prefix_segmented_work *work,
               const struct prefix__cuda_array *arrays)
{
    struct prefix_scan_work scan = *work->scan;
    struct prefix_segmented_work copied = *work;
    copied.scan = &scan;
    scan.in = prefix__cuda_array_there(&arrays[INPUT], scan.in);
    if (arrays[OUTPUT].copy)
        *(scan.out ? &scan.out : &scan.total) = arrays[OUTPUT].copy;
    if (arrays[HEADS].copy) {
        copied.heads.data = arrays[HEADS].copy;
        if (copied.heads.form == PREFIX_HEADS_BITS)
            copied.heads.first %= 8;
    }
    int status = prefix__cuda_segmented_on_device(session, &copied);
    if (status != PREFIX_OK)
        return status;
    return prefix__cuda_array_back(session, &arrays[OUTPUT], arrays[OUTPUT].bytes, scan.threads, scan.stream);
}

int prefix__cuda_segmented_anywhere(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct prefix__cuda_array arrays[ARRAYS];
    void *stream = work->scan->stream;
    list(work, arrays);
    if (!prefix__cuda_arrays_staged(arrays, ARRAYS))
        return prefix__cuda_segmented_on_device(session, work);
    int status = prefix__cuda_not_captured(session, stream, "a scan of host arrays");
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_arrays_in(session, arrays, ARRAYS, work->scan->threads, stream);
    if (status == PREFIX_OK)
        status = run(session, work, arrays);
    return prefix__cuda_arrays_end(session, arrays, ARRAYS, stream, status);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/segmented.h"

#include "launch/segmented.h"
#include "shared/types.h"
#include "staging/call.h"

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

struct call {
    struct prefix_segmented_work work;
    struct prefix_scan_work scan;
    struct prefix__cuda_array arrays[ARRAYS];
};

static int run(struct prefix_session *session, void *given)
{
    const struct call *c = given;
    return prefix__cuda_segmented_on_device(session, &c->work);
}

int prefix__cuda_segmented(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct call c = {.work = *work, .scan = *work->scan};
    struct prefix_scan_work *scan = &c.scan;
    struct prefix_heads *heads = &c.work.heads;
    const size_t size = prefix__size_of(scan->output_type);
    c.work.scan = scan;
    if (heads->form == PREFIX_HEADS_BITS) { /* those before the first may be many */
        heads->data = (const char *)heads->data + heads->first / 8;
        heads->first %= 8;
    }
    c.arrays[INPUT] = prefix__cuda_input(&scan->in, scan->n, prefix__size_of(scan->type), scan->in_memory);
    c.arrays[HEADS] = prefix__cuda_input(&heads->data, heads_bytes(&c.work), 1, heads->memory);
    c.arrays[OUTPUT] = scan->out ? prefix__cuda_result(&scan->out, scan->n, size, scan->out_memory)
                                 : prefix__cuda_result(&scan->total, heads->segments, size, scan->total_memory);
    struct prefix__cuda_call call = {
        .what = "a scan of host arrays",
        .arrays = c.arrays,
        .count = ARRAYS,
        .threads = scan->threads,
        .stream = scan->stream,
        .run = run,
        .work = &c,
    };
    return prefix__cuda_call(session, &call);
}

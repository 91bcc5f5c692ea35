/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/segmented.h"

#include "launch/segmented.h"
#include "shared/types.h"
#include "staging/call.h"
#include "staging/heads.h"

enum { INPUT, OUTPUT, HEADS, ARRAYS };

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
    c.arrays[INPUT] = prefix__cuda_input(&scan->in, scan->n, prefix__size_of(scan->type), scan->in_memory);
    c.arrays[HEADS] = prefix__cuda_heads(heads, scan->n);
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

/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/runs.h"

#include "launch/runs.h"
#include "shared/operator_stages.h"
#include "shared/types.h"
#include "staging/call.h"

enum { KEYS, UNIQUE, OFFSETS, LENGTHS, IN, OUT, ARRAYS };

struct call {
    struct prefix_runs_work work;
    struct prefix_scan_work scan;
    struct prefix_operator_work combined;
    struct prefix__cuda_array arrays[ARRAYS];
    struct prefix__cuda_call call;
};

static int run(struct prefix_session *session, void *given)
{
    struct call *c = given;
    int status = prefix__cuda_runs_on_device(session, &c->work);
    for (int i = 0; i < ARRAYS; i++)
        if (c->arrays[i].is_result)
            prefix__cuda_limit(&c->arrays[i], c->call.counts[0]);
    return status;
}

int prefix__cuda_runs(struct prefix_session *session, const struct prefix_runs_work *work)
{
    struct call c = {.work = *work};
    struct prefix_runs_work *w = &c.work;
    const size_t index = w->index_size;
    if (work->scan) {
        c.scan = *work->scan;
        w->scan = &c.scan;
    }
    if (work->combined) {
        c.combined = prefix__operator_resolve(work->combined);
        w->combined = &c.combined;
    }
    const int is_own = work->combined != NULL;
    const size_t size = work->scan ? prefix__size_of(c.scan.type) : 0;
    c.arrays[KEYS] = prefix__cuda_input(&w->keys.data, w->n, w->keys.size, w->keys.memory);
    c.arrays[UNIQUE] = prefix__cuda_result(&w->unique, w->capacity, w->keys.size, w->unique_memory);
    c.arrays[OFFSETS] = prefix__cuda_result(&w->offsets, w->capacity, index, w->offsets_memory);
    c.arrays[LENGTHS] = prefix__cuda_result(&w->lengths, w->capacity, index, w->lengths_memory);
    c.arrays[IN] = is_own ? prefix__cuda_input(&c.combined.in, w->n, c.combined.in_size, c.combined.in_memory)
                          : prefix__cuda_input(&c.scan.in, w->n, size, c.scan.in_memory);
    c.arrays[OUT] =
        is_own ? prefix__cuda_result(&c.combined.out, w->capacity, c.combined.out_size, c.combined.out_memory)
               : prefix__cuda_result(&c.scan.out, w->capacity, size, c.scan.out_memory);
    c.call = (struct prefix__cuda_call){
        .what = "a search for runs in host arrays",
        .arrays = c.arrays,
        .count = ARRAYS,
        .threads = w->threads,
        .stream = w->stream,
        .run = run,
        .work = &c,
        .counted = &w->count,
        .counted_memory = &w->count_memory,
        .counted_words = 1,
    };
    return prefix__cuda_call(session, &c.call);
}
